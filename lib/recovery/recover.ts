import { recordAudit } from "#lib/audit/record-audit.ts";
import type { LastSeen } from "#prisma/epoch.ts";
import { type Chain, ChainFault } from "#lib/chains/chain.ts";
import { isFollowed } from "#lib/chains/list-chains.ts";
import { scanChain, type Watcher } from "#lib/chains/scan.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { messageOf } from "#lib/kernel/setup-fault.ts";
import { adoptOrders } from "#lib/liquidity/adopt-orders.ts";
import type { Venue } from "#lib/liquidity/venue.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { derivedOf, passOver } from "#lib/wallets/pass-over.ts";
import { noteAnew } from "./last-seen.ts";
import { passTransactions, readLastInstant, readPeak, readTransactionsBehind } from "./store.ts";

/**
 * What is known beside the database: how far it had come, how many addresses are to be passed over where that is not
 * known, and venues whose trades a person has compared.
 */
export type Known = {
  seen: LastSeen | undefined;
  addresses?: number | undefined;
  compared?: readonly string[];
  /** Derived between two notes and handed out before the next, at the most. */
  margin?: number;
};

/** What was done, a sentence each, and what is missing before the program may start. */
export type Recovery = { done: string[]; missing: string[] };

const MARGIN = 10_000;
const HOUR_MS = 3_600_000;
/** Counted in one statement: some seconds' work. */
const MOST_TRANSACTIONS = 500_000;
/** The venue's clock, and what was under way when the backup was taken. */
const BEFORE_MS = HOUR_MS;

/**
 * Brings a restored database to where it may promise, sell and pay again (rulebook 13.13): passes over every address that
 * may have been handed out since, takes in what the venues have done since, and reads every chain to its tip. Each step
 * may be done again, so a recovery that was broken off is begun anew.
 */
export async function recover(ctx: Ctx, watcher: Watcher, known: Known): Promise<Recovery> {
  const since = await readLastInstant(ctx.db);
  const recovery: Recovery = { done: [], missing: [] };
  await countOn(ctx, recovery);
  await passOverAll(ctx, known, since, recovery);
  for (const venue of ctx.app.venues) await adoptFrom(ctx, venue, since, known.compared ?? [], recovery);
  for (const chain of Object.values(ctx.app.chains)) await readOn(ctx, chain, watcher, recovery);
  recovery.done.push(
    "payouts and moves: what was asked for before waits until it is stated under Payouts, To sign, that nothing signed since is still to be sent",
  );
  const { done, missing } = recovery;
  await recordAudit(ctx, {
    action: "database.restored",
    objectKind: "database",
    objectId: "desk",
    detail: { since, done, missing },
  });
  await noteAnew(ctx);
  return recovery;
}

/**
 * Rows that were read from a dump into another server keep the numbers of the old one's transactions. Until the new one
 * counts beyond them its events stand before every cursor and reach nobody, and promises and sales are not summed up.
 */
async function countOn({ db }: Ctx, { done }: Recovery): Promise<void> {
  let passed = 0;
  for (let behind = await readTransactionsBehind(db); behind > 0; behind = await readTransactionsBehind(db)) {
    const next = Math.min(behind, MOST_TRANSACTIONS);
    await passTransactions(db, next);
    passed += next;
  }
  if (passed > 0) done.push(`transactions: ${passed} are counted, so that events come after those of the other server`);
}

async function passOverAll(ctx: Ctx, known: Known, since: Date, { done }: Recovery): Promise<void> {
  const { seen, addresses, margin = MARGIN } = known;
  const hours = ((await ctx.now()).getTime() - since.getTime()) / HOUR_MS;
  const likely = addresses ?? Math.ceil(2 * (await readPeak(ctx.db)) * hours);
  let passed = 0;
  let isNoted = false;
  for (const [walletId, nextIndex] of Object.entries(await derivedOf(ctx))) {
    const noted = seen?.wallets[walletId];
    isNoted ||= noted !== undefined;
    const to = addresses === undefined && noted !== undefined ? Math.max(noted, nextIndex) : nextIndex + likely;
    passed += await passOver(ctx, walletId, to + (addresses === undefined ? margin : 0));
  }
  const how = addresses !== undefined ? "as asked for" : isNoted ? "by what was noted" : "by the busiest hour";
  done.push(`addresses: ${passed} are passed over, ${how}; what comes to them is a case`);
}

async function adoptFrom(
  ctx: Ctx,
  venue: Venue,
  since: Date,
  compared: readonly string[],
  { done, missing }: Recovery,
): Promise<void> {
  const { name } = venue;
  if (compared.includes(name)) {
    done.push(`${name}: compared by a person`);
    return;
  }
  if (!venue.executedSince) {
    missing.push(`${name} tells no orders by our references: compare its history, then say --compared ${name}`);
    return;
  }
  try {
    const { hedges, retained, foreign } = await adoptOrders(ctx, venue, new Date(since.getTime() - BEFORE_MS));
    const others = foreign > 0 ? `; ${foreign} orders there are none of ours` : "";
    done.push(`${name}: ${hedges} hedges are booked, ${retained} orders wait for the coins that they sold${others}`);
  } catch (fault) {
    missing.push(`${name} did not tell what it has done: ${messageOf(fault)}`);
  }
}

async function readOn(ctx: Ctx, chain: Chain, watcher: Watcher, { done, missing }: Recovery): Promise<void> {
  if (!(await isFollowed(ctx, chain.network))) return;
  try {
    // Change of the hours that are lost is ours only where its address is known before its block is read.
    do await extendChange(ctx);
    while ((await scanChain(ctx, chain, watcher)).moved);
    done.push(`${chain.network}: read to its tip`);
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    missing.push(`${chain.network} is not read: ${fault.message}`);
  }
}
