import { contextFor } from "#lib/kernel/app.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createUser } from "#lib/people/create-user.ts";
import { closeApp, openApp } from "#lib/services.ts";
import type { Program } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import type { Records } from "./places.ts";

export const EMPTY_USER = { email: "empty@example.com", password: "empty-sandbox-account" };

/** An account in which nothing has happened, and someone who may do everything in it. */
export async function makeEmptyAccount({ database, dataDir }: Program): Promise<void> {
  const app = await openApp(checkEnv({ DATABASE_URL: database?.url, DATA_DIR: dataDir }).env);
  try {
    const ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "prove" });
    const account = await openAccount(ctx, "empty");
    await createUser(ctx, { ...EMPTY_USER, name: "Empty", memberships: [{ accountId: account.id, role: "admin" }] });
  } finally {
    await closeApp();
  }
}

/** A payment with the wrong coin, an invoice made of another that was kept as crypto, a payout, and what nobody has linked. */
export async function makeRecords({ url, demo }: Program): Promise<Records> {
  const psp = pspClient(url, demo);
  const post = async (target: string, body: object) => (await psp({ method: "POST", target, body }))?.body ?? {};
  const bill = (input: object) =>
    post("/payment/v1/requestPaymentAddress", { cryptoType: "USDT", fiat: "EUR", subaccount: "acme-42", ...input });
  const pay = (address: unknown, more: object) =>
    post("/sandbox/v1/deposits", { address, quantity: 7, confirmations: 25, ...more });
  const held = await bill({ fiatReceivable: 7 });
  const retained = await bill({ fiatReceivable: 7, strategy: "RAI" });
  await pay(held["deposit_address"], { cryptoType: "USDC" });
  await pay(retained["deposit_address"], {});
  await post("/sandbox/v1/settle", {});
  const sale = {
    baseSymbol: "USDT",
    quoteSymbol: "EUR",
    quantity: 6.965,
    items: [{ paymentId: retained["paymentId"] }],
  };
  const invoice = await post("/payment/v1/conversion", sale);
  const bank = { name: "Acme Trading", asset: "EUR", iban: "DE89370400440532013000" };
  const { beneficiaryId } = await post("/manage/v1/beneficiaries", bank);
  const input = { asset: "EUR", quantity: 1.5, reference: "axe 1", beneficiaryId };
  const payout = await post("/manage/v1/payouts", input);
  if (!payout["payoutId"]) throw new Error(`no payout was made: ${JSON.stringify(payout)}`);
  await post("/sandbox/v1/bank", { currency: "EUR", amount: 7.5, reference: "unexpected" });
  await post("/sandbox/v1/venue-transfers", { kind: "DEPOSIT", asset: "BTC", quantity: 0.25, reference: "D-1" });
  if (!invoice["invoiceId"]) throw new Error(`no invoice was made: ${JSON.stringify(invoice)}`);
  return { paymentId: String(held["paymentId"]), invoiceId: String(invoice["invoiceId"]) };
}
