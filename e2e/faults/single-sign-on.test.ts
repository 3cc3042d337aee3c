import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostileProvider, type Lie, openHostileProvider } from "#e2e/world/hostile-oidc.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";

const ORIGIN = "https://desk.test";
const GRACE = { sub: "grace", email: "grace@example.com", email_verified: true, groups: ["all"] };

let provider: HostileProvider;
let program: Program;
beforeAll(async () => {
  provider = await openHostileProvider(GRACE);
  const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: "hush" };
  program = await startProgram({ env: { PUBLIC_URL: ORIGIN, ...env, OIDC_ROLES: "all=viewer@demo" } });
});
afterAll(async () => {
  await program?.stop();
  await provider?.close();
});

const jarOf = (...answers: Response[]): string =>
  answers.flatMap(({ headers }) => headers.getSetCookie().map((each) => each.split(";", 1)[0] ?? "")).join("; ");

type Flow = { cookie: string; authorization: URLSearchParams; cookies: string[] };

/** Goes as far as the provider's door: what a browser then holds, and what was asked for there. */
async function begin(): Promise<Flow> {
  const csrf = await fetch(`${program.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const begun = await fetch(`${program.url}/api/auth/signin/sso`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: jarOf(csrf), origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${ORIGIN}/account`, json: "true" }),
  });
  const { url } = (await begun.json()) as { url: string };
  return {
    cookie: jarOf(csrf, begun),
    authorization: new URL(url).searchParams,
    cookies: begun.headers.getSetCookie(),
  };
}

/** Comes back from there: where that leads, and whether somebody is signed in then. */
async function back(cookie: string, state: string | null): Promise<{ to: string; isIn: boolean; answer: Response }> {
  const query = new URLSearchParams({ code: "a-code", ...(state !== null && { state }) });
  const answer = await fetch(`${program.url}/api/auth/callback/sso?${query}`, {
    redirect: "manual",
    headers: { cookie },
  });
  const jar = jarOf(answer);
  const me = await fetch(`${program.url}/manage/v1/me`, { headers: { cookie: jar } });
  return { to: answer.headers.get("location") ?? "", isIn: me.status === 200, answer };
}

async function comes(lie: Lie = {}) {
  const flow = await begin();
  provider.expect(flow.authorization, lie);
  return back(flow.cookie, flow.authorization.get("state"));
}

test("who is proven comes in, by cookies that are bound to this host, and no token of the provider reaches the browser", async () => {
  const flow = await begin();
  provider.expect(flow.authorization);
  expect(flow.authorization.get("code_challenge_method")).toBe("S256");
  const { to, isIn, answer } = await back(flow.cookie, flow.authorization.get("state"));
  expect([to, isIn]).toEqual([`${ORIGIN}/account`, true]);
  const cookies = [...flow.cookies, ...answer.headers.getSetCookie()];
  const names = cookies.map((each) => each.split("=", 1)[0]);
  for (const name of ["state", "nonce", "pkce.code_verifier", "session-token"])
    expect(names).toContain(`__Host-next-auth.${name}`);
  expect(names).toContain("__Host-desk-device");
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Host-[^;]*;(?=.*Path=\/)(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)/i);
  const session = await fetch(`${program.url}/api/auth/session`, { headers: { cookie: jarOf(answer) } });
  expect(`${await session.text()}${cookies.join()}`).not.toContain("an-access-token");
});

test("a provider may take its time, as those of clouds do with the first of a day", async () => {
  expect((await comes({ exchangeMs: 4_500 })).isIn).toBe(true);
});

test("groups are asked for as a scope, but of a provider that has none such: it would refuse all of it", async () => {
  const scopeAt = async (scopes?: readonly string[]) => {
    provider.expect(new URLSearchParams(), scopes && { scopes });
    return (await begin()).authorization.get("scope");
  };
  expect(await scopeAt()).toBe("openid email profile groups");
  expect(await scopeAt(["openid", "email", "profile", "groups"])).toBe("openid email profile groups");
  // As Keycloak, Entra ID and Google list them.
  expect(await scopeAt(["openid", "email", "profile", "offline_access"])).toBe("openid email profile");
  provider.expect(new URLSearchParams());
});

test.each(["ES256", "EdDSA"] as const)(
  "a provider that signs with %s alone is believed, by that alone",
  async (signs) => {
    const algorithms = ["HS256", signs];
    expect((await comes({ algorithms, signs })).isIn).toBe(true);
    expect((await comes({ algorithms, signs, header: { alg: "HS256" } })).isIn).toBe(false);
    expect((await comes({ algorithms })).isIn).toBe(false);
  },
);

describe("nobody comes in by a token", () => {
  test.each([
    ["signed otherwise than the provider says that it signs", { signs: "ES256" }],
    ["without a signature", { header: { alg: "none" }, unsigned: true }],
    ["whose signature is cut off", { unsigned: true }],
    ["signed by a key that is not the provider's", { foreignKey: true }],
    ["signed with the client's secret in place of a key", { header: { alg: "HS256" } }],
    ["for another client", { claims: { aud: "another" } }],
    ["for several clients, given to another", { claims: { aud: ["desk", "another"], azp: "another" } }],
    ["of another issuer", { claims: { iss: "https://login.evil.test" } }],
    [
      "of another issuer, which the metadata names too",
      { issuer: "https://login.evil.test", claims: { iss: "https://login.evil.test" } },
    ],
    ["that is over", { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
    ["that answers another sign-in", { claims: { nonce: "of-another-one" } }],
    ["that answers none", { claims: { nonce: undefined } }],
    ["that is not there", { withoutToken: true }],
    ["beside which userinfo is of somebody else", { userinfoOf: "heidi" }],
  ] as const)("%s", async (_what, lie) => {
    const before = provider.exchanges();
    const { to, isIn } = await comes(lie);
    expect([isIn, new URL(to).searchParams.get("error")]).toEqual([false, "OAuthCallback"]);
    expect(provider.exchanges()).toBe(before + 1);
  });
});

test("there are these ways in, and no other", async () => {
  const ways = await fetch(`${program.url}/api/auth/providers`);
  expect(Object.keys((await ways.json()) as object).toSorted()).toEqual(["code", "credentials", "passkey", "sso"]);
});

test("an answer counts for the browser that asked, for its own question, alone", async () => {
  const [victim, attacker] = [await begin(), await begin()];
  provider.expect(attacker.authorization);
  const before = provider.exchanges();
  const state = attacker.authorization.get("state");
  for (const [cookie, shown] of [
    ["", state],
    [victim.cookie, state],
    [attacker.cookie, null],
    [attacker.cookie, `${state}x`],
  ] as const)
    expect((await back(cookie, shown)).isIn).toBe(false);
  expect(provider.exchanges()).toBe(before);
});
