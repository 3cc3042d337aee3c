import { createKey, openedKey } from "#lib/keys/create-key.ts";
import { createUser, isUser } from "#lib/people/create-user.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { houseOf, needAccount } from "#lib/kernel/tenants.ts";
import { DEMO_ACCOUNT, DEMO_USER, SEED_KEY_NAME } from "#lib/people/demo-user.ts";
import { SCOPES } from "#lib/contract/permissions.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Env } from "#lib/kernel/env.ts";
import { SetupFault } from "#lib/kernel/setup-fault.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { openSandboxChains } from "#lib/sandbox/chain-controls.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { playBills, playOn } from "./play-bills.ts";

const SEED_RATE = 1_000;

export type Welcome = { email: string; password: string; keyId: string; secret: string };

/**
 * Fills a new sandbox through the verbs and the simulated chain: what {@link openDemo} makes, and ninety days of bills made
 * in the order of the business clock. Each step is made once; the next start finishes a seed that was cut off. Fails soon
 * after `stop` is aborted.
 */
export async function seed(app: App, stop?: AbortSignal): Promise<Welcome> {
  const { account, welcome } = await openDemo(app);
  await playBills(app, account, stop);
  return welcome;
}

/** The sandbox before its first bill: chains, wallets, the demo's account, user and key. */
export async function openDemo(app: App): Promise<{ account: AccountRef; welcome: Welcome }> {
  const ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "seed" });
  await openSandboxChains(ctx);
  for (const wallet of SANDBOX_WALLETS) await addWallet(ctx, wallet);
  const account = await openAccount(ctx, DEMO_ACCOUNT);
  const key = await seedKey(contextFor(app, { actor: { kind: "operator" }, account, requestId: "seed" }), account);
  if (!(await isUser(ctx, DEMO_USER.email))) {
    const tenants = [account, await houseOf(ctx.app)];
    const memberships = tenants.map(({ id }) => ({ accountId: id, role: "admin" as const }));
    await createUser(ctx, { ...DEMO_USER, name: "Demo", memberships });
  }
  return { account, welcome: { ...DEMO_USER, ...key } };
}

async function seedKey(ctx: Ctx, account: AccountRef): Promise<{ keyId: string; secret: string }> {
  const known = await openedKey(ctx, account.id, SEED_KEY_NAME);
  return known ?? createKey(ctx, { name: SEED_KEY_NAME, scopes: [...SCOPES], ratePerSecond: SEED_RATE });
}

/** Before anything is written: the demo's wallets are of keys that everybody has. */
export function needSandbox({ mode }: Pick<Env, "mode">): void {
  if (mode !== "sandbox")
    throw new SetupFault("seed fills a sandbox with bills: set MODE=sandbox and its own database.");
}

/** More bills for the demo account, through the verbs: for looking at the desk with much data. */
export async function seedBills(app: App, bills: number): Promise<void> {
  await seed(app);
  const ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "seed" });
  await playOn(app, await needAccount(ctx, DEMO_ACCOUNT), bills);
}
