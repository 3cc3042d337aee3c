import { randomBytes } from "node:crypto";
import type { NextRequest } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import Credentials from "next-auth/providers/credentials";
import { ownPath } from "#components/auth/way-back.ts";
import { HttpRefusal, refusalResponse } from "#lib/http/errors.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { cookieValue, currentStaff, SESSION_MS, sessionSecret } from "#lib/people/session.ts";
import type { SignedIn } from "#lib/people/enter.ts";
import { FACTOR_REQUIRED } from "#lib/people/factor-required.ts";
import { signIn, signInByCode, signInByPasskey } from "#lib/people/sign-in.ts";
import { signInBySso } from "#lib/people/sign-in-sso.ts";
import { type Claims, claimsOf, textClaim } from "#lib/people/sso-claims.ts";
import { metadataOf, providerOf, type SsoProvider, TIMEOUT_MS } from "#lib/people/sso-provider.ts";
import { closeSession } from "#lib/people/sign-out.ts";
import { type App, theApp } from "#lib/kernel/app.ts";
import type { Oidc } from "#lib/kernel/env-oidc.ts";
import { currentArrival } from "#lib/kernel/arrival.ts";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** One request: from where it comes, and whether it opened a session. */
type SignInOrigin = { clientAddress: string | undefined; agent: string | undefined; device: string; opened: boolean };

async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const app = await theApp();
  const refused = refuseCallback(request, app.env.publicUrl);
  if (refused) return refused;
  const { nextauth } = await context.params;
  // The token outlives its session by itself: whom it names is told only while the session's row lives.
  if (nextauth[0] === "session" && !(await currentStaff(request.headers.get("cookie")))) return Response.json({});
  const held = cookieValue(request.headers.get("cookie") ?? "", cookiePrefix(app.env.publicUrl) + DEVICE);
  const origin: SignInOrigin = {
    clientAddress: currentArrival()?.clientAddress,
    agent: request.headers.get("user-agent") ?? undefined,
    device: held && /^[\w-]{22}$/.test(held) ? held : randomBytes(16).toString("base64url"),
    opened: false,
  };
  const isSso = [`signin/${SSO}`, `callback/${SSO}`].includes(nextauth.join("/"));
  const provider = isSso && app.env.oidc ? await providerOf(app.env.oidc) : undefined;
  const options = optionsFor(app, origin, provider);
  if (nextauth[0] === "callback" && request.method === "GET" && isForm(options, nextauth[1])) return refuseGet();
  const response: Response = await NextAuth(request, context, options);
  if (origin.opened) response.headers.append("set-cookie", deviceCookie(app, origin.device));
  return response;
}

/** What is typed is sent by POST; next-auth answers a GET of it with 500. */
const isForm = ({ providers }: AuthOptions, id: string | undefined): boolean =>
  providers.some((each) => each.type === "credentials" && (each.options?.["id"] ?? each.id) === id);

const refuseGet = (): Response =>
  refusalResponse(new HttpRefusal("METHOD_NOT_ALLOWED", "This path takes POST.", { allow: "POST" }), requestId());

const requestId = (): string => currentArrival()?.requestId ?? uuidv7();

const CALLBACK_COOKIE = "next-auth.callback-url";

/**
 * next-auth answers 500 to a callback address it cannot read. One in the query is written out, or counts as none when it is not
 * ours; one in its cookie that is no address at all is refused, and the cookie taken away.
 */
function refuseCallback(request: NextRequest, origin: string): Response | undefined {
  const { searchParams } = request.nextUrl;
  const path = ownPath(searchParams.get("callbackUrl"), origin);
  if (path !== undefined) searchParams.set("callbackUrl", origin + path);
  else searchParams.delete("callbackUrl");
  const name = cookiePrefix(origin) + CALLBACK_COOKIE;
  const stored = request.cookies.get(name)?.value;
  if (!stored || URL.canParse(stored)) return undefined;
  const refusal = new Refusal("VALIDATION_FAILED", `The cookie ${name} holds no address; it is taken away, try again.`);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return refusalResponse(refusal, requestId(), {
    "set-cookie": `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`,
  });
}

/** Over https a cookie is bound to this very host (RFC 6265bis §4.1.3.2); browsers drop such ones on plain http. */
const cookiePrefix = (origin: string): string => (origin.startsWith("https:") ? "__Host-" : "");

export { handle as GET, handle as POST };

/** By this a browser that has signed a person in is known again; it opens nothing. */
const DEVICE = "desk-device";
const DEVICE_SECONDS = 90 * 24 * 3_600;

const isSecure = (app: App): boolean => app.env.publicUrl.startsWith("https:");

const deviceCookie = (app: App, device: string): string =>
  `${cookiePrefix(app.env.publicUrl)}${DEVICE}=${device}; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${isSecure(app) ? "; Secure" : ""}`;

/** A cookie of next-auth, bound to this host; the library ends those of a flow after a quarter of an hour. */
const cookieOf = (app: App, name: string, more: { maxAge?: number } = {}) => ({
  name: `${cookiePrefix(app.env.publicUrl)}next-auth.${name}`,
  options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isSecure(app), ...more },
});
const FLOW = { maxAge: 900 };

/** `provider`: what it says of itself, where a sign-in by it begins or ends. */
function optionsFor(app: App, origin: SignInOrigin, provider: SsoProvider | undefined): AuthOptions {
  const opened = (done: SignedIn | undefined) => {
    origin.opened ||= done !== undefined;
    return done ? userOf(done) : null;
  };
  return {
    secret: sessionSecret(app.secrets),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: isSecure(app),
    cookies: {
      sessionToken: cookieOf(app, "session-token"),
      callbackUrl: cookieOf(app, "callback-url"),
      pkceCodeVerifier: cookieOf(app, "pkce.code_verifier", FLOW),
      state: cookieOf(app, "state", FLOW),
      nonce: cookieOf(app, "nonce", FLOW),
    },
    providers: [
      Credentials({
        name: "password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(given) {
          const done = await signIn(app, { email: given?.email ?? "", password: given?.password ?? "", ...origin });
          // What is thrown here is all that next-auth tells the page beside yes and no.
          if (done && "ticket" in done) throw new Error(FACTOR_REQUIRED + done.ticket);
          return opened(done);
        },
      }),
      Credentials({
        id: "code",
        name: "second factor",
        credentials: { ticket: { type: "text" }, code: { type: "text" } },
        async authorize(given) {
          const { ticket = "", code = "" } = given ?? {};
          return opened(await signInByCode(app, { ticket, code, ...origin }));
        },
      }),
      Credentials({
        id: "passkey",
        name: "passkey",
        credentials: { credential: { type: "text" } },
        authorize: async (given) =>
          opened(await signInByPasskey(app, { credential: readJson(given?.credential), ...origin })),
      }),
      ...(app.env.oidc ? [ssoProvider(app.env.oidc, provider)] : []),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => baseUrl + (ownPath(url, baseUrl) ?? "/"),
      /** What the provider says becomes a person of ours, or nobody. */
      async signIn({ user, account, profile }) {
        if (account?.provider !== SSO) return true;
        const done = await signInBySso(app, { ...claimsOf(app.env.oidc?.groupsClaim, { ...profile }), ...origin });
        origin.opened ||= done !== undefined;
        if (done) Object.assign(user, userOf(done));
        return done !== undefined;
      },
      // The session's row decides; the token only points to it.
      jwt: ({ token, user }) => (user && "sid" in user ? { ...token, sid: user.sid } : token),
    },
    events: {
      async signOut({ token }) {
        const sessionId = token?.["sid"];
        if (typeof sessionId === "string") await closeSession(app, sessionId, origin.clientAddress);
      },
    },
  };
}

const SSO = "sso";

/** OpenID Connect by discovery, with PKCE, state and nonce; the id token is verified, and joined by what userinfo adds. */
const ssoProvider = (
  { issuer, clientId, clientSecret, name }: Oidc,
  provider: SsoProvider | undefined,
): OAuthConfig<Claims> => ({
  id: SSO,
  name,
  type: "oauth",
  wellKnown: metadataOf(issuer),
  clientId,
  clientSecret,
  ...(provider && {
    authorization: { params: { scope: provider.scope } },
    client: { id_token_signed_response_alg: provider.signedBy },
  }),
  httpOptions: { timeout: TIMEOUT_MS },
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  userinfo: {
    async request({ client, tokens }) {
      const claims = claimsIn(tokens.id_token);
      // The library compares with what the provider says of itself; a provider says who it is, not who it likes to be.
      if (textClaim(claims["iss"])?.replace(/\/$/, "") !== issuer) throw new Error("the id token is of another issuer");
      const more = await client.userinfo(tokens.access_token ?? "");
      // OpenID Connect Core 1.0, section 5.3.2: what is said of another subject must not be used.
      if (more.sub !== claims["sub"]) throw new Error("userinfo is of another subject than the id token");
      return { ...more, ...claims, sub: more.sub };
    },
  },
  profile: (claims) => ({
    id: String(claims["sub"]),
    name: textClaim(claims["name"]) ?? null,
    email: textClaim(claims["email"]) ?? null,
  }),
});

/** The claims of a token that the library has verified. */
const claimsIn = (idToken: string | undefined): Claims =>
  JSON.parse(Buffer.from(idToken?.split(".")[1] ?? "", "base64url").toString("utf8")) as Claims;

const userOf = ({ userId, name, email, sessionId }: SignedIn) => ({ id: userId, name, email, sid: sessionId });

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    // What is no JSON is no passkey's answer either.
    return undefined;
  }
}
