// Written from deposits.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type LockDepositsValues = {
  billIds: readonly (string | null)[];
};
type LockDepositsRow = {
  id: string;
  bill_id: string;
  account_id: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  tx_hash: string;
  output_index: number;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  address: string;
  source_address: string | null;
  quantity_units: Decimal;
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  wrong_asset: boolean;
  dust: boolean;
  first_seen: Date;
  block_height: bigint | null;
  block_hash: string | null;
  block_time: Date | null;
  position: number | null;
  confirmations_required: number;
  times_confirmed: number;
  times_reversed: number;
  was_credited: boolean;
  late: boolean;
  treated_at: Date | null;
  treat_after: Date | null;
  give_up_at: Date | null;
  guaranteed_units: Decimal;
  decision: JsonValue | null;
  reason_code:
    | "RECEIVE_AS_IS"
    | "BILL_EXPIRED"
    | "LIMIT_NOT_MET"
    | "OVERPAYMENT_KEPT"
    | "BELOW_MINIMUM"
    | "DEPOSIT_LIMIT"
    | "CONVERSION_FAILED"
    | "SCREENING"
    | "WRONG_ASSET"
    | "REORGANISED"
    | "DOUBLE_SPENT"
    | "BEFORE_BILL"
    | "INSUFFICIENT_LIQUIDITY"
    | "ASSIGNED"
    | null;
  reason: string | null;
  pending_units: Decimal;
  converted_units: Decimal;
  unconverted_units: Decimal;
  locked_units: Decimal;
  fee_units: Decimal;
  paid_out_units: Decimal;
  fiat_units: Decimal;
  created_at: Date;
  updated_at: Date;
  spends: string[];
  reason_facts: string | null;
  sighted_at: Date | null;
  first_block_time: Date | null;
  fee_rate: Decimal | null;
  fee_estimate: Decimal | null;
  replaceable: boolean | null;
  reversal_due_at: Date | null;
  reserved_units: Decimal;
  senders_told: boolean | null;
  stray_id: string | null;
  variant: number;
};
export const lockDeposits = query<LockDepositsValues, LockDepositsRow>({
  text: () => `select * from deposit where bill_id = any($1::uuid[])
order by block_height nulls last, position, output_index, id for update`,
  values: ["billIds"],
});

type UpdateNeedValues = {
  ids: readonly (string | null)[];
  confirmations: readonly (number | null)[];
};
export const updateNeed = command<UpdateNeedValues>({
  text: () => `update deposit d set confirmations_required = n.confirmations, updated_at = (select business_now())
from unnest($1::uuid[], $2::integer[]) n(id, confirmations) where d.id = n.id and d.confirmations_required < n.confirmations`,
  values: ["ids", "confirmations"],
});

type PaidByTransactionValues = {
  networks: readonly (string | null)[];
  txHashes: readonly (string | null)[];
  assets: readonly (string | null)[];
};
type PaidByTransactionRow = {
  nth: bigint;
  units: Decimal;
};
export const paidByTransaction = query<PaidByTransactionValues, PaidByTransactionRow>({
  text: () => `select t.nth as "nth", (select coalesce(sum(quantity_units), 0) from deposit
  where network = t.network and tx_hash = t.tx_hash and asset = t.asset and status not in ('DROPPED', 'DECLINED')) as "units"
from unnest($1::text[], $2::text[], $3::text[]) with ordinality t(network, tx_hash, asset, nth)`,
  values: ["networks", "txHashes", "assets"],
});

type ConfirmedAtValues = {
  networks: readonly (string | null)[];
  heights: readonly (bigint | number | null)[];
};
type ConfirmedAtRow = {
  nth: bigint;
  block_time: Date;
};
export const confirmedAt = query<ConfirmedAtValues, ConfirmedAtRow>({
  text: () => `select d.nth as "nth", b.block_time from unnest($1::text[], $2::bigint[])
  with ordinality d(network, height, nth)
join chain_cursor c on c.network = d.network and least(c.height, coalesce(c.agreed_height, c.height)) >= d.height
join chain_block b on b.network = d.network and b.height = d.height and not b.orphaned`,
  values: ["networks", "heights"],
});

type UpdateTreatedValues = {
  rows: string;
};
export const updateTreated = command<UpdateTreatedValues>({
  text: () => `update deposit d set status = t.status, late = t.late, treated_at = coalesce(d.treated_at, m.now),
  reason_code = t."reasonCode", reason = t.reason, reason_facts = t."reasonFacts", decision = t.decision, guaranteed_units = t."guaranteedUnits",
  pending_units = t.pending, converted_units = t.converted, unconverted_units = t.unconverted, fee_units = t.fee,
  fiat_units = t.fiat, paid_out_units = coalesce(t."paidOut", d.paid_out_units),
  treat_after = m.now + t."treatAfterMs" * interval '1 millisecond', give_up_at = t."giveUpAt",
  times_confirmed = t."timesConfirmed", was_credited = d.was_credited or t.status in ('CONVERTED', 'CREDITED'), updated_at = m.now
from json_to_recordset($1::json) as t(id uuid, status text, late boolean, "reasonCode" text, reason text, "reasonFacts" text,
  decision jsonb, "guaranteedUnits" numeric, pending numeric, converted numeric, unconverted numeric, fee numeric, fiat numeric,
  "paidOut" numeric, "treatAfterMs" double precision, "giveUpAt" timestamptz, "timesConfirmed" integer),
  (select business_now() as now) m
where d.id = t.id`,
  values: ["rows"],
});

type DeclineRowValues = {
  id: string;
};
export const declineRow = command<DeclineRowValues>({
  text: () => `update deposit set status = 'DECLINED', updated_at = business_now() where id = $1::uuid`,
  values: ["id"],
});
