// Written from settlements.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type SettlementsToMakeValues = {
  limit: bigint | number;
};
type SettlementsToMakeRow = {
  account_id: string;
  currency: string;
};
export const settlementsToMake = query<SettlementsToMakeValues, SettlementsToMakeRow>({
  text: () =>
    `select account_id, currency from settlement_due where due_at <= business_now() order by due_at, account_id, currency limit $1`,
  values: ["limit"],
});

type MakeSettlementValues = {
  id: string;
  invoiceId: string;
  accountId: string;
  currency: string;
};
type MakeSettlementRow = {
  made: boolean;
};
export const makeSettlement = query<MakeSettlementValues, MakeSettlementRow>({
  text: () => `select make_settlement($1::uuid, $2::uuid, $3::uuid, $4) as "made"`,
  values: ["id", "invoiceId", "accountId", "currency"],
});

type SettlementsToAskValues = {
  limit: bigint | number;
};
type SettlementsToAskRow = {
  id: string;
};
export const settlementsToAsk = query<SettlementsToAskValues, SettlementsToAskRow>({
  text: () => `select s.id from settlement s cross join lateral terms_of(s.account_id, s.currency) t
join beneficiary b on b.id = t.beneficiary_id and b.status = 'ACTIVE' and usable_from(b) <= business_now()
where s.due_units > 0 and s.payout_id is null and s.lapsed_at is null and s.ask_at <= business_now()
  and t.schedule <> 'NEVER' and not account_owes(s.account_id)
order by s.account_id, s.currency, s.number limit $1`,
  values: ["limit"],
});

type LockSettlementValues = {
  id: string;
};
export const lockSettlement = query<LockSettlementValues, SettlementsToAskRow>({
  text: () =>
    `select s.id from settlement s join account a on a.id = s.account_id where s.id = $1::uuid for no key update of s, a`,
  values: ["id"],
});

type HeldSettlementValues = {
  id: string;
};
type HeldSettlementRow = {
  id: string;
  account_id: string;
  account_name: string;
  currency: string;
  reference: string;
  due_units: Decimal;
  payout_id: string | null;
  lapsed_at: Date | null;
  reserve_units: Decimal;
  minimum_units: Decimal;
  beneficiary_id: string;
  schedule: string;
};
export const heldSettlement = query<HeldSettlementValues, HeldSettlementRow>({
  text: () => `select s.id, s.account_id, a.name as account_name, s.currency, s.reference, s.due_units, s.payout_id, s.lapsed_at,
  coalesce((select n.reserve_units from settlement n where n.account_id = s.account_id and n.currency = s.currency
    order by n.number desc limit 1), 0) as "reserve_units",
  t.minimum_units as "minimum_units", t.beneficiary_id as "beneficiary_id", t.schedule as "schedule"
from settlement s join account a on a.id = s.account_id cross join lateral terms_of(s.account_id, s.currency) t
where s.id = $1::uuid`,
  values: ["id"],
});

type NoteAskedValues = {
  payoutId: string;
  id: string;
};
export const noteAsked = command<NoteAskedValues>({
  text: () => `update settlement set payout_id = $1::uuid, asked_at = business_now() where id = $2::uuid`,
  values: ["payoutId", "id"],
});

type NoteLapsedValues = {
  id: string;
};
export const noteLapsed = command<NoteLapsedValues>({
  text: () => `update settlement set lapsed_at = business_now() where id = $1::uuid`,
  values: ["id"],
});

type SettlementRecordValues = {
  id: string;
  accountId?: string | null | undefined;
};
type SettlementRecordRow = {
  record: string;
};
export const settlementRecord = query<SettlementRecordValues, SettlementRecordRow>({
  text: () =>
    `select settlement_json(s) as "record" from settlement s where s.id = $1::uuid and ($2::uuid is null or s.account_id = $2::uuid)`,
  values: ["id", "accountId"],
});

type LockAccountValues = {
  accountId: string;
};
export const lockAccount = query<LockAccountValues, SettlementsToAskRow>({
  text: () => `select id from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type LoosensValues = {
  terms: string;
};
type LoosensRow = {
  loosens: boolean;
};
export const loosens = query<LoosensValues, LoosensRow>({
  text: () => `select terms_loosen(jsonb_populate_record(null::settlement_terms, $1::jsonb)) as "loosens"`,
  values: ["terms"],
});

type NextVersionValues = {
  accountId: string;
  currency: string;
};
type NextVersionRow = {
  version: number;
};
export const nextVersion = query<NextVersionValues, NextVersionRow>({
  text: () =>
    `select 1 + coalesce(max(version), 0) as "version" from settlement_terms where account_id = $1::uuid and currency = $2`,
  values: ["accountId", "currency"],
});

type ListTermsValues = {
  accountId?: string | null | undefined;
};
type ListTermsRow = {
  id: string;
  account_id: string;
  currency: string;
  version: number;
  schedule: "DAILY" | "WEEKLY" | "NEVER";
  weekday: number | null;
  business_days: boolean;
  delay_days: number;
  minimum_units: Decimal;
  reserve: "FIXED" | "SHARE";
  reserve_units: Decimal | null;
  reserve_bps: number | null;
  reserve_days: number | null;
  beneficiary_id: string;
  approval_id: string | null;
  made_by: string;
  made_at: Date;
  account: string;
  beneficiary: string;
  place: string;
  usable_from: Date | null;
};
export const listTerms = query<ListTermsValues, ListTermsRow>({
  text: () => `select distinct on (a.name, t.currency) t.*, a.name as "account", b.name as "beneficiary", place_of(b) as "place", usable_from(b) as usable_from
from settlement_terms t join account a on a.id = t.account_id join beneficiary b on b.id = t.beneficiary_id
where $1::uuid is null or t.account_id = $1::uuid
order by a.name, t.currency, t.version desc`,
  values: ["accountId"],
});

type StatementHeadValues = {
  accountId: string;
  asset: string;
  from: Date;
  to: Date;
};
type StatementHeadRow = {
  opening: Decimal;
  fees: string;
  zone: string;
};
export const statementHead = query<StatementHeadValues, StatementHeadRow>({
  text: () => `select coalesce((select s.closing_units from settlement s where s.account_id = $1::uuid and s.currency = $2 and s.period_to = $3::timestamptz),
  available_at($1::uuid, $2, $3::timestamptz)) as "opening",
  coalesce(fees_json(fee_lines($1::uuid, $2, $3::timestamptz, $4::timestamptz)), '[]')::text as "fees", house_zone() as "zone"`,
  values: ["accountId", "asset", "from", "to"],
});

type StatementLinesValues = {
  accountId: string;
  asset: string;
  from: Date;
  to: Date;
  limit: bigint | number;
};
type StatementLinesRow = {
  at: Date;
  transaction_id: string;
  event: string;
  kind: string;
  bill_id: string | null;
  conversion_id: string | null;
  payout_id: string | null;
  units: Decimal;
  reference: string | null;
  subaccount: string | null;
};
export const statementLines = query<StatementLinesValues, StatementLinesRow>({
  text: () => `select m.at as "at", m.transaction_id as "transaction_id", m.event as "event", m.kind as "kind", m.bill_id, m.conversion_id, m.payout_id,
  m.units as "units", b.reference, b.subaccount
from movements_of($1::uuid, $2, $3::timestamptz, $4::timestamptz) m left join bill b on b.id = m.bill_id
order by m.at, m.id limit $5`,
  values: ["accountId", "asset", "from", "to", "limit"],
});

type SettledPeriodValues = {
  id: string;
  accountId?: string | null | undefined;
};
type SettledPeriodRow = {
  account_id: string;
  currency: string;
  period_from: Date;
  period_to: Date;
};
export const settledPeriod = query<SettledPeriodValues, SettledPeriodRow>({
  text: () => `select account_id, currency, period_from, period_to from settlement
where id = $1::uuid and ($2::uuid is null or account_id = $2::uuid)`,
  values: ["id", "accountId"],
});

type SettlementMovementsValues = {
  accountId: string;
  asset: string;
  from: Date;
  to: Date;
  kind?: string | null | undefined;
  before?: bigint | number | null | undefined;
  limit: bigint | number;
};
type SettlementMovementsRow = {
  id: string;
  at: Date;
  transaction_id: string;
  event: string;
  kind: string;
  bill_id: string | null;
  conversion_id: string | null;
  payout_id: string | null;
  units: Decimal;
  reference: string | null;
  subaccount: string | null;
};
export const settlementMovements = query<SettlementMovementsValues, SettlementMovementsRow>({
  text: () => `select m.id::text as "id", m.at as "at", m.transaction_id as "transaction_id", m.event as "event", m.kind as "kind", m.bill_id, m.conversion_id, m.payout_id,
  m.units as "units", b.reference, b.subaccount
from movements_of($1::uuid, $2, $3::timestamptz, $4::timestamptz) m left join bill b on b.id = m.bill_id
where ($5::text is null or m.kind = $5::text) and ($6::bigint is null or m.id < $6::bigint)
order by m.id desc limit $7`,
  values: ["accountId", "asset", "from", "to", "kind", "before", "limit"],
});

type StatementOfValues = {
  id: string;
  accountId?: string | null | undefined;
};
type StatementOfRow = {
  account_id: string;
  account_name: string;
  currency: string;
  period_from: Date;
  period_to: Date;
  zone: string;
  record: string;
  paid_to: string | null;
  invoice_number: string | null;
  invoiced_at: Date | null;
};
export const statementOf = query<StatementOfValues, StatementOfRow>({
  text: () => `select s.account_id, a.name as account_name, s.currency, s.period_from, s.period_to, s.zone, settlement_json(s) as "record",
  (select b.name || ', ' || place_of(b) from payout o join beneficiary b on b.id = o.beneficiary_id where o.id = s.payout_id) as paid_to,
  i.number as "invoice_number", i.made_at as invoiced_at
from settlement s join account a on a.id = s.account_id left join fee_invoice i on i.settlement_id = s.id
where s.id = $1::uuid and ($2::uuid is null or s.account_id = $2::uuid)`,
  values: ["id", "accountId"],
});
