import type { NextRequest } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { ownPath } from "#components/auth/way-back.ts";
import { HttpRefusal, refusalResponse } from "#lib/http/errors.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { closeSession, currentStaff, SESSION_MS, sessionCookieName, sessionSecret } from "#lib/people/session.ts";
import { FACTOR_ASKED } from "#lib/people/factor-asked.ts";
import { type SignedIn, signIn, signInByCode, signInByPasskey } from "#lib/people/sign-in.ts";
import { type App, theApp } from "#lib/kernel/app.ts";
import { currentArrival } from "#lib/kernel/arrival.ts";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const app = await theApp();
  const refused = refuseCallback(request, app.env.publicUrl);
  if (refused) return refused;
  const { nextauth } = await context.params;
  // The token outlives its session by itself: whom it names is told only while the session's row lives.
  if (nextauth[0] === "session" && !(await currentStaff(request.headers.get("cookie")))) return Response.json({});
  const options = optionsFor(app);
  if (nextauth[0] === "callback" && request.method === "GET" && isForm(options, nextauth[1])) return refuseGet();
  return NextAuth(request, context, options);
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
  const kept = request.cookies.get(name)?.value;
  if (!kept || URL.canParse(kept)) return undefined;
  const refusal = new Refusal("VALIDATION_FAILED", `The cookie ${name} holds no address; it is taken away, try again.`);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return refusalResponse(refusal, requestId(), {
    "set-cookie": `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`,
  });
}

/** Over https a cookie is bound to this very host (RFC 6265bis §4.1.3.2); browsers drop such ones on plain http. */
const cookiePrefix = (origin: string): string => (origin.startsWith("https:") ? "__Host-" : "");

export { handle as GET, handle as POST };

function optionsFor(app: App): AuthOptions {
  const secure = app.env.publicUrl.startsWith("https:");
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
      callbackUrl: {
        name: cookiePrefix(app.env.publicUrl) + CALLBACK_COOKIE,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    providers: [
      Credentials({
        name: "password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(given, request) {
          const done = await signIn(app, {
            email: given?.email ?? "",
            password: given?.password ?? "",
            ...cameFrom(request),
          });
          // What is thrown here is all that next-auth tells the page beside yes and no.
          if (done && "ticket" in done) throw new Error(FACTOR_ASKED + done.ticket);
          return done ? userOf(done) : null;
        },
      }),
      Credentials({
        id: "code",
        name: "second factor",
        credentials: { ticket: { type: "text" }, code: { type: "text" } },
        async authorize(given, request) {
          const { ticket = "", code = "" } = given ?? {};
          const done = await signInByCode(app, { ticket, code, ...cameFrom(request) });
          return done ? userOf(done) : null;
        },
      }),
      Credentials({
        id: "passkey",
        name: "passkey",
        credentials: { credential: { type: "text" } },
        async authorize(given, request) {
          const credential = readJson(given?.credential);
          const done = await signInByPasskey(app, { credential, ...cameFrom(request) });
          return done ? userOf(done) : null;
        },
      }),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => baseUrl + (ownPath(url, baseUrl) ?? "/"),
      // The session's row decides; the token only points to it.
      jwt: ({ token, user }) => (user && "sid" in user ? { ...token, sid: user.sid } : token),
    },
    events: {
      async signOut({ token }) {
        const sessionId = token?.["sid"];
        if (typeof sessionId === "string") await closeSession(app, sessionId);
      },
    },
  };
}

const userOf = ({ userId, name, email, sessionId }: SignedIn) => ({ id: userId, name, email, sid: sessionId });

/** Where a sign-in comes from, for the person's own list of sessions. */
function cameFrom({ headers }: { headers?: Record<string, unknown> }) {
  const agent = headers?.["user-agent"];
  return {
    clientAddress: currentArrival()?.clientAddress,
    agent: typeof agent === "string" ? agent : undefined,
  };
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    // What is no JSON is no passkey's answer either.
    return undefined;
  }
}
