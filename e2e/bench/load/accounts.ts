import { encode } from "next-auth/jwt";
import { hired } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import type { Program } from "#e2e/world/program.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { openSession, sessionSecret } from "#lib/people/session.ts";
import { fastKey, ownerUrl } from "./inside.ts";

/** Far enough away never to refuse, and asked all the same: of each account, and of the house. */
const FAR_LIMITS = { openExposureLimit: "9000000000", "houseExposureLimit.BTC": "1000000" };

export type Caller = { accountId: string; keyId: string; secret: string };

/** Accounts with limits, each with a key of its own whose rate is no limit here. */
export async function openCallers(ctx: Ctx, names: readonly string[]): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const name of names) {
    const account = await openAccount(ctx, name);
    const of = contextFor(ctx.app, { actor: ctx.actor, account, requestId: "bench" });
    await changeSettings(of, callers.length === 0 ? FAR_LIMITS : { openExposureLimit: FAR_LIMITS.openExposureLimit });
    callers.push({ accountId: account.id, ...(await fastKey(of)) });
  }
  return callers;
}

/** A person of an account who is signed in; answers the cookie that says so. */
export async function signedIn(program: Program, ctx: Ctx, accountId: string): Promise<string> {
  const who = { email: "bench@example.com", name: "Bench", memberships: [{ accountId, role: "admin" as const }] };
  const { userId } = await hired(ctx, ownerUrl(program), who);
  const token = await encode({
    token: { sid: await openSession(ctx.app, userId) },
    secret: sessionSecret(ctx.app.secrets),
  });
  return `next-auth.session-token=${token}`;
}
