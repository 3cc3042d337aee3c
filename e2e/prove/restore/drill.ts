import pg from "pg";
import { freshDatabase } from "#e2e/world/database.ts";
import { openKraken } from "#e2e/world/kraken.ts";
import { startUtxoNode } from "#e2e/world/litecoin.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { noteLastSeen } from "#lib/recovery/last-seen.ts";
import { recover } from "#lib/recovery/recover.ts";
import { watcher } from "#lib/worker/due.ts";
import { beginEpoch, endRecovery, isRestored, readLastSeen } from "#prisma/epoch.ts";
import { type Copy, openCopy, type Ready, type Stand } from "./copy.ts";
import { approveRequested, askForPayouts, paidAnew, paidOnce, passTip, sendPayout } from "./money-out.ts";
import { differences, handedOut, unassignable, unseen } from "./judge.ts";

export type Size = { writers: number; rounds: number };
type Bills = Awaited<ReturnType<Copy["ask"]>>;

/** Business, a backup, more business, the backup restored, and business again. */
export async function drill(size: Size): Promise<{ figures: string; faults: string[] }> {
  const outside = { kraken: await openKraken(), node: await startUtxoNode() };
  const { database, dataDir } = await (await openWorld({ alone: true })).leave();
  try {
    const stand = { ...outside, dataDir };
    const before = await openCopy({ ...stand, database });
    await before.begin();
    const known = await before.ask(size.writers);
    await before.payAll(known);
    const { payable, ...prepared } = await before.prepare(size.writers);
    const ready = { ...prepared, out: await askForPayouts(before, payable) };
    await before.emptyPools();
    await before.close();
    const backup = await freshDatabase({ copyOf: database.name });

    const { made, unpaid, gone, clock } = await goOn(await openCopy({ ...stand, database }), size, ready);
    const back = await comeBack({ ...stand, database: backup }, clock, ready);
    const again = await back.copy.ask(2 * size.writers);
    const faults = [
      ...back.faults,
      ...(await paidOnce(back.copy, stand.node, ready.out)),
      ...(await judge(back.copy, stand, { made, unpaid, again, gone })),
    ];
    await back.copy.close();
    await backup.drop();
    const figures = `${known.length + ready.late.length + ready.retained.length} bills before the backup, ${made.length + unpaid.length} lost with it, ${again.length} since; ${back.sold} orders at the venue, ${Object.keys(ready.out).length} payouts asked for before`;
    return { figures, faults };
  } finally {
    await outside.kraken.close();
    await outside.node.stop();
    await database.drop();
  }
}

type Lost = { made: Bills; unpaid: Bills; gone: Set<string>; clock: string };

/** What the backup does not know: new bills, sales of what it had kept, payments that come too late, payouts that leave. */
async function goOn(copy: Copy, { writers, rounds }: Size, { retained, late, out }: Ready): Promise<Lost> {
  // The first are paid only after the restore.
  const unpaid = await copy.ask(writers);
  const made = await copy.ask(writers, rounds);
  await copy.payAll(made);
  await copy.sell(retained);
  await copy.expire();
  await approveRequested(copy, out);
  await sendPayout(copy, out.mined);
  await sendPayout(copy, out.requested);
  await copy.payAll(late);
  // No block has it when the backup is restored.
  await sendPayout(copy, out.seen);
  await noteLastSeen(copy.worker);
  const lost = { made, unpaid, gone: await handedOut(copy), clock: await copy.clock() };
  await copy.close();
  return lost;
}

type Back = { copy: Copy; sold: number; faults: string[] };

/** How long after the business the recovery begins; the venue does not answer, and it is begun anew. */
const AWAY_MS = 2 * 3_600_000;

/** The restored database is noticed, recovered, and does its due work; what it had kept is sold as before. */
async function comeBack(stand: Stand, clock: string, { retained, out }: Ready): Promise<Back> {
  const { ownerUrl } = stand.database;
  const faults: string[] = [];
  await passTip(stand.node);
  await asOwner(ownerUrl, "update deployment set clock_offset_ms = $1", clock);
  const seen = readLastSeen(stand.dataDir);
  if (!(await isRestored(ownerUrl, seen))) faults.push("an older copy is taken for the newest");
  await beginEpoch(ownerUrl);
  const copy = await openCopy(stand);
  const sold = stand.kraken.orders.length;
  const known = { seen, margin: 200 };
  await asOwner(ownerUrl, "update deployment set clock_offset_ms = clock_offset_ms + $1::bigint", String(AWAY_MS));
  stand.kraken.advance(AWAY_MS);
  const silent = await recover(copy.deaf, watcher, known);
  if (silent.missing.length !== 1) faults.push("a venue that does not answer is not missed");
  const { missing } = await recover(copy.worker, watcher, known);
  faults.push(...missing);
  const [cursor] = await copy.rows<{ height: string }>(
    "select height::text from chain_cursor where network = 'bitcoin'",
  );
  if (Number(cursor?.height) !== (await stand.node.ask("getblockcount")))
    faults.push("the chain is not read to its tip");
  await endRecovery(ownerUrl);
  if (await isRestored(ownerUrl, readLastSeen(stand.dataDir)))
    faults.push("a recovered database is taken for an older copy");
  await copy.settle();
  faults.push(...(await paidAnew(copy, out)));
  await copy.sell(retained);
  const twice = stand.kraken.orders.length - sold;
  if (twice > 0) faults.push(`${twice} orders were placed for what the venue had sold`);
  return { copy, sold, faults };
}

async function asOwner(url: string, text: string, value: string): Promise<void> {
  const owner = new pg.Client(url);
  await owner.connect();
  await owner.query(text, [value]).finally(() => owner.end());
}

/** Nothing is handed out twice, no later payment is lost, and books and exchange agree. */
async function judge(
  copy: Copy,
  { kraken }: Pick<Stand, "kraken">,
  { made, unpaid, again, gone }: Omit<Lost, "clock"> & { again: Bills },
): Promise<string[]> {
  const twice = again.filter(({ deposit_address }) => gone.has(deposit_address));
  await copy.payAll([...made, ...unpaid, ...again]);
  const addressesOf = (bills: Bills) => bills.map(({ deposit_address }) => deposit_address);
  return [
    ...twice.map(({ deposit_address }) => `${deposit_address} is handed out twice`),
    ...(await unseen(copy, addressesOf(made), 2)),
    ...(await unseen(copy, addressesOf(unpaid), 1)),
    ...(again[0] ? await unassignable(copy, again[0]) : []),
    ...(await differences(copy, kraken)),
  ];
}
