import type { Chance } from "#e2e/world/seeded.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type Bill, GUARANTEE, LIFETIME, type Sent } from "./bill.ts";
import { Counterparty, inFiat } from "./house.ts";

/** The minutes a path is played over: bills for two hours, each live for its lifetime and guarantee. */
export const MINUTES = 120 + LIFETIME + GUARANTEE + 10;
const CREATES_UNTIL = 120;
/** Live's default limit of an account in EUR, in cents: known here by itself. */
const LIMIT = 10_000_000n;
const DUST = 546n;
/** What it does with a bill that the market falls under; the others it leaves, or pays a little of. */
const TACTICS = ["whole", "split", "over", "hold", "reorganise", "replace", "late", "after"] as const;

type Step = (minute: number) => void;
export type Played = { lost: Decimal; allowed: Decimal; bills: number; refused: number; faults: string[] };

/**
 * Knows the whole path: makes bills as large as the limits leave room for, pays those that win, as late as P holds, and
 * leaves the rest. What it takes can be no more than what the market fell under what was promised at each minute.
 */
export function playAdversary(chance: Chance, bids: readonly Decimal[]): Played {
  const house = new Counterparty(bids);
  const steps = new Map<number, Step[]>();
  const plan = (minute: number, step: Step): void => void steps.set(minute, [...(steps.get(minute) ?? []), step]);
  let allowed = Decimal.ZERO;
  let refused = 0;
  let hasReorganised = false;
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    for (const step of steps.get(minute) ?? []) step(minute);
    if (minute <= CREATES_UNTIL && minute % 5 === 0) refused += 1 - tryOne(minute);
    const live = house.live(minute);
    if (!hasReorganised && live.fiatUnits > LIMIT)
      house.faults.push(`at minute ${minute} ${live.fiatUnits} cents are promised, beyond ${LIMIT}`);
    allowed = allowed.plus(move(house, live.units + house.short(), minute));
  }
  house.close(MINUTES);
  if (house.lost.compare(allowed) > 0) house.faults.push(`it took ${house.lost}, the promises allowed ${allowed}`);
  return { lost: house.lost, allowed, bills: house.bills.length, refused, faults: house.faults };

  function tryOne(minute: number): 0 | 1 {
    const room = LIMIT - house.live(minute).fiatUnits;
    const feeModel = chance.pick(["SPREAD", "EXPLICIT"] as const);
    const tactic = chance.pick(TACTICS);
    const isHolding = tactic === "hold";
    if (house.create(minute, room + 100n, feeModel, isHolding))
      house.faults.push(`at minute ${minute} a bill of ${room + 100n} cents passed a room of ${room}`);
    if (room < 1_000n) return 0;
    const bill = house.create(minute, chance.pick([room, room / 2n + 100n]), feeModel, isHolding);
    if (!bill) return 0;
    const best = lowest(house, minute + 1, minute + LIFETIME + GUARANTEE);
    if (house.bidAt(best).compare(bill.terms.price) >= 0) leave(bill, minute);
    else pay(bill, minute, best, tactic);
    return 1;
  }

  /** A satoshi, dust, or a payment that is replaced: none of it takes the bill out of the limits. */
  function leave(bill: Bill, minute: number): void {
    plan(minute + 1, (at) => {
      const sent = house.send(bill, at, chance.pick([1n, DUST, DUST + 1n, bill.terms.quantityUnits]));
      if (sent.units > DUST) house.vanish(sent);
      else house.confirm(bill, sent, at);
    });
  }

  function pay(bill: Bill, minute: number, best: number, tactic: (typeof TACTICS)[number]): void {
    const { quantityUnits } = bill.terms;
    const seenAt = Math.min(best, minute + LIFETIME);
    const confirmAt = (at: number, sent: Sent) => plan(Math.max(at, seenAt), (now) => house.confirm(bill, sent, now));
    const send = (units: bigint, then: (sent: Sent) => void, at = seenAt) =>
      plan(at, (now) => then(house.send(bill, now, units)));
    const third = quantityUnits / 3n;
    const after = minute + LIFETIME + chance.whole(1, 30);
    const ways: Record<(typeof TACTICS)[number], () => void> = {
      whole: () => send(quantityUnits, (sent) => confirmAt(best, sent)),
      over: () => send(quantityUnits * 2n, (sent) => confirmAt(best, sent)),
      split() {
        for (const [nth, units] of [third, third, quantityUnits - 2n * third].entries())
          send(units, (sent) => confirmAt(best - nth, sent));
      },
      hold: () =>
        send(quantityUnits, (sent) => {
          house.confirm(bill, sent, seenAt);
          plan(Math.max(best, seenAt + chance.whole(0, 20)), (now) => house.release(bill, sent, now));
        }),
      reorganise: () =>
        send(quantityUnits, (sent) => {
          confirmAt(best, sent);
          plan(best + chance.whole(1, 30), () => {
            hasReorganised = true;
            house.takeBack(sent);
          });
          plan(best + chance.whole(31, 60), (now) => house.confirm(bill, sent, now));
        }),
      replace() {
        send(quantityUnits, (sent) => plan(seenAt, () => house.vanish(sent)), Math.max(minute, seenAt - 5));
        send(quantityUnits, (sent) => confirmAt(best, sent));
      },
      late: () => send(quantityUnits, (sent) => confirmAt(lowest(house, minute, MINUTES), sent)),
      after: () =>
        send(quantityUnits, (sent) => plan(Math.max(after, best), (now) => house.confirm(bill, sent, now)), after),
    };
    ways[tactic]();
  }
}

/** The minute of the lowest bid of a span. */
export function lowest(house: Counterparty, from: number, to: number): number {
  let best = from;
  for (let minute = from; minute <= Math.min(to, MINUTES); minute += 1)
    if (house.bidAt(minute).compare(house.bidAt(best)) < 0) best = minute;
  return best;
}

/** What a minute's move of the market is worth on so many units, whichever way it goes. */
function move(house: Counterparty, units: bigint, minute: number): Decimal {
  const change = house.bidAt(minute + 1).minus(house.bidAt(minute));
  const size = change.compare(Decimal.ZERO) < 0 ? Decimal.ZERO.minus(change) : change;
  return Decimal.of(units, 8).times(size);
}

/** Payers who do not watch the market: bills of 20 to 500 EUR paid within minutes, hedged a minute after confirmation. */
export function playPlain(
  chance: Chance,
  bids: readonly Decimal[],
): { lost: Decimal; turnover: bigint; faults: string[] } {
  const house = new Counterparty(bids);
  let drift = Decimal.ZERO;
  for (let minute = 0; minute <= CREATES_UNTIL; minute += 10) {
    const bill = house.create(minute, BigInt(chance.whole(2_000, 50_000)), "SPREAD", false);
    if (!bill) continue;
    const sent = house.send(bill, minute + chance.whole(1, LIFETIME - 1), bill.terms.quantityUnits);
    const confirmedAt = sent.seenAt + chance.whole(10, 30);
    house.confirm(bill, sent, confirmedAt);
    const hedge = house.bidAt(confirmedAt + 1).minus(house.bidAt(confirmedAt));
    drift = drift.plus(Decimal.of(sent.units, 8).times(hedge));
  }
  return { lost: house.lost.minus(drift), turnover: house.turnover, faults: house.faults };
}

export const exceeds = (lost: Decimal, turnover: bigint): boolean =>
  lost.compare(inFiat(turnover).times(Decimal.from("0.001"))) > 0;
