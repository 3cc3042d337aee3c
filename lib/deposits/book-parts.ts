import type { LockedBill } from "#lib/bills/lock-bill.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { owedFor } from "#lib/ledger/balance.ts";
import { type DepositStep, depositKey, retainedLessFee, sold } from "#lib/ledger/journal.ts";
import type { Posted, PostedFor } from "#lib/ledger/post.ts";
import { firmBid } from "#lib/pricing/firm-bid.ts";
import { WHOLE_BPS } from "#lib/pricing/price.ts";
import { priceInputs, type Reference } from "#lib/pricing/reference.ts";
import { insertFill } from "./fill-store.ts";
import type { DepositRow } from "./store.ts";
import type { GuaranteedPart, KeepPart, Part, SoldPart } from "./treatment.ts";

export function aboutDeposit(deposit: Pick<DepositRow, "id" | "billId" | "accountId">): PostedFor {
  return { accountId: deposit.accountId, billId: deposit.billId, depositId: deposit.id };
}

/**
 * Writes the fills of what was decided and answers the entries that book it: sales, and, in one entry, what is kept.
 * Waiting parts stay pending and book nothing.
 */
export async function fillParts(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  parts: readonly (Part | SoldPart)[],
  reference: Reference | undefined,
): Promise<Posted[]> {
  const retained = parts.filter((part) => part.kind === "KEEP");
  const entries = retained.length > 0 ? [entryOfRetained(bill, deposit, retained)] : [];
  for (const part of parts) {
    if (part.kind === "GUARANTEED" || part.kind === "SOLD")
      entries.push(await fillSale(ctx, bill, deposit, part, reference));
  }
  return entries;
}

function entryOfRetained(bill: LockedBill, deposit: DepositRow, parts: readonly KeepPart[]): Posted {
  const retained = {
    asset: deposit.asset,
    accountId: bill.accountId,
    units: sumOf(parts.map(({ units }) => units)),
    feeUnits: sumOf(parts.map(({ feeUnits }) => feeUnits)),
    effectKey: depositKey(deposit, deposit.unconverted > 0n ? "kept-later" : "kept"),
  };
  return { entry: retainedLessFee(retained), about: aboutDeposit(deposit) };
}

async function fillSale(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  part: GuaranteedPart | SoldPart,
  reference: Reference | undefined,
): Promise<Posted> {
  const method = part.kind === "GUARANTEED" ? "RFQ" : part.method;
  const effectKey = depositKey(deposit, stepOf(part));
  const { units, feeUnits, fiatUnits } = part;
  const { asset, fiat } = bill.terms;
  const owedFiatUnits = deposit.timesConfirmed > 1 ? await owedFor(ctx, deposit, fiat) : 0n;
  await insertFill(ctx.db, {
    id: ctx.id(),
    effectKey,
    depositId: deposit.id,
    billId: bill.id,
    method,
    feeModel: part.kind === "GUARANTEED" ? bill.terms.feeModel : part.feeModel,
    units,
    feeUnits,
    price: part.price.toString(),
    fiatUnits,
    gross: part.gross.toString(),
    priceInputs:
      part.kind === "SOLD" && reference
        ? priceInputs(reference, { spreadBps: bill.terms.spreadBps }, part.firm)
        : undefined,
    marketBid: part.kind === "GUARANTEED" && reference ? marketBidFor(bill, part, reference)?.toString() : undefined,
  });
  const sale = { asset, fiat, accountId: bill.accountId, units, feeUnits, fiatUnits, effectKey, owedFiatUnits };
  return { entry: sold({ from: "pending", ...sale }), about: aboutDeposit(deposit) };
}

/** The bid of a part's quantity over the whole book: what its promise was worth when it was used (rulebook 4.18). */
function marketBidFor({ terms }: LockedBill, { units }: GuaranteedPart, reference: Reference): Decimal | undefined {
  return firmBid(reference, { quantity: amountOf(terms.asset, units) }, WHOLE_BPS)?.bid;
}

function stepOf(part: GuaranteedPart | SoldPart): DepositStep {
  if (part.kind === "GUARANTEED") return "guaranteed";
  if (part.method === "MARKET") return "market";
  return part.ofQuantity ? "released" : "fresh";
}
