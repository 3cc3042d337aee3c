import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import { inSets, writesInSets } from "#lib/kernel/together.ts";

export type SandboxTransfer = {
  network: Network;
  txHash: string;
  asset: CryptoAsset;
  script: string;
  address: string;
  sourceAddress: string;
  units: bigint;
};

/** Serialises everything that changes one simulated chain. */
export const lockChain = writesInSets(async (db: Db, networks: readonly Network[]) => {
  await db.$queryRaw`
    select network from sandbox_chain where network = any(${[...new Set(networks)]}::text[]) order by network for update`;
});

export async function ensureChain(db: Db, network: Network, genesisHash: string): Promise<void> {
  await db.$executeRaw`insert into sandbox_chain (network) values (${network}) on conflict do nothing`;
  await db.$executeRaw`
    insert into sandbox_block (network, hash, height, parent_hash, block_time)
    values (${network}, ${genesisHash}, 0, '', business_now()) on conflict do nothing`;
}

export const insertTransfer = writesInSets(async (db: Db, transfers: readonly SandboxTransfer[]) => {
  const texts = (of: (transfer: SandboxTransfer) => bigint | string) => transfers.map((each) => of(each).toString());
  await db.$executeRaw`
    insert into sandbox_transfer (network, tx_hash, output_index, asset, script, address, source_address, quantity_units, sent_at, state)
    select t.network, t.tx_hash, 0, t.asset, t.script, t.address, t.source_address, t.units, business_now(), 'MEMPOOL'
    from unnest(${texts((each) => each.network)}::text[], ${texts((each) => each.txHash)}::text[], ${texts((each) => each.asset)}::text[],
      ${texts((each) => each.script)}::text[], ${texts((each) => each.address)}::text[], ${texts((each) => each.sourceAddress)}::text[],
      ${texts((each) => each.units)}::numeric[]) t(network, tx_hash, asset, script, address, source_address, units)`;
});

/** Sum of an asset that was ever sent to a script. */
export const sentTo = inSets(
  async (db: Db, asked: readonly { script: string; asset: CryptoAsset }[]): Promise<bigint[]> => {
    const rows = await db.$queryRaw<{ total: string }[]>`
      select s.total::text as total
      from unnest(${asked.map(({ script }) => script)}::text[], ${asked.map(({ asset }) => asset)}::text[])
        with ordinality a(script, asset, nth)
      cross join lateral (
        select coalesce(sum(quantity_units), 0) as total from sandbox_transfer where script = a.script and asset = a.asset
      ) s order by a.nth`;
    return rows.map(({ total }) => BigInt(total));
  },
);

type Tip = { height: bigint; hash: string; parent_hash: string };

export async function tipOf(db: Db, network: Network): Promise<Tip | undefined> {
  const [tip] = await db.$queryRaw<Tip[]>`
    select height, hash, parent_hash from sandbox_block where network = ${network} and active order by height desc limit 1`;
  return tip;
}

/** Adds one block on the tip holding all of the mempool but `without`. */
export async function appendBlock(db: Db, network: Network, hash: string, without: readonly string[]): Promise<void> {
  await db.$executeRaw`
    insert into sandbox_block (network, hash, height, parent_hash, block_time)
    select network, ${hash}, height + 1, hash, business_now() from sandbox_block
    where network = ${network} and active order by height desc limit 1`;
  await db.$executeRaw`
    update sandbox_transfer t set state = 'MINED', block_hash = ${hash}, position = o.position
    from (select tx_hash, (row_number() over (order by sent_at, tx_hash))::integer - 1 as position
          from (select distinct tx_hash, sent_at from sandbox_transfer where network = ${network} and state = 'MEMPOOL') m) o
    where t.network = ${network} and t.state = 'MEMPOOL' and t.tx_hash = o.tx_hash and not (t.tx_hash = any(${[...without]}))`;
}

/** Takes the tip off the chain; what it held returns to the mempool. */
export async function orphanTip(db: Db, network: Network): Promise<void> {
  const tip = await tipOf(db, network);
  if (!tip) return;
  await db.$executeRaw`update sandbox_block set active = false where hash = ${tip.hash}`;
  await db.$executeRaw`
    update sandbox_transfer set state = 'MEMPOOL', block_hash = null, position = null where block_hash = ${tip.hash}`;
}

/** Removes transactions from the world: evicted, or spent elsewhere. */
export async function removeTransfers(
  db: Db,
  network: Network,
  txHashes: readonly string[],
  reason: "DROPPED" | "DOUBLE_SPENT",
): Promise<void> {
  await db.$executeRaw`
    update sandbox_transfer set state = 'GONE', gone_reason = ${reason}
    where network = ${network} and state = 'MEMPOOL' and tx_hash = any(${[...txHashes]})`;
}

export async function setAutoMine(db: Db, autoMine: boolean): Promise<void> {
  await db.$executeRaw`update sandbox_chain set auto_mine = ${autoMine}, next_block_wall = clock_timestamp()`;
}

/** Networks whose next block is due by the wall clock; claims them until the given interval has passed. */
export async function claimDueChains(db: Db, intervalSeconds: number): Promise<Network[]> {
  const rows = await db.$queryRaw<{ network: Network }[]>`
    update sandbox_chain set next_block_wall = clock_timestamp() + make_interval(secs => ${intervalSeconds})
    where auto_mine and next_block_wall <= clock_timestamp() returning network`;
  return rows.map((row) => row.network);
}

export async function advanceClock(db: Db, advanceMs: number): Promise<Date> {
  await db.$executeRaw`update deployment set clock_offset_ms = clock_offset_ms + ${advanceMs}`;
  const [row] = await db.$queryRaw<{ now: Date }[]>`select business_now() as now`;
  return row?.now ?? new Date(0);
}

export async function setPrice(db: Db, base: string, fiat: string, bid: string, stale: boolean): Promise<void> {
  await db.$executeRaw`
    insert into sandbox_price (base, fiat, bid, set_at, stale) values (${base}, ${fiat}, ${bid}::numeric, business_now(), ${stale})
    on conflict (base, fiat) do update set bid = excluded.bid, set_at = excluded.set_at, stale = excluded.stale`;
}

export async function letGoStale(db: Db, base: string, fiat: string, bidNow: string): Promise<void> {
  await db.$executeRaw`
    insert into sandbox_price (base, fiat, bid, set_at, stale) values (${base}, ${fiat}, ${bidNow}::numeric, business_now(), true)
    on conflict (base, fiat) do update set stale = true`;
}

/** `remaining` −1 lets the fault stand until it is changed. */
export async function setVenueFault(db: Db, fault: string, remaining: number): Promise<void> {
  await db.$executeRaw`
    insert into sandbox_venue (fault, remaining) values (${fault}, ${remaining})
    on conflict (id) do update set fault = excluded.fault, remaining = excluded.remaining`;
}

/** Sets the clock back while there is no bill yet; false when there is one. */
export async function setClockBack(db: Db, byMs: number): Promise<boolean> {
  const changed = await db.$executeRaw`
    update deployment set clock_offset_ms = clock_offset_ms - ${byMs} where not exists (select from bill)`;
  return changed === 1;
}
