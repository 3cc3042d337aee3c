// Written from reversal.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type DeferReversalValues = {
  id: string;
};
export const deferReversal = command<DeferReversalValues>({
  text: () => `update deposit set reversal_due_at = coalesce(reversal_due_at, business_now()), block_height = null, block_hash = null,
  block_time = null, position = null, updated_at = business_now() where id = $1::uuid`,
  values: ["id"],
});

type PlaceDueValues = {
  height: bigint | number;
  hash: string;
  time: Date;
  position: number;
  id: string;
};
export const placeDue = command<PlaceDueValues>({
  text: () => `update deposit set block_height = $1, block_hash = $2, block_time = $3, position = $4, updated_at = business_now()
where id = $5::uuid and reversal_due_at is not null`,
  values: ["height", "hash", "time", "position", "id"],
});

type ReversalsDueValues = {
  limit: bigint | number;
};
type ReversalsDueRow = {
  id: string;
};
export const reversalsDue = query<ReversalsDueValues, ReversalsDueRow>({
  text: () => `select d.id from deposit d where d.reversal_due_at is not null and not exists (
  select from conversion_item i join conversion v on v.id = i.conversion_id
  where i.deposit_id = d.id and i.live and v.status = 'EXECUTING')
  and not is_signed_away(d.id)
order by d.reversal_due_at limit $1`,
  values: ["limit"],
});

type DropDepositValues = {
  reasonCode: string;
  reason: string;
  reasonFacts: string;
  id: string;
};
/** What an invoice sold of it stays sold: its fiat is the account's, and its crypto is owed. */
export const dropDeposit = command<DropDepositValues>({
  text: () => `update deposit d set status = 'DROPPED', reason_code = $1, reason = $2, reason_facts = $3, block_height = null, block_hash = null,
  block_time = null, position = null, pending_units = 0, converted_units = 0, unconverted_units = 0, locked_units = 0, fee_units = 0,
  paid_out_units = 0, fiat_units = (select coalesce(sum(fiat_units), 0) from fill where deposit_id = d.id and reversed_at is null),
  guaranteed_units = 0, treat_after = null, reversal_due_at = null, updated_at = business_now()
where id = $4::uuid`,
  values: ["reasonCode", "reason", "reasonFacts", "id"],
});

type MarkReversedValues = {
  id: string;
};
export const markReversed = command<MarkReversedValues>({
  text: () => `update deposit set times_reversed = times_confirmed where id = $1::uuid`,
  values: ["id"],
});
