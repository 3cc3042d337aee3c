import { Prisma } from "#lib/kernel/database.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { First } from "./case-kinds.ts";

/** How far back amounts that do not fit and failed conversions are looked for. */
export const LOOK_BACK_DAYS = 90;

type Of = { account: Prisma.Sql; now: Prisma.Sql };

const lookedFor = ({ account, now }: Of) =>
  Prisma.sql`b.account_id = ${account} and b.created_at >= ${now} - make_interval(days => ${LOOK_BACK_DAYS}::int)`;

/** What both have in common: COMPLETED, beyond the tolerance, and not all of it paid back. */
const OFF = Prisma.sql`beyond_tolerance(b.amount_units, b.quantity_units, b.tolerance_bps) <> 0 and b.standing_deposits > 0
    and not b.deposits_processing and not b.deposits_unconfirmed and b.paid_out_units + b.fee_units < b.received_units`;

/**
 * Bills that got too little and ended, or too much, as long as not all of it was paid back: COMPLETED and UNDERPAID or
 * OVERPAID, said in columns, since there may be many to judge; each kind as the index has it that tells of it alone.
 */
const tooLittle = (of: Of) => Prisma.sql`
  from bill b where ${lookedFor(of)} and b.expires_at < ${of.now} and b.amount_units > 0 and b.amount_units < b.quantity_units and ${OFF}`;
const tooMuch = (of: Of) => Prisma.sql`
  from bill b where ${lookedFor(of)} and b.amount_units > b.quantity_units and ${OFF} and b.paid_out_units < b.amount_units - b.quantity_units`;

const KINDS = [
  { kind: Prisma.sql`'UNDERPAID'`, from: tooLittle, since: Prisma.sql`greatest(b.expires_at, b.last_treated_at)` },
  { kind: Prisma.sql`'OVERPAID'`, from: tooMuch, since: Prisma.sql`b.last_treated_at` },
];

/** The cases about them, of all bills or of `some`, without facts: each is told from an index, and there may be many. */
export const offAmount = (of: Of, some: Prisma.Sql = Prisma.sql`true`): Prisma.Sql =>
  Prisma.join(
    KINDS.map((one) => Prisma.sql`${linesOf(one, of)} and ${some}`),
    " union all ",
  );

const linesOf = ({ kind, from, since }: (typeof KINDS)[number], of: Of) => Prisma.sql`
  select ${kind} as kind, b.id::text as subject, b.id as bill_id, null::uuid as deposit_id, null::uuid as conversion_id, null::uuid as endpoint_id,
    b.asset, abs(b.quantity_units - b.amount_units)::numeric as units, ${since} as since, b.amount_units::text as mark, null::text as said, null::jsonb as facts
  ${from(of)}`;

/**
 * What is due next has waited longest, as all of a kind may wait as long; those of one moment come together, so that money
 * decides between them.
 */
const ORDERS: Readonly<Record<First, (since: Prisma.Sql, most: number, of: Of) => Prisma.Sql>> = {
  newest: (since, most) => Prisma.sql`order by ${since} desc, b.id desc limit ${most}`,
  due: (since, most, { now }) => Prisma.sql`and ${since} >= ${now} - make_interval(days => ${LOOK_BACK_DAYS}::int)
      order by ${since} fetch first ${most} rows with ties`,
};

/** The first of each kind that nobody did anything with, each found from an index in its order. */
export const offAmountFirst = (of: Of, first: First, most: number): Prisma.Sql =>
  Prisma.join(
    KINDS.map(
      (
        one,
      ) => Prisma.sql`(${linesOf(one, of)} and not exists (select from case_file f where f.account_id = ${of.account}
      and f.case_id = lower(${one.kind}) || '-' || b.id::text) ${ORDERS[first](one.since, most, of)})`,
    ),
    " union all ",
  );

/** The facts of such a case, read where it is shown. */
export const offAmountFacts = (billId: Prisma.Sql, kind: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (select jsonb_build_object('due', amount_of(b.quantity_units, b.asset)::text,
      'came', amount_of(b.amount_units, b.asset)::text, 'credited', amount_of(b.fiat_received_units, b.fiat)::text, 'fiat', b.fiat,
      'free', amount_of(b.unconverted_units - b.locked_units - b.reserved_units, b.asset)::text, 'tolerance', trim_scale(b.tolerance_bps::numeric / 100)::text)
    from bill b where b.id = ${billId} and ${kind} in ('UNDERPAID', 'OVERPAID'))`;

/** Those that have a file of the account's: that were given to a person, muted or closed. */
export const offAmountFiled = (of: Of): Prisma.Sql =>
  offAmount(
    of,
    Prisma.sql`b.id in (select substr(f.case_id, strpos(f.case_id, '-') + 1)::uuid from case_file f
      where f.account_id = ${of.account} and f.case_id similar to '(under|over)paid-[0-9a-f-]{36}')`,
  );

const NAMED = /^(?:under|over)paid-([0-9a-f-]{36})$/;

/** Those that are named among these ids of cases. */
export function offAmountNamed(caseIds: readonly string[]): Prisma.Sql {
  const billIds = caseIds.map((caseId) => NAMED.exec(caseId)?.[1] ?? "").filter(isId);
  return Prisma.sql`b.id = any(${billIds}::uuid[])`;
}

/** How many there are of each kind, those since a moment apart. */
export const offAmountCounts = (
  { accountId, now }: { accountId: string; now: Date },
  looked: Prisma.Sql,
): Prisma.Sql => {
  const of = { account: Prisma.sql`${accountId}::uuid`, now: Prisma.sql`${now}::timestamptz` };
  const counts = KINDS.map(
    ({ kind, from, since }) =>
      Prisma.sql`select ${kind} as kind, ${since} > ${looked} as is_fresh, count(*) as cases ${from(of)} group by 2`,
  );
  return Prisma.join(counts, " union all ");
};
