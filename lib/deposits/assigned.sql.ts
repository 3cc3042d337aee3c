// Written from assigned.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type StrayForBillValues = {
  strayId: string;
};
type StrayForBillRow = {
  id: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  tx_hash: string;
  output_index: number;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  source_address: string | null;
  quantity_units: Decimal;
  times_confirmed: number;
  block_height: bigint | null;
  block_time: Date | null;
  address: string;
};
/** What came, as a deposit of the bill is told of it; its sender too, and the time of its block. */
export const strayForBill = query<StrayForBillValues, StrayForBillRow>({
  text: () => `select s.id, s.network, s.tx_hash, s.output_index, s.asset, s.source_address, s.quantity_units, s.times_confirmed, s.block_height,
  (select c.block_time from chain_block c where c.network = s.network and c.height = s.block_height and not c.orphaned) as "block_time",
  (select p.address from place_of_stray(s) p) as "address"
from stray_deposit s where s.id = $1::uuid and s.status = 'CONFIRMED'`,
  values: ["strayId"],
});

type InsertAssignedValues = {
  id: string;
  billId: string;
  accountId: string;
  address: string;
  isDust: boolean;
  blockTime?: Date | null | undefined;
  reason: string;
  facts: string;
  strayId: string;
};
export const insertAssigned = command<InsertAssignedValues>({
  text: () => `insert into deposit (id, bill_id, account_id, stray_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
  dust, first_seen, sighted_at, block_height, block_time, confirmations_required, spends, late, was_credited, treated_at, reason_code, reason, reason_facts,
  unconverted_units, times_confirmed, times_reversed, variant, created_at, updated_at)
select $1::uuid, $2::uuid, $3::uuid, s.id, s.network, s.tx_hash, s.output_index, s.asset, $4, s.source_address, s.quantity_units, 'CREDITED',
  $5::boolean, s.created_at, s.created_at, s.block_height, $6::timestamptz, s.confirmations_required, s.spends, true, true, m.now, 'ASSIGNED', $7, $8,
  s.quantity_units, s.times_confirmed, s.times_confirmed - 1, s.variant, m.now, m.now
from stray_deposit s cross join (select business_now() as now offset 0) m where s.id = $9::uuid`,
  values: ["id", "billId", "accountId", "address", "isDust", "blockTime", "reason", "facts", "strayId"],
});

type ReopenAssignedValues = {
  id: string;
};
export const reopenAssigned = command<ReopenAssignedValues>({
  text: () =>
    `update deposit set status = 'UNCONFIRMED', updated_at = business_now() where id = $1::uuid and status = 'DROPPED'`,
  values: ["id"],
});

type CreditAgainValues = {
  reason: string;
  facts: string;
  blockTime?: Date | null | undefined;
  unconverted: bigint | string;
  converted: bigint | string;
  fee: bigint | string;
  fiat: bigint | string;
  paidOut: bigint | string;
  id: string;
};
export const creditAgain = command<CreditAgainValues>({
  text: () => `update deposit d set status = 'CREDITED', reason_code = 'ASSIGNED', reason = $1, reason_facts = $2, block_height = s.block_height,
  block_time = $3::timestamptz, unconverted_units = $4::numeric, converted_units = $5::numeric, fee_units = $6::numeric,
  fiat_units = $7::numeric, paid_out_units = $8::numeric, times_confirmed = s.times_confirmed, times_reversed = s.times_confirmed - 1, updated_at = business_now()
from stray_deposit s where d.id = $9::uuid and s.id = d.stray_id`,
  values: ["reason", "facts", "blockTime", "unconverted", "converted", "fee", "fiat", "paidOut", "id"],
});
