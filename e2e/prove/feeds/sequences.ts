import { bodyOf, EXCHANGES, type Exchange, feedOf } from "#e2e/world/exchanges.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { FeedFault, type LastGood, type Sample } from "#lib/pricing/market.ts";
import { LIVE_RULES, referenceOf } from "#lib/pricing/reference.ts";
import { type Heard, judgedPrice } from "./rules.ts";

const STEPS = 20;
const START = Date.UTC(2026, 10, 21);

export type SequenceTally = { steps: number; prices: number; faults: string[] };

type Quoted = { bid: string; ask: string; at: number; mood?: "silent" | "busy" | "garbled" };

/**
 * One seeded sequence: exchanges speak, misbehave and fall silent while the market walks and sometimes leaps. What they
 * say goes through the real adapters and the real rules; the judge hears the same words and has a few lines of its own.
 */
export async function playSequence(chance: Chance, name: string, tally: SequenceTally): Promise<void> {
  const samples: Sample[] = [];
  const heard: Heard[] = [];
  let now = START;
  let cents = 6_000_000n;
  let lastGood: LastGood | undefined;
  for (let step = 0; step < STEPS; step += 1) {
    now += chance.whole(0, 8_000);
    cents = walk(chance, cents);
    await hearAll(chance, cents, now, samples, heard);
    const reference = referenceOf("BTC", "EUR", samples, new Date(now), LIVE_RULES, lastGood);
    const judged = judgedPrice(heard, now, lastGood && { bid: lastGood.bid.toString(), at: lastGood.at.getTime() });
    const given = reference?.bid.toString();
    tally.steps += 1;
    if (given) tally.prices += 1;
    if (given !== judged)
      tally.faults.push(`${name}, step ${step}: ${given ?? "no price"} where ${judged ?? "none"} is right`);
    if (reference) lastGood = { bid: reference.bid, at: reference.at };
  }
}

/** One moment: about three of four exchanges speak. */
async function hearAll(chance: Chance, cents: bigint, now: number, samples: Sample[], heard: Heard[]): Promise<void> {
  for (const exchange of EXCHANGES) {
    if (chance.whole(0, 3) === 0) continue;
    const quoted = speak(chance, cents, now);
    samples.push(...(await read(exchange, quoted, now)));
    if (!quoted.mood) heard.push({ ...quoted, exchange, at: timeHeard(exchange, quoted.at, now) });
  }
}

function walk(chance: Chance, cents: bigint): bigint {
  if (chance.whole(0, 60) === 0) return chance.pick([cents * 10n, cents / 10n + 1n, cents * 2n]);
  return (cents * BigInt(100_000 + chance.whole(-150, 150))) / 100_000n + 1n;
}

/** Mostly an honest word with noise; else one of the ways to be wrong. */
function speak(chance: Chance, market: bigint, now: number): Quoted {
  const bid = (market * BigInt(10_000 + chance.whole(-40, 40))) / 10_000n;
  const honest = {
    bid: written(bid),
    ask: written(bid + BigInt(chance.whole(0, 500))),
    at: now - chance.whole(0, 3_000),
  };
  if (chance.whole(0, 2) > 0) return honest;
  return chance.pick<readonly Quoted[]>([
    { ...honest, bid: '"0"' },
    { ...honest, bid: "-1", ask: '"-1"' },
    { ...honest, bid: written(-bid) },
    { ...honest, bid: '"NaN"' },
    { ...honest, ask: "NaN" },
    { ...honest, bid: "null" },
    { ...honest, bid: '"1e400"' },
    { ...honest, bid: honest.ask, ask: written(bid - 1n) },
    { ...honest, ask: written(bid * 2n) },
    { ...honest, bid: written(bid * 10n), ask: written(bid * 10n) },
    { ...honest, bid: written((bid * 103n) / 100n), ask: written((bid * 103n) / 100n) },
    { ...honest, at: now - chance.whole(14_000, 120_000) },
    { ...honest, at: now + chance.whole(1_000, 90_000) },
    { ...honest, mood: "silent" },
    { ...honest, mood: "busy" },
    { ...honest, mood: "garbled" },
  ]);
}

function written(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `"${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}"`;
}

/** Only two of the four tell a time, one of them in whole seconds; the others count from the asking. */
function timeHeard(exchange: Exchange, at: number, now: number): number {
  if (exchange === "coinbase") return at;
  return exchange === "bitstamp" ? Math.floor(at / 1_000) * 1_000 : now;
}

async function read(exchange: Exchange, quoted: Quoted, now: number): Promise<Sample[]> {
  const feed = feedOf(exchange, { fetch: async () => answerOf(exchange, quoted) });
  try {
    const { quotes } = await feed.read();
    return quotes.map(({ bid, ask, at }) => ({ source: exchange, bid, ask, at: at ?? new Date(now) }));
  } catch (fault) {
    if (fault instanceof FeedFault) return [];
    throw fault;
  }
}

function answerOf(exchange: Exchange, quoted: Quoted): Response {
  if (quoted.mood === "silent") throw new Error("no answer");
  if (quoted.mood === "busy") return new Response("{}", { status: 429 });
  const body = bodyOf(exchange, quoted);
  return new Response(quoted.mood === "garbled" ? body.slice(0, body.length / 2) : body);
}
