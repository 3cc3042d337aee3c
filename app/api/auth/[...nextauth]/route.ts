import { randomBytes } from "node:crypto";
import type { NextRequest } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import Credentials from "next-auth/providers/credentials";
import type { SignedIn } from "#lib/people/enter.ts";
import { cookieValue, SESSION_MS, sessionCookieName, sessionSecret } from "#lib/people/session.ts";
import { FACTOR_ASKED } from "#lib/people/factor-asked.ts";
import { signIn, signInByCode, signInByPasskey } from "#lib/people/sign-in.ts";
import { signInBySso } from "#lib/people/sign-in-sso.ts";
import { closeSession } from "#lib/people/sign-out.ts";
import { type App, theApp } from "#lib/kernel/app.ts";
import type { Oidc } from "#lib/kernel/env-oidc.ts";
import { currentArrival } from "#lib/kernel/arrival.ts";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** One request: from where it comes, and whether it opened a session. */
type Visit = { clientAddress: string | undefined; agent: string | undefined; device: string; opened: boolean };

async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const app = await theApp();
  const held = cookieValue(request.headers.get("cookie") ?? "", DEVICE);
  const visit: Visit = {
    clientAddress: currentArrival()?.clientAddress,
    agent: request.headers.get("user-agent") ?? undefined,
    device: held && /^[\w-]{22}$/.test(held) ? held : randomBytes(16).toString("base64url"),
    opened: false,
  };
  const response: Response = await NextAuth(request, context, optionsFor(app, visit));
  if (visit.opened) response.headers.append("set-cookie", deviceCookie(app, visit.device));
  return response;
}

export { handle as GET, handle as POST };

/** By this a browser that has signed somebody in is known again; it opens nothing. */
const DEVICE = "desk-device";
const DEVICE_SECONDS = 90 * 24 * 3_600;

const isSecure = (app: App): boolean => app.env.publicUrl.startsWith("https:");

const deviceCookie = (app: App, device: string): string =>
  `${DEVICE}=${device}; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${isSecure(app) ? "; Secure" : ""}`;

function optionsFor(app: App, visit: Visit): AuthOptions {
  const secure = isSecure(app);
  const opened = (done: SignedIn | undefined) => {
    visit.opened ||= done !== undefined;
    return done ? userOf(done) : null;
  };
  return {
    secret: sessionSecret(app.secrets),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(app.env.publicUrl),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    providers: [
      Credentials({
        name: "password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(given) {
          const done = await signIn(app, { email: given?.email ?? "", password: given?.password ?? "", ...visit });
          // What is thrown here is all that next-auth tells the page beside yes and no.
          if (done && "ticket" in done) throw new Error(FACTOR_ASKED + done.ticket);
          return opened(done);
        },
      }),
      Credentials({
        id: "code",
        name: "second factor",
        credentials: { ticket: { type: "text" }, code: { type: "text" } },
        async authorize(given) {
          const { ticket = "", code = "" } = given ?? {};
          return opened(await signInByCode(app, { ticket, code, ...visit }));
        },
      }),
      Credentials({
        id: "passkey",
        name: "passkey",
        credentials: { credential: { type: "text" } },
        authorize: async (given) =>
          opened(await signInByPasskey(app, { credential: readJson(given?.credential), ...visit })),
      }),
      ...(app.env.oidc ? [ssoProvider(app.env.oidc)] : []),
    ],
    callbacks: {
      /** What the provider says becomes a person of ours, or nobody. */
      async signIn({ user, account, profile }) {
        if (account?.provider !== SSO) return true;
        const done = await signInBySso(app, { ...claimsOf(app, { ...profile }), ...visit });
        visit.opened ||= done !== undefined;
        if (done) Object.assign(user, userOf(done));
        return done !== undefined;
      },
      // The session's row decides; the token only points to it.
      jwt: ({ token, user }) => (user && "sid" in user ? { ...token, sid: user.sid } : token),
    },
    events: {
      async signOut({ token }) {
        const sessionId = token?.["sid"];
        if (typeof sessionId === "string") await closeSession(app, sessionId, visit.clientAddress);
      },
    },
  };
}

const SSO = "sso";

type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect by discovery, with PKCE, state and nonce; the id token is verified, and joined by what userinfo adds. */
const ssoProvider = ({ issuer, clientId, clientSecret, name }: Oidc): OAuthConfig<Claims> => ({
  id: SSO,
  name,
  type: "oauth",
  wellKnown: `${issuer}/.well-known/openid-configuration`,
  clientId,
  clientSecret,
  authorization: { params: { scope: "openid email profile groups" } },
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  userinfo: {
    async request({ client, tokens }) {
      const claims = claimsIn(tokens.id_token);
      const more = await client.userinfo(tokens.access_token ?? "");
      // OpenID Connect Core 1.0, section 5.3.2: what is said of another subject must not be used.
      if (more.sub !== claims["sub"]) throw new Error("userinfo is of another subject than the id token");
      return { ...more, ...claims, sub: more.sub };
    },
  },
  profile: (claims) => ({ id: String(claims["sub"]), name: textOf(claims["name"]), email: textOf(claims["email"]) }),
});

/** The claims of a token that the library has verified. */
const claimsIn = (idToken: string | undefined): Claims =>
  JSON.parse(Buffer.from(idToken?.split(".")[1] ?? "", "base64url").toString("utf8")) as Claims;

const textOf = (claim: unknown): string | null => (typeof claim === "string" ? claim : null);

function claimsOf(app: App, claims: Claims) {
  const groups = claims[app.env.oidc?.groupsClaim ?? "groups"];
  return {
    subject: String(claims["sub"]),
    email: textOf(claims["email"]) ?? undefined,
    emailVerified: claims["email_verified"] === true,
    name: textOf(claims["name"]) ?? undefined,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : [],
  };
}

const userOf = ({ userId, name, email, sessionId }: SignedIn) => ({ id: userId, name, email, sid: sessionId });

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    // What is no JSON is no passkey's answer either.
    return undefined;
  }
}
