import type { NextRequest } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { closeSession, SESSION_MS, sessionCookieName, sessionSecret } from "#lib/access/session.ts";
import { signIn } from "#lib/access/sign-in.ts";
import { type House, theHouse } from "#lib/house.ts";
import { currentArrival } from "#lib/kernel/arrival.ts";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const house = await theHouse();
  return NextAuth(request, context, optionsFor(house));
}

export { handle as GET, handle as POST };

function optionsFor(house: House): AuthOptions {
  const secure = house.env.publicUrl.startsWith("https:");
  return {
    secret: sessionSecret(house.secrets),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(house.env.publicUrl),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    providers: [
      Credentials({
        name: "password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(given) {
          const clientAddress = currentArrival()?.clientAddress;
          const done = await signIn(house, {
            email: given?.email ?? "",
            password: given?.password ?? "",
            clientAddress,
          });
          return done ? { id: done.userId, name: done.name, email: done.email, sid: done.sessionId } : null;
        },
      }),
    ],
    callbacks: {
      // The session's row decides; the token only points to it.
      jwt: ({ token, user }) => (user && "sid" in user ? { ...token, sid: user.sid } : token),
    },
    events: {
      async signOut({ token }) {
        const sessionId = token?.["sid"];
        if (typeof sessionId === "string") await closeSession(house, sessionId);
      },
    },
  };
}
