import { readFileSync } from "node:fs";
import type { Env } from "./env.ts";
import { isOpenDatabase, isOwnNetwork } from "./env-tls.ts";
import { keyWeakness } from "./key-strength.ts";

type Fault = (sentence: string) => void;

const HOW_TO_MAKE = "give 32 random bytes, for example from openssl rand -hex 32.";
/** The widest private ranges there are, 10.0.0.0/8 and fc00::/7: trusting more than these is trusting strangers. */
const WIDEST = { v4: 8, v6: 7 };

/** Whom letters are from unless MAIL_FROM is set: a person of this very machine, whom no server of others knows. */
export const OWN_SENDER = "desk@localhost";

/** What only a sandbox may have: a place where money is refuses to start on it. */
export function checkLive(env: Env, fault: Fault): void {
  const { protocol, hostname } = new URL(env.publicUrl);
  if (protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    fault("PUBLIC_URL is plain http: MODE=live keeps its cookies to https, so give the https origin of your proxy.");
  }
  for (const [name, url] of [
    ["DATABASE_URL", env.databaseUrl],
    ["DATABASE_OWNER_URL", env.databaseOwnerUrl],
  ] as const) {
    const parsed = url === undefined ? null : URL.parse(url);
    if (parsed && isOpenDatabase(parsed))
      fault(`${name} leads out of your own network without TLS: in MODE=live end it with ?sslmode=verify-full.`);
  }
  checkSender(env, fault);
  for (const proxy of env.trustedProxies) {
    const [address = "", bits] = proxy.split("/");
    if (bits === undefined || Number(bits) >= (address.includes(":") ? WIDEST.v6 : WIDEST.v4)) continue;
    fault(`TRUSTED_PROXIES holds ${proxy}: in MODE=live name your own proxies, not a range that strangers are in.`);
  }
}

function checkSender({ smtpUrl, mailFrom }: Env, fault: Fault): void {
  const host = URL.parse(smtpUrl ?? "")?.hostname;
  if (host && !isOwnNetwork(host) && mailFrom === OWN_SENDER)
    fault(
      `MAIL_FROM is not set: the server of SMTP_URL takes no letters from ${OWN_SENDER}, so give an address of yours.`,
    );
}

/** The key for secrets, of the environment or of its file; a weak one is refused in live, a short one anywhere. */
export function checkSecretsKey({ mode, secretsKey, secretsKeyFile }: Env, fault: Fault): void {
  if (secretsKey && secretsKeyFile) {
    fault("SECRETS_KEY and SECRETS_KEY_FILE are both set: keep one of them.");
    return;
  }
  const name = secretsKey ? "SECRETS_KEY" : "SECRETS_KEY_FILE";
  const key = secretsKey ?? (secretsKeyFile && readKey(secretsKeyFile));
  if (key === undefined && secretsKeyFile) {
    fault(`SECRETS_KEY_FILE cannot be read: put 32 random bytes into ${secretsKeyFile}, as openssl rand -hex 32 does.`);
    return;
  }
  if (key === undefined) {
    if (mode === "live")
      fault("SECRETS_KEY is not set: MODE=live keeps no default secret, so set SECRETS_KEY or SECRETS_KEY_FILE.");
    return;
  }
  const weakness = keyWeakness(key);
  if (weakness && (mode === "live" || weakness === "is too short")) fault(`${name} ${weakness}: ${HOW_TO_MAKE}`);
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
