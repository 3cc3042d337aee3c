// Written from custody.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, type NoValues, command, query } from "#lib/kernel/statement.ts";

type StandingOutputsValues = {
  network: string;
};
type StandingOutputsRow = {
  txHash: string;
  outputIndex: number;
};
export const standingOutputs = query<StandingOutputsValues, StandingOutputsRow>({
  text: () => `select s.tx_hash as "txHash", s.output_index as "outputIndex" from (
  select tx_hash, output_index from deposit where network = $1 and block_hash is not null
  union all select tx_hash, output_index from stray_deposit where network = $1 and block_hash is not null
  union all select o.tx_hash, p.output_index from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own
    where o.network = $1 and o.block_hash is not null
  union all select tx_hash, output_index from move_arrival where network = $1 and block_hash is not null
) s where not exists (select from outgoing_input i join outgoing o on o.id = i.outgoing_id and o.block_hash is not null
  where i.source_hash = s.tx_hash and i.source_index = s.output_index and o.network = $1)`,
  values: ["network"],
});

type UsedAccountsValues = {
  network: string;
};
type UsedAccountsRow = {
  script: string;
  asset: string;
};
export const usedAccounts = query<UsedAccountsValues, UsedAccountsRow>({
  text: () => `select distinct m.script as "script", m.asset as "asset" from (
  select a.script, d.asset from deposit d join deposit_address a on a.bill_id = d.bill_id where d.network = $1 and d.block_hash is not null
  union all select a.script, s.asset from stray_deposit s join deposit_address a on a.id = s.address_id
    where s.network = $1 and s.block_hash is not null
  union all select p.script, p.asset from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own
    where o.network = $1 and o.block_hash is not null
  union all select script, asset from move_arrival where network = $1 and block_hash is not null
) m order by 2, 1`,
  values: ["network"],
});

type BookedCustodyValues = {
  network: string;
  assets: readonly (string | null)[];
};
type BookedCustodyRow = {
  asset: string;
  ledger: Decimal;
  waiting: Decimal;
};
export const bookedCustody = query<BookedCustodyValues, BookedCustodyRow>({
  text: () => `select a.asset as "asset", coalesce((select balance from ledger_account where code = 'custody:' || $1 and asset = a.asset), 0)::numeric as "ledger",
  (select coalesce(sum(quantity_units), 0) from deposit where network = $1 and asset = a.asset and block_hash is not null and times_confirmed = times_reversed)
  + (select coalesce(sum(quantity_units), 0) from stray_deposit where network = $1 and asset = a.asset and block_hash is not null and status = 'UNCONFIRMED')
  + (select coalesce(sum(r.units), 0) from move_arrival r where r.network = $1 and r.asset = a.asset and r.block_hash is not null and not is_arrived(r))
  - (select coalesce(sum(m.spent_units - m.own_units), 0) from outgoing o join outgoing_amount m on m.outgoing_id = o.id
     where o.network = $1 and m.asset = a.asset and o.block_hash is not null and o.times_posted = o.times_reversed) as "waiting"
from unnest($2::text[]) a(asset)`,
  values: ["network", "assets"],
});

type InsertProofValues = {
  id: string;
  network: string;
  asset: string;
  height: bigint | number;
  ledger: bigint | string;
  waiting: bigint | string;
  node: bigint | string;
  asked: number;
};
export const insertProof = command<InsertProofValues>({
  text: () => `insert into custody_proof (id, network, asset, height, ledger_units, waiting_units, node_units, asked, at)
values ($1::uuid, $2, $3, $4, $5::numeric, $6::numeric, $7::numeric, $8, business_now())`,
  values: ["id", "network", "asset", "height", "ledger", "waiting", "node", "asked"],
});

type LatestProofsRow = {
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "ETH" | "TRX";
  height: bigint;
  ledger: Decimal;
  waiting: Decimal;
  node: Decimal;
  asked: number;
  at: Date;
};
export const latestProofs = query<NoValues, LatestProofsRow>({
  text: () => `select distinct on (p.asset) p.network, p.asset, p.height, p.ledger_units as ledger, p.waiting_units as waiting, p.node_units as node, p.asked, p.at
from custody_proof p order by p.asset, p.at desc, p.id desc`,
  values: [],
});

type ProofsDueRow = {
  due: boolean;
};
export const proofsDue = query<NoValues, ProofsDueRow>({
  text: () => `select exists (select from deployment where created_at < business_now() - interval '1 day')
  and not exists (select from custody_proof where not is_gas(asset) and at > business_now() - interval '1 day') as "due"`,
  values: [],
});
