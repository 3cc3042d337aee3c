import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { DECIDING_ROLES } from "#lib/contract/deciding-roles.ts";
import { Prisma } from "#lib/kernel/database.ts";
import { LOOK_BACK_DAYS, offAmount, offAmountFiled, offAmountFirst, offAmountNamed } from "./off-amount-store.ts";
import type { First } from "./case-kinds.ts";
import type { Reader } from "./reader.ts";
import { custody } from "./custody-store.ts";
import { undelivered } from "./mail-store.ts";
import { prices, waitingSales } from "./price-store.ts";
import { knownKeys } from "./key-store.ts";
import { lostHours, notSent } from "./signing-store.ts";

/** An endpoint that fails for less is left to its retries, a reversal that waits for less to what it waits for. */
const FAILING_MINUTES = 10;
/** A venue that does not answer for less is left to the next question. */
const SILENT_MINUTES = 15;
/** A chain that has not been looked at for this long is not followed. */
const UNSEEN_SECONDS = 120;

/**
 * Every case of an account, or of the house, at a business time, read from the records themselves: no row says that a case exists, so
 * none can disagree with its facts. `mark` changes whenever the facts do; `said` is a sentence that a record already
 * holds; `facts` are those from which the cause is written. One column list, a branch for each kind of fact. The house
 * has its own hedges, what it holds of all accounts, and what all share. What waits for a second person is a case for those
 * alone who may decide it, a file that failed for those who may read its list. `RECORDS` leaves out those that are about
 * no bill, conversion or endpoint of the account: planning them all takes longer than reading the others. `FEW` leaves out
 * those about what bills got, which may be many and are counted from their index; of named cases no others of them are read.
 */
export function casesSql(of: CasesOf, which: "ALL" | "RECORDS" | "FEW" | readonly string[] = "ALL"): Prisma.Sql {
  const query = queryOf(of);
  const some = typeof which === "string" ? undefined : offAmountNamed(which);
  return named(Prisma.sql`
      ${Prisma.join([decidable(query), retainedFacts(query), ...(which === "FEW" ? [] : [offAmount(query, some)]), waitingSales(query), orders(query), lateOrders(query), failed(query), webhooks(query), ...(which === "RECORDS" ? [] : [approvals(query), failedExports(query), knownKeys(query), silentRules(query), undelivered(query), unknownSpends(query), unknownGas(query), givenGas(query), dueReversals(query), custody(query), heldByHouse(query), unknownBills(query), unknownLines(query), unknownTransfers(query), lowStocks(query), belowZero(query), silentVenues(query), statementGaps(query), refusedFiles(query), notSent(query), lostHours(query), notPaid(query), gonePayouts(query), stuckMoves(query), stuckSettlements(query), sanctioned(query), refusedRefunds(query), owed(query), foreignTrades(query), refusedHedges(query), openHedges(query), prices(query), chains(query)])], " union all ")}`);
}

/** Those about what bills got that people did something with. */
export const filedCasesSql = (of: CasesOf): Prisma.Sql => named(offAmountFiled(queryOf(of)));

/** Of those about what bills got the first that nobody did anything with; all others, and what was done something with. */
export const firstCasesSql = (of: CasesOf, first: First, most: number): Prisma.Sql =>
  Prisma.join([casesSql(of, "FEW"), filedCasesSql(of), named(offAmountFirst(queryOf(of), first, most))], " union all ");

const named = (facts: Prisma.Sql) =>
  Prisma.sql`select lower(replace(kind, '_', '-')) || '-' || subject as case_id, f.* from (${facts}) f`;

const queryOf = ({ accountId, now, reader }: CasesOf): FactsQuery => ({
  reader,
  account: Prisma.sql`${accountId}::uuid`,
  now: Prisma.sql`${now}::timestamptz`,
  isHouse: Prisma.sql`(select is_house from account where id = ${accountId}::uuid)`,
  concerned: Prisma.sql`(select case when is_house then array(select id from account) else array[id] end
      from account where id = ${accountId}::uuid)::uuid[]`,
});

/** Whose cases, when, and what of them only some may see. */
export type CasesOf = { accountId: string; now: Date; reader: Reader };

type FactsQuery = {
  reader: Reader;
  account: Prisma.Sql;
  now: Prisma.Sql;
  /** Whether the house asks. */
  isHouse: Prisma.Sql;
  /** Whose bills and deposits a chain or a price concerns: the account's, or everybody's. */
  concerned: Prisma.Sql;
};

/** A time as the facts hold it. */
const isoText = (at: Prisma.Sql) => Prisma.sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * What is declined goes back within so many business days, and what is paid out is proven to have left within as many: by the
 * house's bank holidays, of EUR those of TARGET as well where it says so (rulebook 13.26).
 */
const BUSINESS_DAYS = 5;
/** A move of crypto is not told at both of its ends for longer than this. */
const CRYPTO_DAYS = 1;
const inBusinessDays = (from: Prisma.Sql, currency: Prisma.Sql) =>
  Prisma.sql`in_bank_days(${from}, ${currency}, ${BUSINESS_DAYS}::int)`;
/** A settlement that cannot be requested for less is tried again. */
const STUCK_HOURS = 24;

/** Deposits that are held, declined and not paid back, or taken back by their chain after they were credited. */
const decidable = ({ account }: FactsQuery) => Prisma.sql`
  select case when d.status = 'DROPPED' then 'REVERSED' when d.wrong_asset then 'WRONG_ASSET' when d.status = 'HELD' then 'HELD'
      else 'TO_RETURN' end as kind, d.id::text as subject, d.bill_id, d.id as deposit_id, null::uuid as conversion_id,
    null::uuid as endpoint_id, d.asset, case when d.status = 'DROPPED' then d.quantity_units else d.pending_units end::numeric as units,
    d.updated_at as since, concat_ws(':', d.status, d.pending_units, d.times_reversed, case d.reason_code when 'DOUBLE_SPENT' then 'SPENT' end) as mark, d.reason as said,
    jsonb_build_object('reason', d.reason_facts, 'key', d.decision->>'keyPlace', 'fiat', (select fiat from bill where id = d.bill_id),
      'until', case d.status when 'HELD' then d.decision->>'priceUntil' when 'DECLINED' then ${isoText(inBusinessDays(Prisma.sql`d.updated_at`, Prisma.sql`d.asset`))} end) as facts
  from deposit d where d.account_id = ${account} and (d.status in ('HELD', 'DECLINED') or (d.was_credited and d.status = 'DROPPED'))
    and (d.status = 'DROPPED' or d.pending_units > 0)`;

/**
 * Requests that the reader may decide now: of their account, or of the house; the house's administrators stand in for an
 * account that has nobody (rulebook 3.18). Never one's own, and of two who agree not to the first.
 */
const approvals = ({ account, now, isHouse, reader }: FactsQuery) => Prisma.sql`
  select 'APPROVAL', a.id::text, null::uuid, null::uuid, null::uuid, null::uuid, m.asset, floor(m.quantity / unit_of(m.asset)), a.asked_at,
    concat_ws(':', a.status, a.first_user_id), null, jsonb_build_object('approval', a.what, 'by', a.asked_by, 'until', ${isoText(Prisma.sql`a.expires_at`)})
  from approval a left join lateral (
    select case s.symbol when 'USDT' then 'USDT@' || coalesce(a.request->>'networkType', 'eth') when 'USDC' then 'USDC@eth' else s.symbol end as asset,
      (a.request->>'quantity')::numeric as quantity
    from (select coalesce(a.request->>'asset', a.request->>'baseSymbol') as symbol) s where a.what in ('payout', 'move', 'execution')) m on true
  where a.status = 'PENDING' and a.expires_at > ${now}
    and case when ${isHouse} then a.decides = 'house' and a.what = any(${reader.decides}::text[]) or a.decides = 'account' and ${reader.standsIn} and needs_house(a.id, ${DECIDING_ROLES}::jsonb)
      else a.account_id = ${account} and a.decides = 'account' and a.what = any(${reader.decides}::text[]) end
    and (${reader.everybody} or a.first_user_id is distinct from ${reader.userId ?? null}::uuid) and (${reader.everybody} or approver_fault(a.id, ${reader.userId ?? null}::uuid) is null)`;

/** Files that could not be written, until they are, or a person closes it. */
const failedExports = ({ account, reader }: FactsQuery) => Prisma.sql`
  select 'EXPORT', e.id::text, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, e.finished_at, e.finished_at::text, null,
    jsonb_build_object('list', e.list, 'by', e.created_by)
  from export_job e where e.account_id = ${account} and e.status = 'FAILED' and e.list = any(${reader.lists}::text[])`;

/** Ways of telling people that have failed for a while. */
const silentRules = ({ account, now }: FactsQuery) => Prisma.sql`
  select 'NOTICE', r.id::text, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, r.failing_since, r.failing_since::text, null,
    jsonb_build_object('url', r.url_shown, 'detail', r.fault)
  from notification_rule r where r.account_id = ${account} and r.ended_at is null
    and r.failing_since <= ${now} - make_interval(mins => ${FAILING_MINUTES}::int)`;

/** Deposits of all accounts that the house holds, and decides: whatever is above no limit of the account's own alone. */
const heldByHouse = ({ isHouse }: FactsQuery) => Prisma.sql`
  select case when d.wrong_asset then 'WRONG_ASSET' else 'HELD' end, d.id::text, d.bill_id, d.id, null::uuid, null::uuid, d.asset,
    d.pending_units::numeric, d.updated_at, concat_ws(':', d.status, d.pending_units, d.times_reversed), d.reason,
    jsonb_build_object('reason', d.reason_facts, 'key', d.decision->>'keyPlace', 'fiat', (select fiat from bill where id = d.bill_id),
      'until', d.decision->>'priceUntil')
  from deposit d where ${isHouse} and d.status = 'HELD' and d.pending_units > 0 and (d.reason_code is distinct from 'DEPOSIT_LIMIT' or d.reason_facts::jsonb ? 'byHouse')`;

/** Money to addresses of ours whose bill is not known, from its first sighting until it is gone from its chain. */
const unknownBills = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'UNKNOWN_BILL', s.id::text, null::uuid, null::uuid, null::uuid, null::uuid, s.asset, s.quantity_units::numeric, s.created_at,
    concat_ws(':', s.status, s.times_reversed), null, jsonb_build_object('network', s.network, 'address', a.address, 'txHash', s.tx_hash,
      'key', w.path || '/' || a.branch || '/' || a.key_index || ' of the wallet ' || w.fingerprint)
  from stray_deposit s cross join lateral place_of_stray(s) a join wallet w on w.id = a.wallet_id
  where ${isHouse} and s.status <> 'DROPPED' and not is_resolved(s.id)`;

/**
 * What leaves us and belongs to nothing that was approved, from its first sighting until it is gone from its chain; by
 * asset. Where nothing but a fee was lost, that is what is at stake.
 */
const unknownSpends = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'UNKNOWN_SPEND', m.id::text, null::uuid, null::uuid, null::uuid, null::uuid, m.asset,
    case when u.units > 0 then u.units else m.fee_units end::numeric, o.seen_at, concat_ws(':', u.units, o.times_reversed), null,
    jsonb_build_object('network', o.network, 'txHash', o.tx_hash, 'height', o.block_height, 'kept', nullif(trim_scale(amount_of(m.own_units, m.asset)), 0)::text,
      'networkFee', nullif(trim_scale(amount_of(m.fee_units, m.asset)), 0)::text, 'booked', o.times_posted > o.times_reversed,
      'left', u.units > 0, 'payoutId', (select w.id from payout w cross join lateral paid_instead(w) x where w.tx_hash = o.tx_hash and x.outgoing_id = o.id limit 1),
      'to', (select string_agg(coalesce(p.address, p.script), ', ' order by p.output_index)
        from outgoing_output p where p.outgoing_id = o.id and p.asset = m.asset and not p.own))
  from outgoing o join outgoing_amount m on m.outgoing_id = o.id cross join lateral (select unexplained_units(m) as units) u
  where ${isHouse} and is_spend_case(o, m)`;

/** Lines of the house's banks that belong to nothing that is expected. */
const unknownLines = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'UNKNOWN_LINE', l.id::text, null::uuid, null::uuid, null::uuid, null::uuid, l.asset, l.units::numeric, l.booked_at,
    l.side, null, jsonb_build_object('fiat', l.asset, 'address', l.place, 'left', l.side = 'DEBIT',
      'detail', nullif(concat_ws(', ', l.counterparty, l.remittance, l.end_to_end), ''))
  from (select id, place, asset, side, units, booked_at, counterparty, remittance, end_to_end from bank_line l where l.belongs_to = 'NOBODY' and is_line_case(l)
    union all select p.id, l.place, l.asset, l.side, p.units, l.booked_at, l.counterparty, l.remittance, l.end_to_end
      from bank_part p join bank_line l on l.id = p.line_id where p.voided > 0 and is_part_case(p)) l where ${isHouse}`;

/** What left the house's venues and belongs to no approved move, from its first sighting, and what came to them so. */
const unknownTransfers = ({ isHouse }: FactsQuery) => Prisma.sql`
  select case t.kind when 'DEPOSIT' then 'UNKNOWN_DEPOSIT' else 'UNKNOWN_WITHDRAWAL' end, t.id::text, null::uuid, null::uuid, null::uuid, null::uuid,
    t.asset, t.units::numeric, t.told_at, t.status, null, jsonb_build_object('venue', t.venue, 'booked', t.status = 'DONE',
      'to', case t.kind when 'WITHDRAWAL' then nullif(concat_ws(', ', t.address, t.label), '') end, 'detail', t.venue_ref, 'txHash', t.tx_hash)
  from venue_transfer t where ${isHouse} and t.belongs_to = 'NOBODY' and is_transfer_case(t)`;

/** Venues that have not told their transfers for a while: what leaves them goes unseen. */
const silentVenues = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'VENUE_SILENT', w.venue, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, coalesce(w.answered_at, w.from_at),
    coalesce(w.answered_at, w.from_at)::text, null, jsonb_build_object('venue', w.venue, 'detail', w.fault)
  from venue_watch w where ${isHouse} and w.fault is not null
    and coalesce(w.answered_at, w.from_at) <= ${now} - make_interval(mins => ${SILENT_MINUTES}::int)`;

/** What is about to fall below its floor at a venue. */
const lowStocks = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'STOCK_LOW', s.venue || '-' || s.symbol, null::uuid, null::uuid, null::uuid, null::uuid,
    case s.symbol when 'USDT' then 'USDT@eth' when 'USDC' then 'USDC@eth' else s.symbol end, ceil(s.short / unit_of(s.symbol))::numeric,
    s.set_at, s.set_at::text, null, jsonb_build_object('venue', s.venue, 'due', trim_scale(s.floor)::text,
      'came', trim_scale(s.balance + s.coming - s.promised)::text)
  from venue_inventory(${now}, true) s where ${isHouse} and s.short > 0`;

/** Venues and banks below zero, until they are funded; closed, it comes again once it is ten times as much. */
const belowZero = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'BELOW_ZERO', replace(b.place, ':', '-') || '-' || b.symbol, null::uuid, null::uuid, null::uuid, null::uuid, case b.symbol when 'USDT' then 'USDT@eth' when 'USDC' then 'USDC@eth' else b.symbol end, u.units, b.since, concat_ws(':', b.since, length(u.units::text)), null,
    jsonb_build_object('address', b.place, 'due', b.booked::text, 'came', b.told::text) from places_below_zero() b cross join lateral (select ceil(-least(b.booked, b.told) / unit_of(b.symbol))::numeric as units) u where ${isHouse}`;

/** Files of a bank that were refused as a whole, until a good one of that account and day is taken in. */
const refusedFiles = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'STATEMENT_REFUSED', r.id::text, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, r.at, r.digest, r.fault,
    jsonb_build_object('address', r.place, 'detail', r.file_name, 'to', r.uploaded_by, 'refusal', r.fault, 'refused', r.failure)
  from bank_refusal r where ${isHouse} and not exists (select from bank_statement s where s.place = r.place and s.asset = r.asset
    and (s.closed_at at time zone 'UTC')::date = r.day and s.source <> 'SANDBOX' and s.taken_at >= r.at)`;

/** Statements that did not begin where the last one of their account ended, the first where the books were: by balances, or days. */
const statementGaps = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'STATEMENT_GAP', s.id::text, null::uuid, null::uuid, null::uuid, null::uuid, s.asset, nullif(abs(s.gap_units), 0)::numeric, s.closed_at,
    s.gap_units::text, null, jsonb_build_object('fiat', s.asset, 'address', s.place, 'detail', s.reference, 'waiting', nullif(s.gap_days, 0),
      'booked', not exists (select from bank_statement e where e.place = s.place and e.asset = s.asset and e.source <> 'SANDBOX' and e.closing_units is not null and e.id < s.id))
  from bank_statement s where ${isHouse} and (s.gap_units <> 0 or s.gap_days > 0)`;

/**
 * Payouts that stand as gone by a transaction of which no block knows any more: a deposit of theirs is reversed as well, or
 * they were recorded as made by it, which is never mirrored.
 */
const gonePayouts = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'NOT_PAID', o.id::text, null::uuid, null::uuid, null::uuid, null::uuid, o.asset, o.quantity_units::numeric, g.updated_at, concat_ws(':', g.tx_hash, x.n, case when g.spent_at is not null then 'SPENT' end), null,
    jsonb_build_object('by', a.name, 'detail', o.reference, 'txHash', g.tx_hash, 'booked', c.kind = 'RECORDED', 'to', (select p.place from place_of_payout(o) p),
      'spent', case when exists (select from spent_otherwise(o.id)) then true end)
  from outgoing g join outgoing_claim c on c.outgoing_id = g.id and c.kind in ('PAYOUT', 'RECORDED') and c.void_at is null
  left join payout_exit x on c.kind = 'PAYOUT' and x.payout_id = c.object_id and x.proof = g.tx_hash and x.back_at is null
  join payout o on o.id = c.object_id join account a on a.id = o.account_id
  where ${isHouse} and (c.kind = 'RECORDED' or x.n is not null) and g.times_posted = g.times_reversed and g.times_posted > 0 and g.status in ('MEMPOOL', 'GONE') and not is_carried_otherwise(c)
    and g.updated_at <= ${now} - make_interval(mins => ${FAILING_MINUTES}::int)`;

/**
 * Payouts that nothing has proven within five business days, until something does: approved and not gone, or recorded as made
 * by a bank of which no line says so.
 */
const notPaid = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'NOT_PAID', o.id::text, null::uuid, null::uuid, null::uuid, null::uuid, o.asset, o.quantity_units::numeric, s.since, o.status, null,
    jsonb_build_object('by', a.name, 'detail', coalesce(o.bank_reference, o.reference), 'booked', o.is_out,
      'to', (select p.place from place_of_payout(o) p))
  from payout o join account a on a.id = o.account_id cross join lateral (select coalesce(o.approved_at, o.recorded_at) as since) s
  where ${isHouse} and ((o.status = 'RECORDED' and is_fiat(o.asset) and not exists (select from bank_line l where l.payout_id = o.id))
      or (o.status in ('APPROVED', 'PREPARED', 'SIGNED', 'BROADCAST') and not o.is_out))
    and case when s.since <= ${now} - make_interval(days => ${BUSINESS_DAYS}::int) then ${inBusinessDays(Prisma.sql`s.since`, Prisma.sql`o.asset`)} <= ${now} else false end`;

/**
 * Moves of which one end alone is told: that have left and not arrived, and what arrived first and waits in no books. Of fiat
 * within five business days, of crypto within one day. And approved ones that nothing tells of for as long as payouts.
 */
const stuckMoves = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'NOT_PAID', m.id::text, null::uuid, null::uuid, null::uuid, null::uuid, m.asset, coalesce(f.units, m.quantity_units)::numeric, coalesce(f.at, m.updated_at),
    concat_ws(':', coalesce(f.side, m.status), f.proof), null, jsonb_build_object('detail', m.reference, 'address', coalesce(m.from_place, 'owner'),
      'to', coalesce(m.to_place, 'owner'), 'booked', f.side = 'LEFT', 'waiting', case when f.id is null then ${BUSINESS_DAYS}::int end)
  from move m left join move_fact f on f.move_id = m.id and ((m.status = 'SENT' and f.side = 'LEFT' and f.status = 'POSTED') or (m.status = 'APPROVED' and f.side = 'ARRIVED' and f.status = 'EARLY'))
  where ${isHouse} and m.status in ('APPROVED', 'SENT')
    and case when f.id is null then is_unsent(m, ${now}) when not is_fiat(m.asset) then f.at <= ${now} - make_interval(days => ${CRYPTO_DAYS}::int)
      when f.at <= ${now} - make_interval(days => ${BUSINESS_DAYS}::int) then ${inBusinessDays(Prisma.sql`f.at`, Prisma.sql`m.asset`)} <= ${now} else false end`;

/** Settlements whose day has come and that nobody can be asked to pay: the account owes, or its bank account does not stand. */
const stuckSettlements = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'NOT_PAID', s.id::text, null::uuid, null::uuid, null::uuid, null::uuid, s.currency, s.due_units::numeric, s.ask_at, s.due_units::text, null,
    jsonb_build_object('by', a.name, 'detail', s.reference, 'left', true)
  from settlement s join account a on a.id = s.account_id
  where ${isHouse} and s.due_units > 0 and s.payout_id is null and s.lapsed_at is null
    and s.ask_at <= ${now} - make_interval(hours => ${STUCK_HOURS}::int)`;

/** Transactions of accounts of ours that move no token of ours: ether and gas that nobody approved. */
const unknownGas = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'UNKNOWN_SPEND', g.id::text, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, g.seen_at,
    (g.block_hash is null)::text, null, jsonb_build_object('network', g.network, 'txHash', coalesce(g.by_code, case when g.tx_hash not like '%-%' then g.tx_hash end), 'height', g.block_height,
      'contract', case when g.by_code is not null then true end, 'gas', true, 'left', gas_gone(g) > 0, 'own', g.own, 'toAccount', case when g.value_wei > 0 then g.counter end, 'booked', g.times_posted > g.times_reversed, 'came', trim_scale(g.value_wei / c.units)::text, 'networkFee', trim_scale(case when g.by_code is null then g.fee_wei end / c.units)::text, 'account', g.script)
  from gas_payment g cross join lateral (select case g.network when 'tron' then 1e6 else 1e18 end as units) c where ${isHouse} and g.kind = 'SENT' and is_gas_case(g)`;

/** Ether and TRX that others gave accounts of ours, as far as they are worth looking at. */
const givenGas = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'UNKNOWN_BILL', g.id::text, null::uuid, null::uuid, null::uuid, null::uuid, gas_asset(g.network), gas_given(g), g.seen_at,
    concat_ws(':', 'GAS', g.times_reversed), null, jsonb_build_object('network', g.network, 'account', g.script,
      'txHash', case g.kind when 'RECEIVED' then gas_name(g) end, 'contract', case when g.by_code is not null then true end, 'gas', true)
  from gas_payment g where ${isHouse} and g.kind in ('RECEIVED', 'FOUND') and is_given_case(g)`;

/** Deposits whose block is gone and that cannot be taken out of the books yet: a venue is selling them, or a signed payout has them. */
const dueReversals = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'REVERSAL_DUE', d.id::text, d.bill_id, d.id, null::uuid, null::uuid, d.asset, d.quantity_units::numeric, d.reversal_due_at,
    concat_ws(':', d.block_hash, d.times_reversed), null, jsonb_build_object('network', d.network, 'txHash', d.tx_hash, 'height', d.block_height,
      'by', a.name, 'left', is_signed_away(d.id), 'fiat', (select fiat from bill where id = d.bill_id))
  from deposit d join account a on a.id = d.account_id
  where ${isHouse} and d.reversal_due_at <= ${now} - make_interval(mins => ${FAILING_MINUTES}::int)`;

/** Deposits of all accounts that were treated before their sender stood on a list; one that was held for it may be of the same millisecond. */
const sanctioned = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'SANCTIONED', d.id::text, d.bill_id, d.id, null::uuid, null::uuid, d.asset, d.quantity_units::numeric, h.found_at, h.list_id::text, null,
    jsonb_build_object('network', h.network, 'detail', concat_ws(', ', s.name, s.programs, s.address), 'fiat', (select fiat from bill where id = d.bill_id))
  from screening_hit h join sanctioned_address s using (list_id, network, address) join deposit d on d.id = h.deposit_id
  where ${isHouse} and d.treated_at < h.found_at and d.status in ('CONVERTED', 'CREDITED')`;

/** Addresses on a list that payers gave for their refunds, which were refused; the last one of each link. */
const refusedRefunds = ({ isHouse, now }: FactsQuery) => Prisma.sql`
  select 'SANCTIONED', l.id::text, l.bill_id, l.deposit_id, null::uuid, null::uuid, l.asset, d.quantity_units::numeric, r.at, r.address, null,
    jsonb_build_object('network', d.network, 'to', r.address, 'fiat', (select fiat from bill where id = l.bill_id))
  from (select distinct on (object_id) object_id, at, detail->>'address' as address from audit
    where action = 'refund-link.refuse' and at >= ${now} - make_interval(days => ${LOOK_BACK_DAYS}::int) order by object_id, seq desc) r
  join refund_link l on l.id::text = r.object_id join deposit d on d.id = l.deposit_id
  where ${isHouse}`;

/** Crypto that was kept although its bill wanted it sold, as far as it is free, by bill and reason. */
const retainedFacts = ({ account }: FactsQuery) => Prisma.sql`
  select case reason_code when 'BILL_EXPIRED' then 'LATE' when 'LIMIT_NOT_MET' then 'LIMIT_NOT_MET' else 'NOT_SOLD' end, bill_id::text, bill_id,
    null, null, null, min(asset), sum(unconverted_units - locked_units - reserved_units), min(coalesce(treated_at, updated_at)),
    sum(unconverted_units - locked_units - reserved_units)::text, (array_agg(reason order by treated_at desc))[1],
    jsonb_build_object('reason', (array_agg(reason_facts order by treated_at desc))[1], 'fiat', (select fiat from bill where id = d.bill_id))
  from deposit d where d.account_id = ${account} and reason_code in ('BILL_EXPIRED', 'LIMIT_NOT_MET', 'CONVERSION_FAILED', 'INSUFFICIENT_LIQUIDITY')
    and unconverted_units > locked_units + reserved_units and status in ('CONVERTED', 'CREDITED') group by bill_id, reason_code`;

/** What the account owes after a reversal, since it last owed nothing. */
const owed = ({ account }: FactsQuery) => Prisma.sql`
  select 'OWED', l.asset, null, null, null, null, l.asset, l.balance::numeric, coalesce(s.at, to_timestamp(0)), l.balance::text, null,
    jsonb_build_object()
  from ledger_account l left join lateral (
    select t.at from posting p join ledger_transaction t on t.id = p.transaction_id
    where p.ledger_account_id = l.id and p.balance = p.amount order by p.id desc limit 1
  ) s on true
  where l.account_id = ${account} and l.code like 'acc:%:owed' and l.balance > 0`;

/** Why a venue's order failed; what the venue said in its own words is the operator's to read (rulebook 6.15). */
const failureFor = (isHouse: Prisma.Sql, failure: Prisma.Sql) =>
  Prisma.sql`case when ${isHouse} then ${failure} else ${failure} - 'detail' end`;

/** Orders at the venue whose answer was lost: an account's own; to the house all, as it alone can compare with the venue. */
const orders = ({ account, now, isHouse }: FactsQuery) => Prisma.sql`
  select 'UNKNOWN_OUTCOME', o.id::text, d.bill_id, o.deposit_id, o.conversion_id, null,
    case o.asset when 'USDT' then coalesce(d.asset, 'USDT@eth') when 'USDC' then 'USDC@eth' else o.asset end, o.quantity_units::numeric,
    o.created_at, o.id::text, null, jsonb_build_object('venue', o.venue, 'fiat', o.fiat, 'detail', case when ${isHouse} then o.last_error end, 'order', ${failureFor(isHouse, Prisma.sql`o.failure`)}, 'until', ${isoText(Prisma.sql`o.deadline`)})
  from venue_order o left join deposit d on d.id = o.deposit_id left join conversion v on v.id = o.conversion_id
  where o.status = 'OPEN' and (o.last_error is not null or o.deadline < ${now})
    and (coalesce(d.account_id, v.account_id) = ${account} or ${isHouse})`;

/** Orders that counted as never placed and were filled after all: what they sold is the house's. */
const lateOrders = ({ account, now, isHouse }: FactsQuery) => Prisma.sql`
  select 'SOLD_TWICE', o.id::text, d.bill_id, o.deposit_id, o.conversion_id, null,
    case o.asset when 'USDT' then coalesce(d.asset, 'USDT@eth') when 'USDC' then 'USDC@eth' else o.asset end, o.filled_units::numeric,
    o.updated_at, o.id::text, null, jsonb_build_object('venue', o.venue, 'fiat', o.fiat)
  from venue_order o left join deposit d on d.id = o.deposit_id left join conversion v on v.id = o.conversion_id
  where o.status = 'LATE' and o.updated_at >= ${now} - make_interval(days => ${LOOK_BACK_DAYS}::int)
    and (coalesce(d.account_id, v.account_id) = ${account} or (o.purpose = 'HEDGE' and ${isHouse}))`;

/** What was traded at a venue by no order of the house. */
const foreignTrades = ({ now, isHouse }: FactsQuery) => Prisma.sql`
  select 'UNKNOWN_TRADE', o.id::text, null::uuid, null::uuid, null::uuid, null::uuid,
    case o.asset when 'USDT' then 'USDT@eth' when 'USDC' then 'USDC@eth' else o.asset end, o.quantity_units::numeric,
    o.updated_at, o.id::text, null, jsonb_build_object('venue', o.venue, 'fiat', o.fiat, 'left', o.side = 'SELL')
  from venue_order o where o.status = 'FOREIGN' and ${isHouse} and o.updated_at >= ${now} - make_interval(days => ${LOOK_BACK_DAYS}::int)`;

/** Pairs whose newest hedge was refused while the house still has to trade: in the venue's own words, until one is filled. */
const refusedHedges = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'NOT_HEDGED', p.base || '-' || p.fiat, null, null, null, null,
    case p.base when 'USDT' then 'USDT@eth' when 'USDC' then 'USDC@eth' else p.base end, o.quantity_units::numeric, o.updated_at, o.id::text, null,
    jsonb_build_object('venue', o.venue, 'fiat', p.fiat, 'detail', o.last_error, 'order', o.failure)
  from (select crypto_of(asset) as base, fiat, sum(units) as units
    from (select asset, fiat, units from book_position union all select asset, fiat, units from seen_promises()) h group by 1, 2 having sum(units) <> 0) p
  cross join lateral (select * from venue_order h where h.purpose = 'HEDGE' and h.asset = p.base and h.fiat = p.fiat
    and h.status not in ('FOREIGN', 'LATE') order by h.created_at desc, h.id desc limit 1) o
  where ${isHouse} and o.status = 'REFUSED' and sign(p.units) = case o.side when 'SELL' then 1 else -1 end`;

/** Pairs in which no price is promised, since their hedge is past its limit; with the words of the last venue that was asked. */
const openHedges = ({ isHouse }: FactsQuery) => Prisma.sql`
  select 'HEDGE_OPEN', s.base || '-' || s.fiat, null, null, null, null,
    case s.base when 'USDT' then 'USDT@eth' when 'USDC' then 'USDC@eth' else s.base end, greatest(p.units, 0)::numeric, s.opened_at, s.stopped_at::text, null,
    jsonb_build_object('venue', o.venue, 'fiat', s.fiat, 'detail', o.last_error, 'order', o.failure, 'ageLimitMs', s.age_limit_ms, 'sizeLimit', trim_scale(s.size_limit::numeric)::text)
  from hedge_stop s cross join lateral (select coalesce(sum(units), 0) as units from book_position where crypto_of(asset) = s.base and fiat = s.fiat) p
  left join lateral (select * from venue_order h where h.purpose = 'HEDGE' and h.asset = s.base and h.fiat = s.fiat and h.last_error is not null
    and h.created_at >= s.opened_at order by h.created_at desc, h.id desc limit 1) o on true
  where ${isHouse}`;

const failed = ({ account, now, isHouse }: FactsQuery) => Prisma.sql`
  select 'FAILED', v.id::text, null, null, v.id, null,
    case v.base when 'USDT' then 'USDT@eth' when 'USDC' then 'USDC@eth' else v.base end, v.quantity_units::numeric, v.updated_at,
    v.updated_at::text, null, jsonb_build_object('fiat', v.fiat, 'detail', v.last_error, 'order', ${failureFor(isHouse, Prisma.sql`v.failure`)})
  from conversion v where v.account_id = ${account} and v.status = 'FAILED'
    and v.created_at >= ${now} - make_interval(days => ${LOOK_BACK_DAYS}::int)`;

/** Endpoints that were switched off by their answers, or that have failed for a while; since the oldest event they miss. */
const webhooks = ({ account, now }: FactsQuery) => Prisma.sql`
  select 'WEBHOOK', w.id::text, null, null, null, w.id, null, null::numeric, least(coalesce(w.failing_since, w.disabled_at), (
      select min(e.at) from webhook_delivery d join event e on e.seq = d.event_seq where d.endpoint_id = w.id and d.next_at is not null)),
    concat_ws(':', w.disabled_reason, coalesce(w.failing_since, w.disabled_at)), null, jsonb_build_object('url', w.url,
      'disabled', w.disabled_reason, 'waiting', (select count(*) from webhook_delivery where endpoint_id = w.id and next_at is not null),
      'detail', (select coalesce(a.status_code::text, a.error) from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id
        where d.endpoint_id = w.id order by a.id desc limit 1))
  from webhook_endpoint w where w.account_id = ${account} and w.deleted_at is null and (w.disabled_reason in ('GONE', 'FAILING')
    or (w.disabled_at is null and w.failing_since <= ${now} - make_interval(mins => ${FAILING_MINUTES}::int)))`;

const REQUIRED = JSON.stringify(CONFIRMATIONS);

/** Chains whose following was stopped, stalls, or is further behind, or further from agreement, than their confirmations are deep. */
const chains = ({ concerned, now }: FactsQuery) => Prisma.sql`
  select 'CHAIN', c.network, null, null, null, null, null, null::numeric, c.scanned_at,
    concat_ws(':', c.paused_reason, c.scanned_at < ${now} - make_interval(secs => ${UNSEEN_SECONDS}::double precision)), null,
    jsonb_build_object('network', c.network, 'paused', c.paused_reason is not null, 'detail', c.paused_reason, 'failure', c.paused_failure,
      'behind', c.head_height - a.height, 'height', a.height,
      'waiting', (select count(*) from deposit d where d.network = c.network and d.status = 'UNCONFIRMED' and d.account_id = any(${concerned})))
  from chain_cursor c cross join lateral (select least(c.height, coalesce(c.agreed_height, c.height)) as height) a
  where c.paused_reason is not null or c.head_height - a.height > (${REQUIRED}::jsonb ->> c.network)::int
    or c.scanned_at < ${now} - make_interval(secs => ${UNSEEN_SECONDS}::double precision)`;
