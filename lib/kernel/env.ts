import { isIP } from "node:net";
import { resolve } from "node:path";
import { checkLive, checkSecretsKey, OWN_SENDER } from "./env-live.ts";
import { type Oidc, oidcOf } from "./env-oidc.ts";
import { type Nodes, nodesOf, tronWalletsOf } from "./env-nodes.ts";
import { type Cross, crossesOf, type PriceSourceEnv, priceSourcesOf, type VenueEnv, venuesOf } from "./env-venues.ts";

/** The environment of the program, read once by the front door. Texts that are empty count as absent. */
export type Env = {
  readonly mode: "sandbox" | "live";
  /** The address of this machine to listen at: its own alone, unless told otherwise. */
  readonly host: string;
  readonly port: number;
  /** Origin under which browsers and PSPs reach us, without a slash at the end. */
  readonly publicUrl: string;
  /** Absent: the launcher starts a database under `dataDir` and hands its address to the processes it starts. */
  readonly databaseUrl: string | undefined;
  /** For migrations; absent: `databaseUrl` serves for both. */
  readonly databaseOwnerUrl: string | undefined;
  /** Absolute path. */
  readonly dataDir: string;
  /** Addresses or CIDR ranges whose forwarded headers count. */
  readonly trustedProxies: readonly string[];
  /** Host names that webhooks may reach although they are private; sandbox only. */
  readonly webhookAllowHosts: readonly string[];
  readonly secretsKey: string | undefined;
  /** Absolute path. */
  readonly secretsKeyFile: string | undefined;
  /** What a monitor shows to read the metrics; absent: the sandbox shows them to all, live to nobody. */
  readonly metricsToken: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** How much of a world the sandbox is given: all of it, the rest beside the running program, or what a first start makes. */
  readonly demo: (typeof DEMOS)[number];
  /** Whether every answer is held against its contract: not in production, where it would cost time, unless it is asked for. */
  readonly checkAnswers: boolean;
  /** Where e-mail goes out; absent: there is none. It may hold a password. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Who proves people beside us; absent: nobody. */
  readonly oidc: Oidc | undefined;
  /** Endpoints of the chains' nodes in live; none in the sandbox. */
  readonly nodes: Nodes;
  /** Where those of tron take signed transactions, in the same order. */
  readonly tronWallets: readonly string[];
  /** Where the house sells in live, in order of preference; none in the sandbox. */
  readonly venues: readonly VenueEnv[];
  /** Pairs whose price is made of three others. */
  readonly crosses: readonly Cross[];
  readonly priceSources: readonly PriceSourceEnv[];
};

const MODES = ["sandbox", "live"] as const;
const DEMOS = ["full", "short"] as const;
const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
const SWITCH = ["on", "off"] as const;
const DEFAULT_PORT = 3000;
const DEFAULT_HOST = "127.0.0.1";
const MIN_TOKEN_CHARACTERS = 16;

type Source = Readonly<Record<string, string | undefined>>;
type Reading = { env: Env; faults: readonly string[] };

/** Reads the environment; with faults it prints one line for each and ends the process with exit code 1. */
export function readEnv(source: Source): Env {
  const { env, faults } = checkEnv(source);
  if (faults.length === 0) return env;
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exit(1);
}

/** The environment with every fault found in it, each as one sentence that names the variable and what to change. */
export function checkEnv(source: Source): Reading {
  const faults: string[] = [];
  const text = (name: string): string | undefined => source[name]?.trim() || undefined;
  const fault = (sentence: string) => void faults.push(sentence);

  const port = portOf(text("PORT"), fault);
  const mode = oneOf("MODE", MODES, text("MODE") ?? "sandbox", fault);
  const nodes = nodesOf(text, mode, fault);
  const env: Env = {
    mode,
    host: hostOf(text("HOST") ?? DEFAULT_HOST, fault),
    port,
    publicUrl: originOf(text("PUBLIC_URL") ?? `http://localhost:${port}`, fault),
    databaseUrl: databaseUrlOf("DATABASE_URL", text("DATABASE_URL"), fault),
    databaseOwnerUrl: databaseUrlOf("DATABASE_OWNER_URL", text("DATABASE_OWNER_URL"), fault),
    dataDir: resolve(text("DATA_DIR") ?? ".data"),
    trustedProxies: proxiesOf(listOf(text("TRUSTED_PROXIES")), fault),
    webhookAllowHosts: webhookHostsOf(source["WEBHOOK_ALLOW_HOSTS"], mode, fault),
    secretsKey: text("SECRETS_KEY"),
    secretsKeyFile: pathOf(text("SECRETS_KEY_FILE")),
    metricsToken: tokenOf(text("METRICS_TOKEN"), fault),
    logLevel: oneOf("LOG_LEVEL", LOG_LEVELS, text("LOG_LEVEL") ?? "info", fault),
    demo: oneOf("DEMO", DEMOS, text("DEMO") ?? "full", fault),
    checkAnswers: oneOf("CHECK_ANSWERS", SWITCH, text("CHECK_ANSWERS") ?? switchOf(text("NODE_ENV")), fault) === "on",
    smtpUrl: smtpUrlOf(text("SMTP_URL"), fault),
    mailFrom: text("MAIL_FROM") ?? OWN_SENDER,
    oidc: oidcOf(text, mode, fault),
    nodes,
    tronWallets: tronWalletsOf(text, nodes, fault),
    venues: venuesOf(text, mode, fault),
    crosses: crossesOf(text, mode, fault),
    priceSources: priceSourcesOf(text, fault),
  };
  checkCombinations(env, fault);
  return { env, faults };
}

type Fault = (sentence: string) => void;

const switchOf = (nodeEnv: string | undefined) => (nodeEnv === "production" ? "off" : "on");

function checkCombinations(env: Env, fault: Fault): void {
  if (env.databaseOwnerUrl && !env.databaseUrl) {
    fault("DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither for the embedded database.");
  }
  checkSecretsKey(env, fault);
  if (env.mode === "live") checkLive(env, fault);
}

function pathOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : resolve(text);
}

function hostOf(text: string, fault: Fault): string {
  if (isIP(text) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(text)) return text;
  fault(`HOST is ${JSON.stringify(text)}: give an address of this machine, or 0.0.0.0 for all of them.`);
  return DEFAULT_HOST;
}

/** It is never shown: it is a secret. */
function tokenOf(text: string | undefined, fault: Fault): string | undefined {
  if (text !== undefined && !new RegExp(`^[!-~]{${MIN_TOKEN_CHARACTERS},}$`).test(text)) {
    fault(`METRICS_TOKEN is no token: give at least ${MIN_TOKEN_CHARACTERS} random characters without spaces.`);
  }
  return text;
}

function portOf(text: string | undefined, fault: Fault): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  fault(`PORT is ${JSON.stringify(text)}: give a whole number from 1 to 65535.`);
  return DEFAULT_PORT;
}

function oneOf<const T extends string>(name: string, allowed: readonly [T, ...T[]], text: string, fault: Fault): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) fault(`${name} is ${JSON.stringify(text)}: give one of ${allowed.join(", ")}.`);
  return found ?? allowed[0];
}

function originOf(text: string, fault: Fault): string {
  const url = URL.parse(text);
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
  if (isOrigin) return url.origin;
  fault(`PUBLIC_URL is ${JSON.stringify(text)}: give an origin such as https://pay.example.com, without a path.`);
  return "http://localhost";
}

/** The value itself is never shown: it may hold a password. */
function smtpUrlOf(text: string | undefined, fault: Fault): string | undefined {
  const url = text === undefined ? undefined : URL.parse(text);
  if (text !== undefined && (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname)) {
    fault("SMTP_URL is no mail server: give one such as smtps://user:password@mail.example.com:465.");
  }
  return text;
}

/** The value itself is never shown: it may hold a password. */
function databaseUrlOf(name: string, text: string | undefined, fault: Fault): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    fault(`${name} is no PostgreSQL address: give one such as postgresql://user:password@host:5432/database.`);
  }
  return text;
}

function listOf(text: string | undefined): string[] {
  return (text ?? "").split(/[\s,]+/).filter(Boolean);
}

function proxiesOf(proxies: string[], fault: Fault): string[] {
  for (const proxy of proxies) {
    const [address = "", bits, ...rest] = proxy.split("/");
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (family === 0 || !bitsFit || rest.length > 0) {
      fault(
        `TRUSTED_PROXIES holds ${JSON.stringify(proxy)}: give addresses or ranges such as 10.0.0.0/8, divided by commas.`,
      );
    }
  }
  return proxies;
}

/** Absent in the sandbox means this machine; set but empty means no private host at all. */
function webhookHostsOf(text: string | undefined, mode: Env["mode"], fault: Fault): string[] {
  if (mode === "live" && text?.trim()) {
    fault("WEBHOOK_ALLOW_HOSTS is set: MODE=live never sends to private addresses, so remove it.");
  }
  if (mode === "live") return [];
  return text === undefined ? ["localhost", "127.0.0.1"] : listOf(text).map((host) => host.toLowerCase());
}
