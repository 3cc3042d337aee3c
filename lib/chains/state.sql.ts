// Written from state.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type WriteStateValues = {
  network: string;
  state: string;
  sentence: string;
  failure?: string | null | undefined;
};
export const writeState = command<WriteStateValues>({
  text: () => `insert into chain_state (network, state, sentence, failure, since) values ($1, $2, $3, $4::jsonb, business_now())
on conflict (network) do update set state = excluded.state, sentence = excluded.sentence, failure = excluded.failure,
  since = case when chain_state.state = excluded.state then chain_state.since else excluded.since end`,
  values: ["network", "state", "sentence", "failure"],
});

type ReadChainsRow = {
  network: string;
  state: "OK" | "BEHIND" | "FORKED" | "DISAGREED" | "FAULTY" | "WRONG_NETWORK" | "PAUSED" | null;
  sentence: string | null;
  failure: JsonValue | null;
  since: Date | null;
  height: bigint | null;
  head_height: bigint | null;
  agreed_height: bigint | null;
  final_height: bigint | null;
  scanned_at: Date | null;
  paused_reason: string | null;
  paused_failure: JsonValue | null;
  ranges: JsonValue;
};
export const readChains = query<NoValues, ReadChainsRow>({
  text: () => `select coalesce(c.network, s.network) as "network", s.state, s.sentence, s.failure, s.since, c.height, c.head_height, c.agreed_height,
  c.final_height, c.scanned_at, c.paused_reason, c.paused_failure, coalesce((
    select jsonb_agg(jsonb_build_array(r.first, r.last) order by r.first) from chain_range r where r.network = c.network
  ), '[]') as "ranges"
from chain_cursor c full join chain_state s on s.network = c.network order by 1`,
  values: [],
});
