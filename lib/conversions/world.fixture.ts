import type { BillTerms } from "#lib/bills/bill.ts";
import { amountStatus, type BillDeposit, billStatus, factsOf, labelsOf } from "#lib/bills/bill-facts.fixture.ts";
import { EXPIRY, units } from "#lib/bills/terms.fixture.ts";
import { type Part, reasonOf, type Shares, type SoldPart, sharesOf, statusOf, usedOf } from "#lib/deposits/part.ts";
import { settleFresh } from "#lib/deposits/fresh-sale.ts";
import { offerAt } from "#lib/deposits/offer.fixture.ts";
import { type DepositArrival, settleMarket, type Standing, treat } from "#lib/deposits/treatment.ts";
import { standingOf } from "#lib/deposits/standing.fixture.ts";
import { type Asset, networkOf, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { linesOf, openBook } from "#lib/ledger/book.fixture.ts";
import type { Bids } from "#lib/pricing/book.ts";
import {
  confirmed,
  type DepositStep,
  depositKey,
  type JournalEntry,
  retainedLessFee,
  sold,
} from "#lib/ledger/journal.ts";

/** The one account of the examples. */
export const ACCOUNT = "psp";
export const IN_TIME = { firstSeen: new Date(EXPIRY.getTime() - 60_000), confirmedAt: EXPIRY };
export const LATE = {
  firstSeen: new Date(EXPIRY.getTime() + 60_000),
  confirmedAt: new Date(EXPIRY.getTime() + 120_000),
};
export const BEFORE = new Date(EXPIRY.getTime() - 1);
export const AFTER = new Date(EXPIRY.getTime() + 24 * 3_600_000);

type Settled = Part | SoldPart;
type Deposit = {
  arrival: DepositArrival;
  parts: Settled[];
  late: boolean;
  reason: string | undefined;
  record: BillDeposit;
  lines: string[];
};

/** One bill with its deposits and the ledger, driven by the pure rules alone as the verbs drive them. */
export function open(terms: BillTerms) {
  const book = openBook();
  const deposits: Deposit[] = [];
  const own = { accountId: ACCOUNT, asset: terms.asset };
  const post = (entry: JournalEntry) => {
    book.post(entry);
    return linesOf(entry);
  };
  const place = (outputIndex: number, timesConfirmed = 1) => ({
    variant: 0,
    network: networkOf(terms.asset),
    txHash: "aa",
    outputIndex,
    timesConfirmed,
  });

  function settle(part: Part, now: Standing, bid?: Bids | string, fills?: [string, string][]): readonly Settled[] {
    if (part.kind === "FRESH" && bid) return settleFresh(terms, part, offerAt(bid, 546n), now) ?? [part];
    if (part.kind !== "MARKET" || !fills) return [part];
    const soldUnits = fills.reduce((sum, [quantity]) => sum + units(terms.asset, quantity), 0n);
    const proceeds = fills.reduce(
      (sum, [quantity, price]) => sum.plus(Decimal.from(quantity).times(Decimal.from(price))),
      Decimal.ZERO,
    );
    return settleMarket(terms, part.units, { soldUnits, proceeds });
  }

  function postPart(part: Settled, key: (step: DepositStep) => string, owedFiatUnits = 0n): string[] {
    if (part.kind === "KEEP") return post(retainedLessFee({ ...own, effectKey: key("kept"), ...part }));
    if (part.kind === "FRESH" || part.kind === "MARKET") return [];
    const sale = part.kind === "SOLD" && part.ofQuantity ? "released" : "fresh";
    const step = part.kind === "GUARANTEED" ? "guaranteed" : part.method === "FRESH" ? sale : "market";
    return post(sold({ ...own, effectKey: key(step), from: "pending", fiat: terms.fiat, owedFiatUnits, ...part }));
  }

  const standing = (): Standing => {
    const parts = deposits.flatMap((deposit) => deposit.parts);
    const atPrice = standingOf(parts.filter((part) => part.kind === "GUARANTEED"));
    return { ...atPrice, underUnits: usedOf(parts) - atPrice.units };
  };

  function arrive(
    amount: string,
    times: Omit<DepositArrival, "units" | "asset">,
    later: { bid?: Bids | string; fills?: [string, string][] } = {},
  ): Deposit {
    const arrival = { ...times, units: units(terms.asset, amount), asset: terms.asset };
    const index = deposits.length;
    const before = standing();
    const treatment = treat(terms, arrival, before);
    const parts = treatment.parts.flatMap((part) => settle(part, before, later.bid, later.fills));
    const lines = post(confirmed({ ...own, effectKey: depositKey(place(index)), units: arrival.units }));
    for (const part of parts) lines.push(...postPart(part, (step) => depositKey(place(index), step)));
    const record = {
      quantityUnits: arrival.units,
      status: statusOf(parts),
      wrongAsset: false,
      dust: treatment.rule === "DUST",
      late: treatment.late,
    };
    const deposit = {
      arrival,
      parts,
      late: treatment.late,
      reason: reasonOf(parts),
      record: { ...record, wasCredited: true, reasonCode: reasonOf(parts) ?? null },
      lines,
    };
    deposits.push(deposit);
    return deposit;
  }

  /** The record's identity, per bill: received = pending + converted + unconverted + fee. */
  function shares(): Shares & { receivedUnits: bigint } {
    const all = sharesOf(deposits.flatMap(({ parts }) => parts));
    const receivedUnits = deposits.reduce((sum, { arrival }) => sum + arrival.units, 0n);
    const split = all.pendingUnits + all.convertedUnits + all.unconvertedUnits + all.feeUnits;
    must(split === receivedUnits, "received = pending + converted + unconverted + fee");
    return { ...all, receivedUnits };
  }

  function states(now = BEFORE): string[] {
    const records = deposits.map(({ record }) => record);
    const facts = { ...terms, ...factsOf(records) };
    return [billStatus(facts, now), amountStatus(facts, now), ...labelsOf(records)];
  }
  return { terms, book, deposits, post, place, own, postPart, arrive, shares, states };
}

/** "C + U + f → fiat" as the trade writes it. */
export function split({ terms, shares }: { terms: BillTerms; shares: () => Shares }): string {
  const { convertedUnits, unconvertedUnits, feeUnits, fiatUnits } = shares();
  const crypto = (amount: bigint) => Decimal.of(amount, scaleOf(terms.asset)).toString();
  return `C ${crypto(convertedUnits)} U ${crypto(unconvertedUnits)} f ${crypto(feeUnits)} → ${Decimal.of(fiatUnits, scaleOf(terms.fiat)).toFixed(scaleOf(terms.fiat))}`;
}

/** "P Q" of a bill. */
export const promise = ({ asset, price, quantityUnits }: BillTerms) =>
  `${price} ${Decimal.of(quantityUnits, scaleOf(asset))}`;

/** The ledger agrees with the record: pending, available and custody. */
export function checkBook(world: ReturnType<typeof open>): void {
  const { pendingUnits, unconvertedUnits, fiatUnits, receivedUnits } = world.shares();
  const { book, terms } = world;
  const holds = (code: string, asset: Asset, expected: bigint) =>
    must(
      book.balance(code, asset) === expected,
      `${code} holds ${expected} of ${asset}, not ${book.balance(code, asset)}`,
    );
  holds(`acc:${ACCOUNT}:pending`, terms.asset, pendingUnits);
  holds(`acc:${ACCOUNT}:available`, terms.asset, unconvertedUnits);
  holds(`acc:${ACCOUNT}:available`, terms.fiat, fiatUnits);
  holds(`custody:${networkOf(terms.asset)}`, terms.asset, receivedUnits);
}
