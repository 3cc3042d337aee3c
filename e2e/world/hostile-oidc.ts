import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type Claims = Record<string, unknown>;

/** What the provider says the next time it is asked; all that is not named is right. */
export type Lie = {
  /** Claims of the id token, in the place of the right ones. */
  claims?: Claims;
  header?: { alg: string };
  /** Signed by a key that it has published for nobody. */
  foreignKey?: boolean;
  unsigned?: boolean;
  withoutToken?: boolean;
  /** The subject that userinfo is of. */
  userinfoOf?: string;
  /** The issuer that its metadata names. */
  issuer?: string;
  /** How long it takes to exchange a code. */
  exchangeMs?: number;
  /** The scopes that its metadata lists, where it lists any. */
  scopes?: readonly string[];
  /** The algorithms that its metadata lists. */
  algorithms?: readonly string[];
  /** The one that it signs with, by a key of that kind; RS256 where none is named. */
  signs?: keyof typeof SIGNERS;
};

/** An OpenID provider that lies on demand. */
export type HostileProvider = {
  issuer: string;
  /** Begins a flow: what the authorization request asked for, and what is said at its end. */
  expect(authorization: URLSearchParams, lie?: Lie): void;
  /** How often a code was exchanged. */
  exchanges(): number;
  close(): Promise<void>;
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
/** A key of each kind, what its signatures digest, and how they are written in a token (RFC 7518, RFC 8037). */
const SIGNERS = {
  RS256: { key: newKey(), digest: "sha256", dsaEncoding: undefined },
  ES256: { key: generateKeyPairSync("ec", { namedCurve: "P-256" }), digest: "sha256", dsaEncoding: "ieee-p1363" },
  EdDSA: { key: generateKeyPairSync("ed25519"), digest: null, dsaEncoding: undefined },
} as const;

/** Starts it. `person` is whom everybody who comes is said to be. */
export async function openHostileProvider(person: Claims): Promise<HostileProvider> {
  const foreign = newKey();
  let authorization = new URLSearchParams();
  let lie: Lie = {};
  let exchanged = 0;

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? "/", issuer);
    if (pathname === "/.well-known/openid-configuration") return answer(200, metadata(lie, issuer));
    if (pathname === "/jwks")
      return answer(200, {
        keys: Object.entries(SIGNERS).map(([alg, { key }]) => ({
          ...key.publicKey.export({ format: "jwk" }),
          ...{ use: "sig", kid: alg, alg },
        })),
      });
    if (pathname === "/userinfo") return answer(200, { sub: lie.userinfoOf ?? person["sub"] });
    if (pathname !== "/token") return answer(404, {});
    const verifier = new URLSearchParams(await bodyOf(request)).get("code_verifier") ?? "";
    exchanged += 1;
    await sleep(lie.exchangeMs);
    if (createHash("sha256").update(verifier).digest("base64url") !== authorization.get("code_challenge"))
      return answer(400, { error: "invalid_grant" });
    return answer(200, {
      access_token: "an-access-token",
      token_type: "Bearer",
      ...(!lie.withoutToken && { id_token: idToken() }),
    });
  });

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: issuer, aud: "desk", iat: now, exp: now + 300, nonce: authorization.get("nonce"), ...person };
    const alg = lie.signs ?? "RS256";
    const { key: own, digest, dsaEncoding } = SIGNERS[alg];
    const signed = `${part({ alg, kid: alg, ...lie.header })}.${part({ ...right, ...lie.claims })}`;
    const key: KeyObject = (lie.foreignKey ? foreign : own).privateKey;
    const signature = sign(digest, Buffer.from(signed), { key, ...(dsaEncoding && { dsaEncoding }) });
    return `${signed}.${lie.unsigned ? "" : signature.toString("base64url")}`;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    expect(next, nextLie = {}) {
      authorization = next;
      lie = nextLie;
    },
    exchanges: () => exchanged,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** What it says of itself, and where it really is. */
const metadata = ({ issuer, scopes, algorithms = ["RS256"] }: Lie, at: string) => ({
  issuer: issuer ?? at,
  scopes_supported: scopes,
  id_token_signing_alg_values_supported: algorithms,
  authorization_endpoint: `${at}/authorize`,
  token_endpoint: `${at}/token`,
  jwks_uri: `${at}/jwks`,
  userinfo_endpoint: `${at}/userinfo`,
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
