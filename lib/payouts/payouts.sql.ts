// Written from payouts.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type LockAccountValues = {
  accountId: string;
};
type LockAccountRow = {
  id: string;
};
export const lockAccount = query<LockAccountValues, LockAccountRow>({
  text: () => `select id from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type ReserveNowValues = {
  accountId: string;
  currency: string;
};
type ReserveNowRow = {
  reserve: Decimal;
};
export const reserveNow = query<ReserveNowValues, ReserveNowRow>({
  text: () => `select reserve_now($1::uuid, $2) as "reserve"`,
  values: ["accountId", "currency"],
});

type AreOwnValues = {
  billId?: string | null | undefined;
  accountId: string;
  depositId?: string | null | undefined;
};
type AreOwnRow = {
  bill: boolean;
  deposit: boolean;
};
export const areOwn = query<AreOwnValues, AreOwnRow>({
  text: () => `select exists (select from bill where id = $1::uuid and account_id = $2::uuid) as "bill",
  exists (select from deposit where id = $3::uuid and account_id = $2::uuid) as "deposit"`,
  values: ["billId", "accountId", "depositId"],
});

type PayableBillsValues = {
  accountId: string;
  asset: string;
  billId?: string | null | undefined;
  depositId?: string | null | undefined;
};
type PayableBillsRow = {
  bill_id: string;
};
export const payableBills = query<PayableBillsValues, PayableBillsRow>({
  text: () => `select distinct d.bill_id from deposit d
where d.account_id = $1::uuid and d.asset = $2
  and ($3::uuid is null or d.bill_id = $3::uuid)
  and ($4::uuid is null or d.id = $4::uuid)
  and (d.unconverted_units > d.locked_units + d.reserved_units or (d.pending_units > 0 and d.status in ('HELD', 'DECLINED')))
order by d.bill_id`,
  values: ["accountId", "asset", "billId", "depositId"],
});

type LockPayableValues = {
  billIds: readonly (string | null)[];
  asset: string;
  depositId?: string | null | undefined;
};
type LockPayableRow = {
  id: string;
  bill_id: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  pending_units: Decimal;
  unconverted_units: Decimal;
  locked_units: Decimal;
  reserved_units: Decimal;
};
export const lockPayable = query<LockPayableValues, LockPayableRow>({
  text: () => `select id, bill_id, asset, status, pending_units, unconverted_units, locked_units, reserved_units from deposit
where bill_id = any($1::uuid[]) and asset = $2 and reversal_due_at is null
  and ($3::uuid is null or id = $3::uuid)
order by created_at, id for update`,
  values: ["billIds", "asset", "depositId"],
});

type PayoutRecordValues = {
  id: string;
  accountId?: string | null | undefined;
};
type PayoutRecordRow = {
  record: string;
};
export const payoutRecord = query<PayoutRecordValues, PayoutRecordRow>({
  text: () =>
    `select payout_json(o) as "record" from payout o where o.id = $1::uuid and ($2::uuid is null or o.account_id = $2::uuid)`,
  values: ["id", "accountId"],
});

type LockPayoutValues = {
  ids: readonly (string | null)[];
};
type LockPayoutRow = {
  id: string;
  account_id: string;
  asset: string;
  quantity_units: Decimal;
  from_pending: boolean;
  reference: string;
  tx_hash: string | null;
  recorded_by: string;
  recorded_at: Date;
  approval_id: string | null;
  kind: "PAYOUT" | "REFUND" | "SETTLEMENT";
  status:
    | "RECORDED"
    | "REQUESTED"
    | "APPROVED"
    | "PREPARED"
    | "SIGNED"
    | "BROADCAST"
    | "CONFIRMED"
    | "REJECTED"
    | "CANCELLED"
    | "FAILED";
  beneficiary_id: string | null;
  bill_id: string | null;
  deposit_id: string | null;
  bank_reference: string | null;
  file_id: string | null;
  is_out: boolean;
  reason: string | null;
  approved_at: Date | null;
  ended_at: Date | null;
  refund_link_id: string | null;
  in_place_of: string | null;
  account_name: string;
  mayHaveLeft: boolean;
  askedAt: Date;
};
export const lockPayout = query<LockPayoutValues, LockPayoutRow>({
  text: () => `select o.*, a.name as account_name, payout_may_have_left(o) as "mayHaveLeft", payout_asked_at(o) as "askedAt" from payout o join account a on a.id = o.account_id
where o.id = any($1::uuid[]) order by o.id for update of o`,
  values: ["ids"],
});

type MovePayoutValues = {
  rows: string;
};
export const movePayout = command<MovePayoutValues>({
  text: () => `update payout o set status = m.status, is_out = m."isOut", tx_hash = coalesce(m."txHash", o.tx_hash), reason = coalesce(m.reason, o.reason),
  approved_at = case when m.status = 'APPROVED' then business_now() else o.approved_at end,
  ended_at = case when m.status in ('CONFIRMED', 'REJECTED', 'CANCELLED', 'FAILED') then business_now() end
from json_to_recordset($1::json) as m(id uuid, status text, "isOut" boolean, "txHash" text, reason text) where o.id = m.id`,
  values: ["rows"],
});

type PartsOfValues = {
  ids: readonly (string | null)[];
};
type PartsOfRow = {
  payout_id: string;
  deposit_id: string;
  quantity_units: Decimal;
  bill_id: string;
  stands: boolean;
};
export const partsOf = query<PartsOfValues, PartsOfRow>({
  text: () => `select p.payout_id, p.deposit_id, p.quantity_units, d.bill_id, d.times_confirmed > d.times_reversed as "stands" from payout_part p
join deposit d on d.id = p.deposit_id where p.payout_id = any($1::uuid[]) order by d.bill_id, d.created_at, d.id`,
  values: ["ids"],
});

type OpenPayoutsOfValues = {
  depositId: string;
};
type OpenPayoutsOfRow = {
  id: string;
  status:
    | "RECORDED"
    | "REQUESTED"
    | "APPROVED"
    | "PREPARED"
    | "SIGNED"
    | "BROADCAST"
    | "CONFIRMED"
    | "REJECTED"
    | "CANCELLED"
    | "FAILED";
};
export const openPayoutsOf = query<OpenPayoutsOfValues, OpenPayoutsOfRow>({
  text: () => `select distinct o.id, o.status from payout o join payout_part p on p.payout_id = o.id
where p.deposit_id = $1::uuid and o.status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') and not o.is_out
order by o.id`,
  values: ["depositId"],
});

type LapsedPayoutsValues = {
  limit: bigint | number;
};
export const lapsedPayouts = query<LapsedPayoutsValues, LockAccountRow>({
  text: () => `select o.id from payout o join approval a on a.id = o.approval_id
where o.status = 'REQUESTED' and a.status = 'PENDING' and a.expires_at <= business_now() order by o.id limit $1`,
  values: ["limit"],
});

type ExpectedPayoutsValues = {
  network: string;
};
type ExpectedPayoutsRow = {
  id: string;
  account_id: string;
  asset: string;
  quantity_units: Decimal;
  status:
    | "RECORDED"
    | "REQUESTED"
    | "APPROVED"
    | "PREPARED"
    | "SIGNED"
    | "BROADCAST"
    | "CONFIRMED"
    | "REJECTED"
    | "CANCELLED"
    | "FAILED";
  tx_hash: string | null;
  network: string;
  address: string;
  script: string;
};
export const expectedPayouts = query<ExpectedPayoutsValues, ExpectedPayoutsRow>({
  text: () => `select o.id, o.account_id, o.asset, o.quantity_units, o.status, o.tx_hash, p.network as "network", p.address as "address", p.script as "script"
from payout o cross join lateral place_of_payout(o) p
where o.status in ('APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') and p.network = $1 order by o.id`,
  values: ["network"],
});

type TakeBackValues = {
  backBy?: string | null | undefined;
  payoutId: string;
  proof: string;
  n: number;
};
export const takeBack = command<TakeBackValues>({
  text: () => `update payout_exit set back_at = business_now(), back_by = $1
where payout_id = $2::uuid and proof = $3 and n = $4 and back_at is null`,
  values: ["backBy", "payoutId", "proof", "n"],
});

type PaidOtherwiseValues = {
  id: string;
};
type PaidOtherwiseRow = {
  id: string;
  accountId: string;
  account: string;
  asset: string;
  reference: string;
  units: Decimal;
  paid: Decimal;
  txHash: string;
  script: string;
  place: string;
  beneficiary: string | null;
};
export const paidOtherwise = query<PaidOtherwiseValues, PaidOtherwiseRow>({
  text: () => `select o.id, o.account_id as "accountId", a.name as "account", o.asset, o.reference, least(p.units, o.quantity_units) as "units", p.units as "paid",
  p.tx_hash as "txHash", p.script as "script", to_place.place as "place", (select b.name from beneficiary b where b.id = o.beneficiary_id) as "beneficiary"
from payout o join account a on a.id = o.account_id cross join lateral paid_instead(o) p cross join lateral place_of_payout(o) to_place
where o.id = $1::uuid`,
  values: ["id"],
});

type WaitsForHashValues = {
  txHash: string;
};
type WaitsForHashRow = {
  id: string;
  accountId: string;
};
export const waitsForHash = query<WaitsForHashValues, WaitsForHashRow>({
  text: () => `select o.id, o.account_id as "accountId" from payout o cross join lateral paid_instead(o) p
where o.status in ('SIGNED', 'BROADCAST') and lower(regexp_replace(p.tx_hash, '^0x', '')) = lower(regexp_replace($1, '^0x', '')) limit 1`,
  values: ["txHash"],
});

type SpentPayoutValues = {
  id: string;
};
type SpentPayoutRow = {
  payoutId: string;
  accountId: string;
  account: string;
  asset: string;
  fromPending: boolean;
  units: Decimal;
  outgoingId: string;
  txHash: string;
};
export const spentPayout = query<SpentPayoutValues, SpentPayoutRow>({
  text: () => `select o.id as "payoutId", o.account_id as "accountId", a.name as account, o.asset, o.from_pending as "fromPending", o.quantity_units as units,
  s.outgoing_id as "outgoingId", s.tx_hash as "txHash"
from payout o join account a on a.id = o.account_id cross join lateral spent_otherwise(o.id) s where o.id = $1::uuid`,
  values: ["id"],
});

type MissedPayoutsValues = {
  limit: bigint | number;
};
/** What a final transaction was made for and has given nothing: to their place by no output that explains nothing else. */
export const missedPayouts = query<MissedPayoutsValues, LockAccountRow>({
  text: () => `select o.id from payout o
where o.status in ('SIGNED', 'BROADCAST') and not o.is_out and exists (select from sent_for(o.id) s where s.is_own) and not exists (select from paid_instead(o))
  and not exists (select from prepared_output x where x.object_id = o.id and x.held)
  and not exists (select from outgoing_claim c join outgoing g on g.id = c.outgoing_id and g.status <> 'GONE'
    where c.kind = 'PAYOUT' and c.object_id = o.id and c.void_at is null)
order by o.id limit $1`,
  values: ["limit"],
});
