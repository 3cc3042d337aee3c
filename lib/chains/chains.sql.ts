// Written from chains.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { command, query } from "#lib/kernel/statement.ts";

type ReadCursorValues = {
  network: string;
};
type ReadCursorRow = {
  height: bigint;
  hash: string;
  head_height: bigint;
  agreed_height: bigint | null;
  final_height: bigint | null;
  paused_reason: string | null;
  paused_failure: JsonValue | null;
  deep_allowed: boolean;
  estimated: boolean;
  age_ms: number;
  has_gaps: boolean;
};
export const readCursor = query<ReadCursorValues, ReadCursorRow>({
  text: () => `select height, hash, head_height, agreed_height, final_height, paused_reason, paused_failure, deep_allowed, fee_estimate is not null as "estimated", (extract(epoch from business_now() - scanned_at) * 1000)::double precision as "age_ms",
  (select count(*) > 1 from chain_range r where r.network = c.network) as "has_gaps"
from chain_cursor c where network = $1`,
  values: ["network"],
});

type HoldCursorValues = {
  network: string;
};
type HoldCursorRow = {
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
};
export const holdCursor = query<HoldCursorValues, HoldCursorRow>({
  text: () => `select network from chain_cursor where network = $1 for update`,
  values: ["network"],
});

type LockCursorValues = {
  network: string;
  hash: string;
};
export const lockCursor = query<LockCursorValues, HoldCursorRow>({
  text: () => `select network from chain_cursor where network = $1 and hash = $2 for update`,
  values: ["network", "hash"],
});

type OpenCursorValues = {
  network: string;
  height: bigint | number;
  hash: string;
};
export const openCursor = command<OpenCursorValues>({
  text: () => `insert into chain_cursor (network, height, hash, head_height, scanned_at)
values ($1, $2, $3, $2, business_now()) on conflict do nothing`,
  values: ["network", "height", "hash"],
});

type InsertBlocksValues = {
  network: string;
  hashes: readonly (string | null)[];
  heights: readonly (bigint | number | null)[];
  parentHashes: readonly (string | null)[];
  times: readonly (Date | null)[];
};
export const insertBlocks = command<InsertBlocksValues>({
  text: () => `insert into chain_block (network, hash, height, parent_hash, block_time, seen_at)
select $1, b.hash, b.height, b.parent_hash, b.block_time, business_now()
from unnest($2::text[], $3::bigint[], $4::text[], $5::timestamptz[])
  b(hash, height, parent_hash, block_time)
on conflict (network, hash) do update set orphaned = false`,
  values: ["network", "hashes", "heights", "parentHashes", "times"],
});

type MoveCursorValues = {
  height: bigint | number;
  hash: string;
  headHeight: bigint | number;
  agreed?: bigint | number | null | undefined;
  network: string;
  from: string;
};
export const moveCursor = command<MoveCursorValues>({
  text: () => `update chain_cursor set height = $1, hash = $2, head_height = $3,
  agreed_height = $4::bigint, scanned_at = business_now()
where network = $5 and hash = $6`,
  values: ["height", "hash", "headHeight", "agreed", "network", "from"],
});

type TouchCursorValues = {
  headHeight: bigint | number;
  final?: bigint | number | null | undefined;
  estimate?: bigint | string | null | undefined;
  network: string;
};
export const touchCursor = command<TouchCursorValues>({
  text: () => `update chain_cursor set head_height = $1, final_height = greatest(final_height, $2::bigint),
  fee_estimate = $3::numeric, deep_allowed = false, scanned_at = business_now() where network = $4`,
  values: ["headHeight", "final", "estimate", "network"],
});
