import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { lockBill, type LockedBill } from "#lib/bills/lock-bill.ts";
import { type CryptoAsset, cryptoOf, type Fiat } from "#lib/kernel/assets.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { Raw } from "#lib/kernel/json.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { type EventType, emitPaymentEvents } from "#lib/events/emit.ts";
import { emitBillTransition } from "./emit-bill-transition.ts";
import type { declineDepositEndpoint, releaseDepositEndpoint } from "#lib/payments/hold-contract.ts";
import { type BillState, billStateWith, recordOfBill } from "./hold-store.ts";
import { sharesOf, statusOf } from "./part.ts";
import { decideNow, heldAs, type Snapshot, priceUntil, treatNow } from "./settle-deposits.ts";
import { billOfDeposit, confirmedAt, type DepositRow, declineRow, lockDeposits } from "./store.ts";

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
    await treatNow(tx, bill, deposit, releasedAt(bill.now, deposit, confirmed), reference);
    return undefined;
  });
}

/** What its holder's release makes of it at a time. */
function releasedAt(at: Date, deposit: DepositRow, confirmed: Date): Snapshot {
  const { holder, ...held } = heldAs(deposit, confirmed);
  return { ...held, released: { at, holder } };
}

/** What a release brings: in fiat, by price, and what of it stays crypto or waits for a price. */
export type Release = {
  fiatUnits: bigint;
  prices: readonly Decimal[];
  retainedUnits: bigint;
  feeUnits: bigint;
  waits: boolean;
  late: boolean;
  /** Of what is sold, whether all of it is at the bill's own price. */
  atBillPrice: boolean;
};

/** What deciding a held deposit now would make of it and of its bill. */
export type HoldPreview = {
  accountId: string;
  asset: CryptoAsset;
  fiat: Fiat;
  units: bigint;
  /** Absent where it cannot be released. */
  release?: Release & { bill: BillState; until?: Date; afterwards?: Release };
  decline: { bill: BillState };
};

/**
 * What the verbs above would do now, by the functions they do it with, in one transaction that writes nothing; `afterwards` is
 * a release at today's price after the bill's own is no longer held. Undefined when the deposit is not held any more.
 */
export function previewHold(ctx: Ctx, { billId, txId }: { billId: string; txId: string }) {
  return ctx.transaction(async (tx): Promise<HoldPreview | undefined> => {
    const bill = await lockBill(tx, billId);
    const deposit = (await lockDeposits(tx.db, billId)).find(({ id }) => id === txId);
    if (deposit?.status !== "HELD") return undefined;
    const about = { billId, depositId: txId };
    return {
      accountId: bill.accountId,
      asset: deposit.asset,
      fiat: bill.terms.fiat,
      units: deposit.pending,
      ...(deposit.wrongAsset ? {} : { release: await previewRelease(tx, bill, deposit) }),
      decline: { bill: await billStateWith(tx.db, { ...about, status: "DECLINED" }) },
    };
  });
}

async function previewRelease(ctx: Ctx, bill: LockedBill, deposit: DepositRow) {
  const confirmed = await confirmedAt(ctx.db, deposit);
  must(confirmed, "a held deposit is confirmed");
  const reference = await findReference(ctx.app, cryptoOf(bill.terms.asset), bill.terms.fiat, bill.now);
  const decided = (at: Date) => decideNow(ctx, bill, deposit, releasedAt(at, deposit, confirmed), reference);
  const now = await decided(bill.now);
  const status = statusOf(now.parts);
  const until = await priceUntil(ctx, bill, deposit, confirmed);
  const isHeld = until !== undefined && until > bill.now;
  return {
    ...releaseOf(now),
    bill: await billStateWith(ctx.db, { billId: bill.id, depositId: deposit.id, status }),
    ...(isHeld ? { until, afterwards: releaseOf(await decided(new Date(until.getTime() + 1))) } : {}),
  };
}

type Decided = Awaited<ReturnType<typeof decideNow>>;

function releaseOf({ treatment, parts }: Decided): Release {
  const { fiatUnits, unconvertedUnits, feeUnits, pendingUnits } = sharesOf(parts);
  const sold = parts.filter((part) => part.kind === "GUARANTEED" || part.kind === "SOLD");
  return {
    fiatUnits,
    prices: sold.map(({ price }) => price),
    retainedUnits: unconvertedUnits,
    feeUnits,
    waits: pendingUnits > 0n,
    late: treatment.late,
    atBillPrice: sold.length > 0 && sold.every(({ kind }) => kind === "GUARANTEED"),
  };
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
    const type = await command(tx, bill, deposit);
    if (type) await emitPaymentEvents(tx, billId, [type]);
    await emitBillTransition(tx, bill);
    return answerWith(tx, new Raw<PaymentRecord>(await recordOfBill(tx.db, billId)));
  });
}
