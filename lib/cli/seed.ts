import { createKey, openedKey } from "#lib/access/create-key.ts";
import { createUser } from "#lib/access/create-user.ts";
import { findAccount, needAccount, openAccount } from "#lib/access/accounts.ts";
import { SCOPES } from "#lib/access/scopes.ts";
import { contextFor, type House } from "#lib/house.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { openSandboxChains } from "#lib/sandbox/chain-levers.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { playBills, playOn } from "./play-bills.ts";

/** The sandbox's published sign-in; live has neither this user nor this account. */
export const DEMO = {
  account: "demo",
  email: "demo@example.com",
  password: "demo-sandbox",
  name: "Demo",
  keyName: "sandbox seed",
} as const;

const SEED_RATE = 1_000;
const SEED_BILLS = 48;
const SEED_DAYS = 6;

export type Welcome = { email: string; password: string; keyId: string; secret: string };

/**
 * Fills a new sandbox through the verbs and the simulated chain: account, demo user, key, wallets, and some days of bills
 * told in order by the business clock. Does nothing to a sandbox that has its demo account already. Answers the sign-in.
 */
export async function seed(house: House): Promise<Welcome> {
  const ctx = contextFor(house, { actor: { kind: "operator" }, requestId: "seed" });
  const known = await findAccount(ctx, DEMO.account);
  if (!known) {
    await openSandboxChains(ctx);
    for (const wallet of SANDBOX_WALLETS) await addWallet(ctx, wallet);
  }
  const account = known ?? (await openAccount(ctx, DEMO.account));
  const key = await seedKey(contextFor(house, { actor: { kind: "operator" }, account, requestId: "seed" }), account);
  if (!known) {
    await createUser(ctx, {
      email: DEMO.email,
      name: DEMO.name,
      password: DEMO.password,
      memberships: [{ accountId: account.id, role: "admin" }],
    });
    await playBills(house, account, { bills: SEED_BILLS, days: SEED_DAYS });
  }
  return { email: DEMO.email, password: DEMO.password, ...key };
}

async function seedKey(ctx: Ctx, account: AccountRef): Promise<{ keyId: string; secret: string }> {
  const known = await openedKey(ctx, account.id, DEMO.keyName);
  return known ?? createKey(ctx, { name: DEMO.keyName, scopes: [...SCOPES], ratePerSecond: SEED_RATE });
}

/** More bills for the demo account, through the verbs: for looking at the desk with much data. */
export async function seedBills(house: House, bills: number): Promise<void> {
  await seed(house);
  const ctx = contextFor(house, { actor: { kind: "operator" }, requestId: "seed" });
  await playOn(house, await needAccount(ctx, DEMO.account), bills);
}
