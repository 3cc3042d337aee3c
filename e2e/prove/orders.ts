import { parseArgs } from "node:util";
import { type Chance, chanceFrom } from "#e2e/world/seeded.ts";
import { openClock } from "./orders/clock.ts";
import { type Books, sellByProtocol } from "./orders/house.ts";
import { doubled, NAIVE, type Naive, sellNaively } from "./orders/naive.ts";
import { badVenue, type Deal } from "./orders/venue.ts";

// Proof: through lost requests, lost answers, late acceptance, dying processes and trades told twice or in any order, the
// protocol of the program sells no order twice, books nothing that did not happen and all that did, and needs no person.

const { values } = parseArgs({
  options: { full: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
});
const HISTORIES = values.full ? 100_000 : 4_000;
const COMPARED = HISTORIES / 10;
const SEED = Number(values.seed);
const MOST_SHOWN = 20;
const LEAST_RESOLVED = 0.999;
/** What is still on its way when a history ends has come by then. */
const STRAGGLERS_MS = 5 * 60_000;

type Tally = { doubled: number; phantom: number; missing: number; open: number; surprises: number; attempts: number };
const nothing = (): Tally => ({ doubled: 0, phantom: 0, missing: 0, open: 0, surprises: 0, attempts: 0 });
const faults: string[] = [];

const startedAt = performance.now();
const kept = nothing();
for (let number = 1; number <= HISTORIES; number += 1) await play(kept, number, false);
const broken = nothing();
for (let number = 1; number <= COMPARED; number += 1) await play(broken, HISTORIES + number, true);

const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
for (const fault of faults.slice(0, MOST_SHOWN)) process.stdout.write(`  ${fault}\n`);
const resolved = (HISTORIES - kept.open) / HISTORIES;
process.stdout.write(
  `${HISTORIES} histories, ${kept.attempts} orders: ${kept.doubled} doubled, ${kept.phantom} phantom, ${kept.missing} not booked, ` +
    `${kept.surprises} late; ${(resolved * 100).toFixed(3)} % resolved without a person. Seed ${SEED}, ${seconds} s.\n` +
    `Of ${COMPARED} before a venue that breaks its word ${broken.doubled} were sold twice, and all ${broken.surprises} late orders were found, ` +
    `booked to the house and told: ${broken.missing} silent.\n`,
);
for (const way of NAIVE) {
  const bad = await playNaively(way);
  process.stdout.write(`For comparison, one who ${way}: ${((bad / COMPARED) * 100).toFixed(1)} % doubled.\n`);
}
const isProven = kept.doubled + kept.phantom + kept.missing + kept.surprises === 0 && resolved >= LEAST_RESOLVED;
process.exitCode = isProven && broken.phantom + broken.missing === 0 ? 0 : 1;

async function play(tally: Tally, number: number, breaksWord: boolean): Promise<void> {
  const chance: Chance = chanceFrom(SEED * 1_000_000 + number);
  const clock = openClock();
  const { venue, deals } = badVenue(clock, chance, { firmQuotes: number % 3 === 0, breaksWord });
  const sale = sellByProtocol(clock, chance, venue);
  await clock.until(sale);
  await clock.until(clock.sleep(STRAGGLERS_MS));
  judge(tally, number, await sale, deals);
}

/** What is in the books against what the venue did. */
function judge(tally: Tally, number: number, books: Books, deals: readonly Deal[]): void {
  const done = deals.flatMap(({ trades }) => trades.map(({ tradeId }) => tradeId));
  const booked = [...books.trades, ...books.lateTrades];
  const phantom = booked.length !== new Set(booked).size || booked.some((trade) => !done.includes(trade));
  const missing = books.isResolved && done.some((trade) => !booked.includes(trade));
  tally.attempts += books.attempts;
  tally.doubled += doubled(deals) ? 1 : 0;
  tally.phantom += phantom ? 1 : 0;
  tally.missing += missing ? 1 : 0;
  tally.open += books.isResolved ? 0 : 1;
  tally.surprises += books.lateTrades.length > 0 ? 1 : 0;
  if (phantom || missing) faults.push(`history ${SEED}/${number}: booked ${booked}, done ${done}`);
}

async function playNaively(way: Naive): Promise<number> {
  let bad = 0;
  for (let number = 1; number <= COMPARED; number += 1) {
    const clock = openClock();
    const { venue, deals } = badVenue(clock, chanceFrom(SEED * 1_000_000 + number), {
      firmQuotes: false,
      breaksWord: false,
    });
    await clock.until(sellNaively(clock, venue, way));
    await clock.until(clock.sleep(STRAGGLERS_MS));
    bad += doubled(deals) ? 1 : 0;
  }
  return bad;
}
