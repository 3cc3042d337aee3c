import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { ChainState } from "./chain.ts";
import type { Range } from "./range-store.ts";

/** Writes down how a chain is; `since` moves only when the state itself changes. */
export async function writeState(db: Db, network: Network, state: ChainState, sentence: string): Promise<void> {
  await db.$executeRaw`
    insert into chain_state (network, state, sentence, since) values (${network}, ${state}, ${sentence}, business_now())
    on conflict (network) do update set state = excluded.state, sentence = excluded.sentence,
      since = case when chain_state.state = excluded.state then chain_state.since else excluded.since end`;
}

/** All that is known of one chain, as the desk shows it. Heights are undefined where the chain has not been begun. */
export type ChainFacts = {
  network: Network;
  state: ChainState;
  sentence: string;
  since: Date | undefined;
  height: number | undefined;
  headHeight: number | undefined;
  agreedHeight: number | undefined;
  finalHeight: number | undefined;
  lastSeen: Date | undefined;
  ranges: Range[];
};

type FactsRow = {
  network: Network;
  state: ChainState | null;
  sentence: string | null;
  since: Date | null;
  height: bigint | null;
  head_height: bigint | null;
  agreed_height: bigint | null;
  final_height: bigint | null;
  scanned_at: Date | null;
  paused_reason: string | null;
  ranges: [number, number][];
};

const numberOf = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value));

export async function readChains(db: Db): Promise<ChainFacts[]> {
  const rows = await db.$queryRaw<FactsRow[]>`
    select coalesce(c.network, s.network) as network, s.state, s.sentence, s.since, c.height, c.head_height, c.agreed_height,
      c.final_height, c.scanned_at, c.paused_reason, coalesce((
        select jsonb_agg(jsonb_build_array(r.first, r.last) order by r.first) from chain_range r where r.network = c.network
      ), '[]') as ranges
    from chain_cursor c full join chain_state s on s.network = c.network order by 1`;
  return rows.map((row) => ({
    network: row.network,
    state: row.paused_reason ? "PAUSED" : (row.state ?? "OK"),
    sentence: row.paused_reason ?? row.sentence ?? "",
    since: row.since ?? undefined,
    height: numberOf(row.height),
    headHeight: numberOf(row.head_height),
    agreedHeight: numberOf(row.agreed_height),
    finalHeight: numberOf(row.final_height),
    lastSeen: row.scanned_at ?? undefined,
    ranges: row.ranges.map(([first, last]) => ({ first, last })),
  }));
}
