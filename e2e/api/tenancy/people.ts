import { encode } from "next-auth/jwt";
import type { Api } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import type { Role } from "#lib/contract/permissions.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { hired } from "#e2e/world/agreed.ts";
import { openSession, sessionSecret } from "#lib/people/session.ts";
import { signIn } from "#lib/people/sign-in.ts";

/** A signed-in person, by whom the others call them, and what their requests carry. */
export type Person = { userId: string; email: string; who: Partial<ApiRequest> };

/** Somebody new who has this role in each of these accounts. */
export async function hire(api: Api, role: Role, accounts: readonly string[] = ["acme"]): Promise<Person> {
  const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
  const refs = await Promise.all(accounts.map((name) => openAccount(operator, name)));
  const email = `${operator.id()}@example.com`;
  const memberships = refs.map(({ id }) => ({ accountId: id, role }));
  const { userId } = await hired(operator, api.databaseUrl, { email, name: role, memberships });
  return { userId, email, who: await sessionOf(api, await openSession(api.app, userId)) };
}

async function sessionOf(api: Api, sid: string): Promise<Partial<ApiRequest>> {
  const token = await encode({ token: { sid }, secret: sessionSecret(api.app.secrets) });
  return { key: null, headers: { cookie: `next-auth.session-token=${token}`, origin: api.url } };
}

/** What the requests carry of somebody who signs in so; undefined when they are not let in. */
export async function comeIn(api: Api, email: string, password: string): Promise<Partial<ApiRequest> | undefined> {
  const entered = await signIn(api.app, { email, password, clientAddress: "192.0.2.1" });
  return entered && "sessionId" in entered ? sessionOf(api, entered.sessionId) : undefined;
}

/** The same person, acting for one of their accounts. */
export async function actingFor(api: Api, { who }: Person, account: string): Promise<Partial<ApiRequest>> {
  const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
  const { id } = await openAccount(operator, account);
  return { ...who, headers: { ...who.headers, "x-account": id } };
}
