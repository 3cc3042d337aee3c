import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { type Chance, chanceFrom } from "#e2e/world/seeded.ts";
import { openClock } from "./orders/clock.ts";
import { type Books, sellByProtocol } from "./orders/house.ts";
import { doubled, NAIVE, type Naive, sellNaively } from "./orders/naive.ts";
import { playBySql, type SqlTally } from "./orders/sql-histories.ts";
import { badVenue, type Deal } from "./orders/venue.ts";

// Proof: through lost requests, lost answers, late acceptance, dying processes and trades told twice or in any order, the
// protocol of the program sells no order twice, books nothing that did not happen and all that did, and needs no person. Most
// histories keep their books in memory; some go through the program's own verbs, statements and ledger on a real database,
// where two processes may send the same order and two workers look at the same rows.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    /** `memory` or `sql`. */
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
  },
});
const isWanted = (form: string): boolean => values.only === "" || values.only === form;
const HISTORIES = values.full ? 100_000 : 4_000;
const COMPARED = HISTORIES / 10;
const SEED = Number(values.seed);
/** Twenty sales at once each, on as many pairs; and as many before a venue that breaks its word. */
const SQL_BATCHES = values.full ? 100 : 3;
const SQL_COMPARED = values.full ? 20 : 1;
const MOST_SHOWN = 20;
const LEAST_RESOLVED = 0.999;
/** What is still on its way when a history ends has come by then. */
const STRAGGLERS_MS = 5 * 60_000;

type Tally = { doubled: number; phantom: number; missing: number; open: number; surprises: number; attempts: number };
const nothing = (): Tally => ({ doubled: 0, phantom: 0, missing: 0, open: 0, surprises: 0, attempts: 0 });
const faults: string[] = [];

const startedAt = performance.now();
const seconds = (): string => ((performance.now() - startedAt) / 1_000).toFixed(1);
const inMemory = isWanted("memory") ? await playInMemory() : true;
const inSql = isWanted("sql") && !isEnough(faults) ? await playInSql() : true;
for (const fault of faults.slice(0, MOST_SHOWN)) process.stdout.write(`  ${fault}\n`);
process.exitCode = inMemory && inSql ? 0 : 1;

async function playInMemory(): Promise<boolean> {
  const played = nothing();
  for (let number = 1; number <= HISTORIES && !isEnough(faults); number += 1) await play(played, number, false);
  const broken = nothing();
  for (let number = 1; number <= COMPARED && !isEnough(faults); number += 1)
    await play(broken, HISTORIES + number, true);
  const resolved = (HISTORIES - played.open) / HISTORIES;
  process.stdout.write(
    `${HISTORIES} histories, ${played.attempts} orders: ${played.doubled} doubled, ${played.phantom} phantom, ${played.missing} not booked, ` +
      `${played.surprises} late; ${(resolved * 100).toFixed(3)} % resolved without a person. Seed ${SEED}, ${seconds()} s.\n` +
      `Of ${COMPARED} before a venue that breaks its word ${broken.doubled} were sold twice, and all ${broken.surprises} late orders were found, ` +
      `booked to the house and told: ${broken.missing} silent.\n`,
  );
  if (played.doubled + played.surprises > 0) faults.push(`${played.doubled} doubled, ${played.surprises} late`);
  if (!isEnough(faults)) await compareNaively();
  const isProven =
    played.doubled + played.phantom + played.missing + played.surprises === 0 && resolved >= LEAST_RESOLVED;
  return isProven && broken.phantom + broken.missing === 0;
}

async function playInSql(): Promise<boolean> {
  try {
    const played = await playBySql(SEED, SQL_BATCHES, false);
    const broken = isEnough(played.faults) ? undefined : await playBySql(SEED + 1, SQL_COMPARED, true);
    faults.push(...played.faults, ...(broken?.faults ?? []));
    if (played.late > 0) faults.push(`${played.late} orders counted as never placed and were`);
    const countsOf = (tally: SqlTally | undefined) =>
      `${tally?.histories ?? 0} histories, ${tally?.orders ?? 0} orders`;
    process.stdout.write(
      `Through the real store: ${countsOf(played)}, ${played.open} open in the end; before a venue that breaks its word ${countsOf(broken)}, ` +
        `${broken?.late ?? 0} late and booked; ${faults.length} faults. Seed ${SEED}, ${seconds()} s.\n`,
    );
    return faults.length + played.open === 0;
  } finally {
    await closeTestCluster();
  }
}

async function compareNaively(): Promise<void> {
  for (const way of NAIVE) {
    const bad = await playNaively(way);
    process.stdout.write(`For comparison, one who ${way}: ${((bad / COMPARED) * 100).toFixed(1)} % doubled.\n`);
  }
}

async function play(tally: Tally, number: number, breaksWord: boolean): Promise<void> {
  const chance: Chance = chanceFrom(SEED * 1_000_000 + number);
  const clock = openClock();
  const { venue, deals } = badVenue(clock, chance, { firmQuotes: number % 3 === 0, breaksWord });
  const sale = sellByProtocol(clock, chance, venue);
  await clock.until(sale);
  await clock.until(clock.sleep(STRAGGLERS_MS));
  judge(tally, number, await sale, deals, breaksWord);
}

/** What is in the books against what the venue did. */
function judge(tally: Tally, number: number, books: Books, deals: readonly Deal[], breaksWord: boolean): void {
  const done = deals.flatMap(({ trades }) => trades.map(({ tradeId }) => tradeId));
  const booked = [...books.trades, ...books.lateTrades];
  const phantom = booked.length !== new Set(booked).size || booked.some((trade) => !done.includes(trade));
  const missing = books.isResolved && done.some((trade) => !booked.includes(trade));
  tally.attempts += books.attempts;
  const twice = doubled(deals);
  tally.doubled += twice ? 1 : 0;
  tally.phantom += phantom ? 1 : 0;
  tally.missing += missing ? 1 : 0;
  tally.open += books.isResolved ? 0 : 1;
  tally.surprises += books.lateTrades.length > 0 ? 1 : 0;
  if (twice && !breaksWord) faults.push(`history ${SEED}/${number}: sold twice, ${done}`);
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
