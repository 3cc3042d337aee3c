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

type ProofsDueValues = {
  withGas: readonly (string | null)[];
  networks: readonly (string | null)[];
};
type ProofsDueRow = {
  network: string;
  onlyGas: boolean;
};
/** Networks with a proof older than a day: of coins and tokens, or only of what pays for gas. */
export const proofsDue = query<ProofsDueValues, ProofsDueRow>({
  text: () => `select d.network as "network", not d.held as "onlyGas" from (
  select n.network, not exists (select from custody_proof p where p.network = n.network and not is_gas(p.asset) and p.at > business_now() - interval '1 day') as held,
    n.network = any($1::text[]) and not exists (select from custody_proof p where p.network = n.network and is_gas(p.asset)
      and p.at > business_now() - interval '1 day') as gas
  from unnest($2::text[]) n(network)
) d where (d.held or d.gas) and exists (select from deployment where created_at < business_now() - interval '1 day')`,
  values: ["withGas", "networks"],
});

export const readAtOnce = command<NoValues>({
  text: () => `set transaction isolation level repeatable read`,
  values: [],
});

type NoteUnprovenValues = {
  network: string;
};
export const noteUnproven = command<NoteUnprovenValues>({
  text: () => `insert into custody_unproven (network, since) values ($1, business_now())
on conflict (network) do update set since = excluded.since where custody_unproven.since is null`,
  values: ["network"],
});

type HeldByAccountsValues = {
  network: string;
};
type HeldByAccountsRow = {
  script: string;
  asset: string;
  units: Decimal;
};
export const heldByAccounts = query<HeldByAccountsValues, HeldByAccountsRow>({
  text: () => `select m.script as "script", m.asset as "asset", sum(m.units)::numeric as "units" from (
  select a.script, d.asset, d.quantity_units as units from deposit d join deposit_address a on a.bill_id = d.bill_id
    where d.network = $1 and d.block_hash is not null
  union all select a.script, s.asset, s.quantity_units from stray_deposit s join deposit_address a on a.id = s.address_id
    where s.network = $1 and s.block_hash is not null
  union all select p.script, p.asset, p.units from outgoing o join outgoing_output p on p.outgoing_id = o.id and p.own
    where o.network = $1 and o.block_hash is not null
  union all select script, asset, units from move_arrival where network = $1 and block_hash is not null
  union all select i.script, i.asset, -i.units from outgoing o join outgoing_input i on i.outgoing_id = o.id and i.script is not null
    where o.network = $1 and o.block_hash is not null
) m group by 1, 2`,
  values: ["network"],
});

type AddressesOfValues = {
  network: string;
  scripts: readonly (string | null)[];
};
type AddressesOfRow = {
  script: string;
  address: string;
};
export const addressesOf = query<AddressesOfValues, AddressesOfRow>({
  text: () => `select distinct on (a.script) a.script as "script", a.address as "address" from (
  select script, address from deposit_address where network = $1 and script = any($2::text[])
  union all select script, address from change_address where network = $1 and script = any($2::text[])
) a order by a.script, a.address`,
  values: ["network", "scripts"],
});

type ScriptsToScanValues = {
  network: string;
};
type ScriptsToScanRow = {
  script: string;
};
export const scriptsToScan = query<ScriptsToScanValues, ScriptsToScanRow>({
  text: () => `select script as "script" from deposit_address where network = $1
union select script from change_address where network = $1`,
  values: ["network"],
});

type UnknownOutputsValues = {
  txHashes: readonly (string | null)[];
  outputIndexes: readonly (number | null)[];
  network: string;
};
export const unknownOutputs = query<UnknownOutputsValues, StandingOutputsRow>({
  text: () => `select f.tx_hash as "txHash", f.output_index as "outputIndex"
from unnest($1::text[], $2::integer[]) f(tx_hash, output_index)
where not is_known_output($3, f.tx_hash, f.output_index)`,
  values: ["txHashes", "outputIndexes", "network"],
});

type InsertFindingsValues = {
  network: string;
  height: bigint | number;
  ids: readonly (string | null)[];
  assets: readonly (string | null)[];
  scripts: readonly (string | null)[];
  addresses: readonly (string | null)[];
  txHashes: readonly (string | null)[];
  outputIndexes: readonly (number | null)[];
  units: readonly (bigint | string | null)[];
};
export const insertFindings = command<InsertFindingsValues>({
  text: () => `insert into custody_finding (id, network, asset, script, address, tx_hash, output_index, units, height)
select f.id, $1, f.asset, f.script, f.address, f.tx_hash, f.output_index, f.units, $2
from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::numeric[])
  f(id, asset, script, address, tx_hash, output_index, units) on conflict do nothing`,
  values: ["network", "height", "ids", "assets", "scripts", "addresses", "txHashes", "outputIndexes", "units"],
});

type EndOutputFindingsValues = {
  network: string;
  txHashes: readonly (string | null)[];
  outputIndexes: readonly (number | null)[];
};
export const endOutputFindings = command<EndOutputFindingsValues>({
  text: () => `update custody_finding c set ended_at = business_now() where c.network = $1 and c.ended_at is null and c.tx_hash is not null
  and not exists (select from unnest($2::text[], $3::integer[]) f(tx_hash, output_index)
    where f.tx_hash = c.tx_hash and f.output_index = c.output_index)`,
  values: ["network", "txHashes", "outputIndexes"],
});

type EndAccountFindingsValues = {
  network: string;
  assets: readonly (string | null)[];
  scripts: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
};
export const endAccountFindings = command<EndAccountFindingsValues>({
  text: () => `update custody_finding c set ended_at = business_now() where c.network = $1 and c.ended_at is null and c.tx_hash is null
  and not exists (select from unnest($2::text[], $3::text[], $4::numeric[]) f(asset, script, units)
    where f.asset = c.asset and f.script = c.script and f.units = c.units)`,
  values: ["network", "assets", "scripts", "units"],
});

type OpenFindingsValues = {
  limit: bigint | number;
};
type OpenFindingsRow = {
  id: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  script: string;
  address: string;
  txHash: string | null;
  outputIndex: number | null;
  units: Decimal | null;
  height: bigint;
  foundAt: Date;
};
export const openFindings = query<OpenFindingsValues, OpenFindingsRow>({
  text: () => `select id, network, asset, script, address, tx_hash as "txHash", output_index as "outputIndex", units::numeric as units, height, found_at as "foundAt"
from custody_finding where ended_at is null and (tx_hash is null or not is_known_output(network, tx_hash, output_index))
order by found_at, id limit $1`,
  values: ["limit"],
});

type InsertScanValues = {
  id: string;
  network: string;
  askedBy: string;
};
export const insertScan = command<InsertScanValues>({
  text: () =>
    `insert into custody_scan (id, network, status, asked_by) values ($1::uuid, $2, 'WAITING', $3) on conflict do nothing`,
  values: ["id", "network", "askedBy"],
});

type IsScanDueValues = {
  network: string;
};
type IsScanDueRow = {
  due: boolean;
};
/** Once a day; one that failed after ten minutes, and after twice as long each time, up to some five hours. */
export const isScanDue = query<IsScanDueValues, IsScanDueRow>({
  text: () => `select exists (select from deployment where created_at < business_now() - interval '1 day')
  and not exists (select from custody_scan where network = $1 and status <> 'FAILED' and asked_at > business_now() - interval '1 day')
  and not exists (select from failed_scans($1) f
    where f.ended_at > business_now() - interval '10 minutes' * power(2, least(f.tries, 6) - 1)) as "due"`,
  values: ["network"],
});

type TakeScanValues = {
  lease: string;
  leaseMs: number;
  network: string;
};
type TakeScanRow = {
  id: string;
};
export const takeScan = query<TakeScanValues, TakeScanRow>({
  text: () => `update custody_scan set status = 'RUNNING', lease = $1::uuid, leased_until = clock_timestamp() + $2 * interval '1 millisecond'
where network = $3 and status = 'WAITING' returning id`,
  values: ["lease", "leaseMs", "network"],
});

type HoldScanValues = {
  leaseMs: number;
  progress: number;
  id: string;
  lease: string;
};
type HoldScanRow = {
  abort: boolean;
};
export const holdScan = query<HoldScanValues, HoldScanRow>({
  text: () => `update custody_scan set leased_until = clock_timestamp() + $1 * interval '1 millisecond', progress = $2
where id = $3::uuid and lease = $4::uuid and status = 'RUNNING' returning abort_by is not null as "abort"`,
  values: ["leaseMs", "progress", "id", "lease"],
});

type FinishScanValues = {
  scripts: number;
  height: bigint | number;
  unknown: number;
  id: string;
  lease: string;
};
export const finishScan = command<FinishScanValues>({
  text: () => `update custody_scan set status = 'DONE', lease = null, leased_until = null, ended_at = business_now(), progress = 100,
  scripts = $1, height = $2, unknown = $3
where id = $4::uuid and lease = $5::uuid and status = 'RUNNING'`,
  values: ["scripts", "height", "unknown", "id", "lease"],
});

type BreakScanValues = {
  status: string;
  fault: string;
  id: string;
  lease: string;
};
export const breakScan = command<BreakScanValues>({
  text: () => `update custody_scan set status = $1, lease = null, leased_until = null, ended_at = business_now(), fault = nullif($2, '')
where id = $3::uuid and lease = $4::uuid and status = 'RUNNING'`,
  values: ["status", "fault", "id", "lease"],
});

type GiveBackScanValues = {
  id: string;
  lease: string;
};
/** Begun anew by the next process, unless a person wants it to end. */
export const giveBackScan = command<GiveBackScanValues>({
  text: () => `update custody_scan set lease = null, leased_until = null, progress = 0, status = case when abort_by is null then 'WAITING' else 'ABORTED' end,
  ended_at = case when abort_by is not null then business_now() end
where id = $1::uuid and lease = $2::uuid and status = 'RUNNING'`,
  values: ["id", "lease"],
});

type AbandonedScansRow = {
  id: string;
  network: "bitcoin" | "bitcoincash";
  lease: string;
};
export const abandonedScans = query<NoValues, AbandonedScansRow>({
  text: () =>
    `select id, network, lease as "lease" from custody_scan where status = 'RUNNING' and leased_until < clock_timestamp()`,
  values: [],
});

type AbortScanValues = {
  by: string;
  network: string;
};
/** One that no node has begun yet ends at once. */
export const abortScan = query<AbortScanValues, TakeScanRow>({
  text: () => `update custody_scan set abort_by = $1, status = case status when 'WAITING' then 'ABORTED' else status end,
  ended_at = case status when 'WAITING' then business_now() end
where network = $2 and status in ('WAITING', 'RUNNING') returning id`,
  values: ["by", "network"],
});

type LatestScansRow = {
  id: string;
  network: "bitcoin" | "bitcoincash";
  status: "WAITING" | "RUNNING" | "DONE" | "ABORTED" | "FAILED";
  askedBy: string;
  askedAt: Date;
  progress: number;
  scripts: number | null;
  height: bigint | null;
  unknown: number | null;
  abortBy: string | null;
  fault: string | null;
  endedAt: Date | null;
};
export const latestScans = query<NoValues, LatestScansRow>({
  text: () => `select distinct on (network) id, network, status, asked_by as "askedBy", asked_at as "askedAt", progress, scripts, height, unknown,
  abort_by as "abortBy", fault, ended_at as "endedAt"
from custody_scan order by network, asked_at desc, id desc`,
  values: [],
});
