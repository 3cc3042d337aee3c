import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { lockBill, type LockedBill } from "#lib/bills/lock-bill.ts";
import { cryptoOf } from "#lib/kernel/assets.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { Raw } from "#lib/kernel/json.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { type EventType, emitPaymentEvents } from "#lib/events/emit.ts";
import { announce } from "./announce.ts";
import type { declineDepositEndpoint, releaseDepositEndpoint } from "#lib/payments/hold-contract.ts";
import { treatNow } from "./settle-deposits.ts";
import type { Holder } from "./treatment.ts";
import { billOfDeposit, confirmedAt, type DepositRow, declineRow, lockDeposits, recordOfBill } from "./store.ts";

/**
 * Releases a held deposit: it is treated now, at the bill's price while that is promised for held money, after that at
 * the lower of it and a fresh one (rulebook 7.17); what is older than its bill is late. Refuses a deposit that
 * is not held (INVALID_STATE), and the wrong asset, which can only be paid back or declined. Answers the payment record.
 */
export async function releaseDeposit(
  ctx: Ctx,
  input: InputOf<typeof releaseDepositEndpoint>,
): Promise<Raw<PaymentRecord>> {
  return decide(ctx, input.txId, "deposit.release", input.note, async (tx, bill, deposit) => {
    if (deposit.wrongAsset)
      throw new Refusal("INVALID_STATE", "A deposit of the wrong asset cannot be released; pay it back or decline it.");
    const confirmed = await confirmedAt(tx.db, deposit);
    must(confirmed, "a held deposit is confirmed");
    const reference = await findReference(tx.app, cryptoOf(bill.terms.asset), bill.terms.fiat, bill.now);
    await treatNow(tx, bill, deposit, releasedNow(bill, deposit, confirmed), reference);
    return undefined;
  });
}

/** What its holder's release makes of it: a limit of the account's is its own hold, every other one the house's. */
function releasedNow(bill: LockedBill, { reasonCode }: DepositRow, confirmed: Date) {
  const holder: Holder = reasonCode === "DEPOSIT_LIMIT" ? "ACCOUNT" : "HOUSE";
  return { confirmedAt: confirmed, released: { at: bill.now, holder }, older: reasonCode === "BEFORE_BILL" };
}

/** Declines a held deposit: it stays pending, outside the bill's sums, until it is paid back. Answers the payment record. */
export async function declineDeposit(
  ctx: Ctx,
  input: InputOf<typeof declineDepositEndpoint>,
): Promise<Raw<PaymentRecord>> {
  return decide(ctx, input.txId, "deposit.decline", input.note, async (tx, _bill, deposit) => {
    await declineRow(tx.db, deposit.id);
    return "payment.deposit.declined";
  });
}

type PaymentRecord = OutputOf<typeof releaseDepositEndpoint>;

/** Carries out the decision and answers the event that is still to be emitted for it. */
type Command = (ctx: Ctx, bill: LockedBill, deposit: DepositRow) => Promise<EventType | undefined>;

async function decide(
  ctx: Ctx,
  txId: string,
  action: string,
  note: string,
  command: Command,
): Promise<Raw<PaymentRecord>> {
  const billId = isId(txId) ? await billOfDeposit(ctx.db, txId, accountOf(ctx).id) : undefined;
  if (!billId) throw new Refusal("NOT_FOUND", "There is no deposit with this txId.");
  return ctx.transaction(async (tx) => {
    const bill = await lockBill(tx, billId);
    const deposit = (await lockDeposits(tx.db, billId)).find(({ id }) => id === txId);
    must(deposit, "a deposit stays with its bill");
    if (deposit.status !== "HELD")
      throw new Refusal("INVALID_STATE", `Only a held deposit can be decided; this one is ${deposit.status}.`);
    await recordAudit(tx, { action, objectKind: "deposit", objectId: txId, detail: { note } });
    const told = await command(tx, bill, deposit);
    if (told) await emitPaymentEvents(tx, billId, [told]);
    await announce(tx, bill);
    return answerWith(tx, new Raw<PaymentRecord>(await recordOfBill(tx.db, billId)));
  });
}
