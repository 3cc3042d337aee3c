import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { FinalOutcome } from "#lib/liquidity/final-outcome.ts";
import { type Attempt, lookUp, type Journal, sendAttempt } from "../protocol.ts";
import type { Venue } from "../venue.ts";

/** How a venue treats the next order. */
export type Misdeed =
  | "none"
  | "refuses"
  | "loses-request"
  | "loses-answer"
  | "hangs"
  | "fills-half"
  | "fills-in-three"
  | "is-busy"
  | "breaks-before"
  | "breaks-after"
  | "garbles"
  | "delays"
  | "delays-too-long";
/** How a venue tells what it did: wholly, not the last trade yet, backwards and one twice, or not by our reference. */
export type Telling = "whole" | "all-but-one" | "reversed-and-twice" | "no-reference";

/** An adapter before its venue, which can be made to misbehave. Trades BTC for EUR at a bid of 60 000. */
export type Bench = {
  venue: Venue;
  /** The same with keys that the venue does not know; undefined where there are none. */
  stranger?: Venue;
  behave(misdeed: Misdeed, count?: number): Promise<void> | void;
  reportAs(telling: Telling): void;
  /** The venue's clock, and ours, move on. */
  advance(ms: number): Promise<void> | void;
  now(): Promise<Date>;
  /** What the venue has sold for us in all, less what it has bought, by its own books. */
  sold(): Promise<Decimal>;
};

type MemoryJournal = Journal & { finalOutcomes: FinalOutcome[]; attempt: Attempt };

const QUANTITY = Decimal.from("0.01");
const LIMIT = Decimal.from("58800");
const MOST = Decimal.from("61200");
const DEADLINE_MS = 10_000;

/** A notebook in memory: what the program keeps in a row and in its books. */
export function journalOf(attempt: Attempt): MemoryJournal {
  let sent = false;
  const journal: MemoryJournal = {
    finalOutcomes: [],
    attempt,
    isUnsendable: async () => false,
    async claimSend() {
      const isFirst = !sent;
      sent = true;
      return isFirst;
    },
    async keepReference(venueRef, goodUntil) {
      attempt.venueRef = venueRef;
      if (goodUntil > attempt.deadline) attempt.deadline = goodUntil;
      return true;
    },
    async keepUnknown({ reason, missedPolls }) {
      attempt.lastError = reason;
      attempt.missedPolls = missedPolls;
    },
    async record(finalOutcome) {
      if (journal.finalOutcomes.length === 0) journal.finalOutcomes.push(finalOutcome);
    },
    warn: () => undefined,
  };
  return journal;
}

async function attemptAt(bench: Bench, given: Partial<Attempt> = {}): Promise<Attempt> {
  const placedAt = await bench.now();
  return {
    id: randomUUID(),
    clientRef: randomUUID(),
    side: "SELL",
    base: "BTC",
    fiat: "EUR",
    quantity: QUANTITY,
    limitPrice: LIMIT,
    deadline: new Date(placedAt.getTime() + DEADLINE_MS),
    placedAt,
    venueRef: undefined,
    missedPolls: 0,
    lastError: undefined,
    ...given,
  };
}

async function send(bench: Bench, venue: Venue = bench.venue, given?: Partial<Attempt>): Promise<MemoryJournal> {
  const journal = journalOf(await attemptAt(bench, given));
  await sendAttempt(journal.attempt, venue, journal, bench.now);
  return journal;
}

const look = (bench: Bench, journal: MemoryJournal): Promise<boolean> => lookUp(journal.attempt, bench.venue, journal);

/** Looks past deadline and margin, each second, until something is certain. */
async function wait(bench: Bench, journal: MemoryJournal): Promise<void> {
  for (let looks = 0; looks < 40 && journal.finalOutcomes.length === 0; looks += 1) {
    await look(bench, journal);
    await bench.advance(1_000);
  }
}

function filled(journal: MemoryJournal): Extract<FinalOutcome, { state: "FILLED" }>["fill"] {
  const [finalOutcome] = journal.finalOutcomes;
  ok(finalOutcome?.state === "FILLED", `filled, not ${JSON.stringify(finalOutcome)} (${journal.attempt.lastError})`);
  return finalOutcome.fill;
}

const same = (one: Decimal, other: Decimal): void => strictEqual(one.toString(), other.toString());

/** Whether it was booked is what the venue truly did: all or nothing of an order, and once. */
async function truthful(bench: Bench, journal: MemoryJournal, before: Decimal): Promise<void> {
  const sold = (await bench.sold()).minus(before);
  const [finalOutcome] = journal.finalOutcomes;
  ok(finalOutcome, "the order's fate is known");
  same(finalOutcome.state === "FILLED" ? finalOutcome.fill.quantity : Decimal.ZERO, sold);
}

type Claim = {
  claim: string;
  needs?: { misdeed?: Misdeed; telling?: Telling; stranger?: true };
  prove(bench: Bench): Promise<void>;
};

const CLAIMS: readonly Claim[] = [
  {
    claim: "tells a book: bid below ask, bids from the best down, and its balances",
    async prove({ venue, now }) {
      const book = await venue.book("BTC", "EUR", await now());
      ok(book && book.bid.compare(book.ask) < 0);
      same(book.bid, Decimal.from("60000"));
      const bids = [...book.bids];
      ok(bids.every((level, at) => level.price.compare(bids[at - 1]?.price ?? level.price) <= 0));
      ok((await venue.balances()).every(({ symbol }) => /^(BTC|BCH|USDT|USDC|EUR|USD|GBP|CAD|JPY)$/.test(symbol)));
      ok(venue.capabilities().serves("BTC", "EUR") && venue.capabilities().minimum("BTC").units > 0n);
    },
  },
  {
    claim: "quotes a whole quantity, never above its bid",
    async prove({ venue, now }) {
      const quote = await venue.quote({ side: "SELL", base: "BTC", fiat: "EUR", quantity: QUANTITY }, await now());
      ok(quote && quote.price.compare(Decimal.from("60000")) <= 0 && quote.price.compare(LIMIT) > 0);
      ok(quote.expiresAt > (await now()));
      strictEqual(quote.firm, venue.capabilities().firmQuotes);
      strictEqual(quote.quoteId !== undefined, quote.firm);
    },
  },
  {
    claim: "sells a whole order once, and knows it again",
    async prove(bench) {
      const before = await bench.sold();
      const journal = await send(bench);
      const { quantity, proceeds, trades } = filled(journal);
      same(quantity, QUANTITY);
      ok(proceeds.compare(LIMIT.times(QUANTITY)) >= 0 && trades.every(({ tradeId }) => tradeId !== ""));
      await truthful(bench, journal, before);
      const again = await bench.venue.find(journal.attempt.clientRef, journal.attempt);
      deepStrictEqual(again.outcome?.state === "FILLED" && again.outcome.fill, filled(journal));
    },
  },
  {
    claim: "tells what it has carried out since a moment under our references, once each, and nothing older",
    async prove(bench) {
      const { venue } = bench;
      if (!venue.executedSince) return;
      const older = await send(bench);
      await bench.advance(60 * 60_000);
      const since = await bench.now();
      const [sold, bought] = [await send(bench), await send(bench, venue, { side: "BUY", limitPrice: MOST })];
      const executed = (await venue.executedSince(since)).filter(({ clientRef }) => clientRef !== "");
      const of = ({ attempt }: MemoryJournal) => executed.filter(({ clientRef }) => clientRef === attempt.clientRef);
      strictEqual(of(older).length, 0);
      for (const [journal, side] of [
        [sold, "SELL"],
        [bought, "BUY"],
      ] as const)
        deepStrictEqual(of(journal), [
          { clientRef: journal.attempt.clientRef, side, base: "BTC", fiat: "EUR", fill: filled(journal) },
        ]);
    },
  },
  {
    claim: "sells nothing below the limit",
    async prove(bench) {
      const before = await bench.sold();
      const journal = await send(bench, bench.venue, { limitPrice: Decimal.from("60001") });
      strictEqual(journal.finalOutcomes[0]?.state, "REFUSED");
      same(await bench.sold(), before);
    },
  },
  {
    claim: "buys a whole order back once, and knows it again",
    async prove(bench) {
      const before = await bench.sold();
      const journal = await send(bench, bench.venue, { side: "BUY", limitPrice: MOST });
      const { quantity, proceeds } = filled(journal);
      same(quantity, QUANTITY);
      ok(proceeds.compare(MOST.times(QUANTITY)) <= 0 && proceeds.compare(Decimal.from("600")) > 0);
      same(before.minus(await bench.sold()), QUANTITY);
      const again = await bench.venue.find(journal.attempt.clientRef, journal.attempt);
      deepStrictEqual(again.outcome?.state === "FILLED" && again.outcome.fill, filled(journal));
    },
  },
  {
    claim: "buys nothing above the limit",
    async prove(bench) {
      const before = await bench.sold();
      const journal = await send(bench, bench.venue, { side: "BUY", limitPrice: Decimal.from("59999") });
      strictEqual(journal.finalOutcomes[0]?.state, "REFUSED");
      same(await bench.sold(), before);
    },
  },
  {
    claim: "bought back, but its answer was lost: it is found and booked once",
    needs: { misdeed: "loses-answer" },
    async prove(bench) {
      const before = await bench.sold();
      await bench.behave("loses-answer");
      const journal = await send(bench, bench.venue, { side: "BUY", limitPrice: MOST });
      await look(bench, journal);
      same(filled(journal).quantity, QUANTITY);
      same(before.minus(await bench.sold()), QUANTITY);
    },
  },
  {
    claim: "does not know an order that was never sent, and says when it looked",
    async prove(bench) {
      const before = await bench.now();
      const { outcome, at } = await bench.venue.find(randomUUID(), await attemptAt(bench));
      strictEqual(outcome, undefined);
      ok(Math.abs(at.getTime() - before.getTime()) < 2_000);
    },
  },
  {
    claim: "refuses for certain: nothing is sold",
    needs: { misdeed: "refuses" },
    async prove(bench) {
      const before = await bench.sold();
      await bench.behave("refuses");
      const journal = await send(bench);
      strictEqual(journal.finalOutcomes[0]?.state, "REFUSED");
      same(await bench.sold(), before);
    },
  },
  {
    claim: "never got the order: it counts as never placed only after deadline and margin, at two looks",
    needs: { misdeed: "loses-request" },
    async prove(bench) {
      const before = await bench.sold();
      await bench.behave("loses-request");
      const journal = await send(bench);
      strictEqual(journal.finalOutcomes.length, 0);
      await bench.advance(DEADLINE_MS);
      await look(bench, journal);
      await look(bench, journal);
      strictEqual(journal.finalOutcomes.length, 0);
      await bench.advance(2 * DEADLINE_MS);
      await look(bench, journal);
      strictEqual(journal.finalOutcomes.length, 0);
      await look(bench, journal);
      ok(journal.finalOutcomes[0]?.state === "REFUSED" && journal.finalOutcomes[0].missed);
      await truthful(bench, journal, before);
    },
  },
  ...(["loses-answer", "breaks-after", "garbles"] as const).map(
    (misdeed): Claim => ({
      claim: `sold, but its answer was spoilt (${misdeed}): it is found and booked once`,
      needs: { misdeed },
      async prove(bench) {
        const before = await bench.sold();
        await bench.behave(misdeed);
        const journal = await send(bench);
        await look(bench, journal);
        same(filled(journal).quantity, QUANTITY);
        await truthful(bench, journal, before);
      },
    }),
  ),
  ...(["is-busy", "breaks-before", "delays", "delays-too-long"] as const).map(
    (misdeed): Claim => ({
      claim: `leaves the order in doubt (${misdeed}): what is booked in the end is what it did`,
      needs: { misdeed },
      async prove(bench) {
        const before = await bench.sold();
        await bench.behave(misdeed);
        const journal = await send(bench);
        strictEqual(journal.finalOutcomes.length, 0);
        await wait(bench, journal);
        await bench.advance(2 * 60_000);
        await truthful(bench, journal, before);
      },
    }),
  ),
  {
    claim: "fills a part: what it filled is booked, and no more",
    needs: { misdeed: "fills-half" },
    async prove(bench) {
      await bench.behave("fills-half");
      same(filled(await send(bench)).quantity, Decimal.from("0.005"));
    },
  },
  {
    claim: "fills in several trades, told backwards and one of them twice: each counts once",
    needs: { misdeed: "fills-in-three", telling: "reversed-and-twice" },
    async prove(bench) {
      bench.reportAs("reversed-and-twice");
      await bench.behave("fills-in-three");
      const fill = filled(await send(bench));
      strictEqual(fill.trades.length, 3);
      same(fill.quantity, QUANTITY);
      same(fill.proceeds, Decimal.from("600"));
    },
  },
  {
    claim: "has not told all trades yet: nothing is booked until it has",
    needs: { misdeed: "fills-in-three", telling: "all-but-one" },
    async prove(bench) {
      bench.reportAs("all-but-one");
      await bench.behave("fills-in-three");
      const journal = await send(bench);
      await look(bench, journal);
      strictEqual(journal.finalOutcomes.length, 0);
      bench.reportAs("whole");
      await look(bench, journal);
      same(filled(journal).quantity, QUANTITY);
    },
  },
  {
    claim: "has lost our reference: the order is found behind its trades",
    needs: { misdeed: "loses-answer", telling: "no-reference" },
    async prove(bench) {
      const before = await bench.sold();
      bench.reportAs("no-reference");
      await bench.behave("loses-answer");
      const journal = await send(bench);
      await look(bench, journal);
      await truthful(bench, journal, before);
      same(filled(journal).quantity, QUANTITY);
    },
  },
  {
    claim: "takes nothing under a wrong signature",
    needs: { stranger: true },
    async prove(bench) {
      const before = await bench.sold();
      const journal = await send(bench, bench.stranger);
      strictEqual(journal.finalOutcomes[0]?.state, "REFUSED");
      same(await bench.sold(), before);
    },
  },
];

/** What can be claimed of an adapter whose venue misbehaves and tells in these ways. */
export type Abilities = { misdeeds: readonly Misdeed[]; tellings: readonly Telling[]; hasStranger: boolean };

/** What every venue must hold, as far as this one can be made to misbehave. */
export function claimsFor(can: Abilities): readonly Claim[] {
  return CLAIMS.filter(({ needs = {} }) => {
    const { misdeed = "none", telling = "whole", stranger } = needs;
    const misbehaves = misdeed === "none" || can.misdeeds.includes(misdeed);
    return misbehaves && (telling === "whole" || can.tellings.includes(telling)) && (!stranger || can.hasStranger);
  });
}
