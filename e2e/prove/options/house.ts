import type { BillTerms } from "#lib/bills/bill.ts";
import { limitsFor } from "#lib/bills/promise-limits.ts";
import { offerAt } from "#lib/deposits/offer.fixture.ts";
import { settleFresh } from "#lib/deposits/fresh-sale.ts";
import {
  type DepositArrival,
  type GuaranteedPart,
  type SoldPart,
  type Standing,
  treat,
} from "#lib/deposits/treatment.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type FeeModel, quantityFor, sellPrice } from "#lib/pricing/price.ts";
import { NOTHING_SET } from "#lib/settings/setting.ts";
import { type Bill, GUARANTEE, LIFETIME, minuteAt, type Sent } from "./bill.ts";
import { promiseOf, type Promised, standingOf } from "./recount.ts";

/** Above it what comes is held by the account itself, where a bill is made so. */
export const DEPOSIT_LIMIT = Decimal.from("0.01");
const FIAT = "EUR";
const ASSET = "BTC";

/** The house by the program's own pure rules with live's defaults; what it promises is recounted beside it. */
export class Counterparty {
  readonly bills: Bill[] = [];
  readonly faults: string[] = [];
  /** What it has paid out beyond what its hedges brought: below zero it has earned. */
  lost: Decimal = Decimal.ZERO;
  turnover = 0n;
  private readonly bids: readonly Decimal[];
  private readonly limits: { fiatLimit?: bigint; cryptoLimit?: bigint };

  constructor(bids: readonly Decimal[]) {
    this.bids = bids;
    const bid = String(bids[0]);
    this.limits = limitsFor({ mode: "live", settings: NOTHING_SET, bids: { BTC: bid } }, ASSET, FIAT);
  }

  bidAt(minute: number): Decimal {
    const bid = this.bids[Math.min(minute, this.bids.length - 1)];
    if (!bid) throw new Error(`no bid at ${minute}`);
    return bid;
  }

  /** What all bills promise now. */
  live(minute: number): Promised {
    const all = this.bills.map((bill) => promiseOf(bill, minute));
    const sum = (of: (one: Promised) => bigint) => all.reduce((total, one) => total + of(one), 0n);
    return { units: sum(({ units }) => units), fiatUnits: sum(({ fiatUnits }) => fiatUnits) };
  }

  /** Makes a bill, unless its promise and all the live ones pass a limit. */
  create(minute: number, fiatUnits: bigint, feeModel: FeeModel, isHolding: boolean): Bill | undefined {
    const bill = { terms: this.terms(minute, fiatUnits, feeModel), madeAt: minute, isHolding, sent: [] };
    const { units, fiatUnits: promised } = this.live(minute);
    const { fiatLimit, cryptoLimit } = this.limits;
    if (fiatLimit !== undefined && promised + fiatUnits > fiatLimit) return undefined;
    if (cryptoLimit !== undefined && units + bill.terms.quantityUnits > cryptoLimit) return undefined;
    this.bills.push(bill);
    return bill;
  }

  send(bill: Bill, minute: number, units: bigint): Sent {
    const sent: Sent = { units, seenAt: minute, state: "UNCONFIRMED", fiatUnits: 0n, bought: 0n, hedged: 0n };
    bill.sent.push(sent);
    return sent;
  }

  confirm(bill: Bill, sent: Sent, minute: number): void {
    if (sent.state !== "UNCONFIRMED") return;
    sent.confirmedAt = minute;
    if (bill.isHolding && Decimal.of(sent.units, scaleOf(ASSET)).compare(DEPOSIT_LIMIT) > 0) sent.state = "HELD";
    else this.treat(bill, sent, minute, {});
  }

  /** Replaced by another payment before it was confirmed. */
  vanish(sent: Sent): void {
    if (sent.state === "UNCONFIRMED") sent.state = "GONE";
  }

  /** Confirms all that is in the mempool, as a block does. */
  mine(minute: number): void {
    for (const bill of this.bills) for (const sent of bill.sent) this.confirm(bill, sent, minute);
  }

  release(bill: Bill, sent: Sent, minute: number): void {
    if (sent.state === "HELD")
      this.treat(bill, sent, minute, { released: { at: minuteAt(minute), holder: "ACCOUNT" } });
  }

  /** The chain takes it back: fiat goes back too, the hedge stays sold. */
  takeBack(sent: Sent): void {
    if (sent.state !== "TREATED") return;
    this.lost = this.lost.minus(inFiat(sent.fiatUnits));
    Object.assign(sent, { state: "UNCONFIRMED", fiatUnits: 0n, bought: 0n });
    delete sent.confirmedAt;
    delete sent.atPrice;
    delete sent.usedAt;
    delete sent.under;
  }

  /** Sold for crypto that the chain has taken back. */
  short(): bigint {
    return this.bills.flatMap(({ sent }) => sent).reduce((sum, { hedged, bought }) => sum + hedged - bought, 0n);
  }

  /** What was hedged and never came again is bought back. */
  close(minute: number): void {
    this.lost = this.lost.plus(worth(this.short(), this.bidAt(minute)));
  }

  /** What its promises gave away, by rulebook 4.18: its book is far deeper than any part, so that the best bid is the part's. */
  givenAway(): bigint {
    const parts = this.bills.flatMap(({ sent }) => sent).filter(({ atPrice }) => atPrice !== undefined);
    return parts.reduce((sum, { atPrice, usedAt = 0 }) => {
      const { units = 0n, feeUnits = 0n, fiatUnits = 0n } = atPrice ?? {};
      const market = worth(units - feeUnits, this.bidAt(usedAt)).floorUnits(scaleOf(FIAT));
      return fiatUnits > market ? sum + fiatUnits - market : sum;
    }, 0n);
  }

  private treat(bill: Bill, sent: Sent, minute: number, more: Pick<DepositArrival, "released">): void {
    const { terms } = bill;
    const before = promiseOf(bill, minute);
    const standing = standingOf(bill);
    const arrival: DepositArrival = {
      units: sent.units,
      asset: ASSET,
      firstSeen: minuteAt(sent.seenAt),
      confirmedAt: minuteAt(sent.confirmedAt ?? minute),
      ...more,
    };
    sent.state = "TREATED";
    for (const part of treat(terms, arrival, standing).parts) {
      const became = part.kind === "FRESH" ? this.fresh(terms, part, minute, standing) : [part];
      for (const one of became) this.book(sent, one, minute);
    }
    this.judge(bill, sent, minute, before, more.released !== undefined);
  }

  private fresh(terms: BillTerms, part: Parameters<typeof settleFresh>[1], minute: number, standing: Standing) {
    return settleFresh(terms, part, offerAt(String(this.bidAt(minute))), standing) ?? [];
  }

  private book(sent: Sent, part: { kind: string; units: bigint; fiatUnits?: bigint }, minute: number): void {
    if (part.kind === "GUARANTEED") {
      sent.atPrice = part as GuaranteedPart;
      sent.usedAt = minute;
    } else if (part.kind === "SOLD") {
      const sold = part as SoldPart;
      if (sold.ofQuantity) sent.under = sold;
    } else return;
    const fiatUnits = part.fiatUnits ?? 0n;
    sent.fiatUnits += fiatUnits;
    this.turnover += fiatUnits;
    this.lost = this.lost.plus(inFiat(fiatUnits));
    sent.bought += part.units;
    if (sent.bought <= sent.hedged) return;
    this.lost = this.lost.minus(worth(sent.bought - sent.hedged, this.bidAt(minute)));
    sent.hedged = sent.bought;
  }

  /** Nothing is sold at P that was not promised then, nor for more; and a hold released late wins nothing. */
  private judge(bill: Bill, sent: Sent, minute: number, before: Promised, isReleased: boolean): void {
    const { atPrice, under } = sent;
    const isLate = isReleased && minute - (sent.confirmedAt ?? 0) > 10;
    const about = `at minute ${minute}, of a bill made at ${bill.madeAt}`;
    if (atPrice && !isLate && (atPrice.units > before.units || atPrice.fiatUnits > before.fiatUnits))
      this.faults.push(
        `${about}: ${atPrice.fiatUnits} paid for ${atPrice.units} at P, promised ${before.fiatUnits} for ${before.units}`,
      );
    const taken = (atPrice?.fiatUnits ?? 0n) + (under?.fiatUnits ?? 0n);
    if (isLate && inFiat(taken).compare(worth(sent.units, this.bidAt(minute))) > 0)
      this.faults.push(`${about}: a hold released late was paid ${taken}, more than the market's`);
  }

  private terms(minute: number, fiatUnits: bigint, feeModel: FeeModel): BillTerms {
    const price = sellPrice({ bid: this.bidAt(minute), feeModel, spreadBps: 100 });
    const sized = {
      asset: ASSET,
      fiat: FIAT,
      fiatUnits,
      price,
      feeModel,
      strategy: "RFQ",
      explicitFeeBps: 100,
    } as const;
    return {
      ...sized,
      quantityUnits: quantityFor(sized),
      spreadBps: 100,
      transactionFeeBps: 50,
      toleranceBps: 0,
      overpayment: "CONVERT",
      guaranteeMs: GUARANTEE * 60_000,
      maxDepthBps: 200,
      holdGraceMs: 600_000,
      expiresAt: minuteAt(minute + LIFETIME),
    };
  }
}

export const inFiat = (units: bigint): Decimal => Decimal.of(units, scaleOf(FIAT));
const worth = (units: bigint, bid: Decimal): Decimal => Decimal.of(units, scaleOf(ASSET)).times(bid);
