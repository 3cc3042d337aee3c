import { type Network, NETWORKS } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import type { ChainState } from "./chain.ts";
import { type ChainFailure, failureFrom } from "#lib/contract/chain-failure.ts";
import type { Range } from "./range-store.ts";
import * as sql from "./state.sql.ts";

/** Writes down how a chain is; `since` moves only when the state itself changes. */
export async function writeState(
  db: Db,
  network: Network,
  { state, sentence, failure }: { state: ChainState; sentence: string; failure?: ChainFailure | undefined },
): Promise<void> {
  await sql.writeState(db, { network, state, sentence, failure: failure && JSON.stringify(failure) });
}

/** All that is known of one chain, as the desk shows it. Heights are undefined where the chain has not been begun. */
export type ChainFacts = {
  network: Network;
  state: ChainState;
  sentence: string;
  failure: ChainFailure | undefined;
  since: Date | undefined;
  height: number | undefined;
  headHeight: number | undefined;
  agreedHeight: number | undefined;
  finalHeight: number | undefined;
  lastSeen: Date | undefined;
  ranges: Range[];
};

const numberOf = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value));

export async function readChains(db: Db): Promise<ChainFacts[]> {
  const rows = await sql.readChains(db);
  return rows.map((row) => ({
    network: wordFrom(NETWORKS, row.network),
    state: row.paused_reason ? "PAUSED" : (row.state ?? "OK"),
    sentence: row.paused_reason ?? row.sentence ?? "",
    failure: failureFrom(row.paused_reason ? row.paused_failure : row.failure),
    since: row.since ?? undefined,
    height: numberOf(row.height),
    headHeight: numberOf(row.head_height),
    agreedHeight: numberOf(row.agreed_height),
    finalHeight: numberOf(row.final_height),
    lastSeen: row.scanned_at ?? undefined,
    ranges: (row.ranges as [number, number][]).map(([first, last]) => ({ first, last })),
  }));
}
