import {
  CRYPTOS,
  CUSTODY_ASSETS,
  type Crypto,
  FIATS,
  type Fiat,
  type LedgerAsset,
  NETWORKS,
} from "#lib/kernel/assets.ts";
import { type Conditions, conditionsOf, isOneOf } from "#lib/kernel/conditions.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";
import { isId } from "#lib/kernel/ids.ts";
import { comesAfter, type LastRow, orderBy, type Sort, type SortKey } from "#lib/kernel/keyset.ts";
import { type Age, AGES, AGES_HOURS, type CaseKind, type First } from "./case-kinds.ts";
import { type CasesOf, casesSql, filedCasesSql, firstCasesSql } from "./facts-store.ts";
import type { CaseFilter } from "./filters.ts";
import { offAmountCounts, offAmountFacts } from "./off-amount-store.ts";
import * as sql from "./cases.sql.ts";
import { type Topic, TOPICS } from "./topics.ts";

export type CaseRow = {
  case_id: string;
  kind: CaseKind;
  bill_id: string | null;
  deposit_id: string | null;
  conversion_id: string | null;
  endpoint_id: string | null;
  /** Whose deposit it is, where the house holds it. */
  of_account: string | null;
  asset: LedgerAsset | null;
  /** Units, and the worth in the requested fiat, as exact text. */
  units: string | null;
  worth: string | null;
  since: Date;
  due_at: Date;
  mark: string;
  said: string | null;
  /** Exact amounts as text, counts, words: see the facts of each kind. */
  facts: Record<string, string | number | boolean | null>;
  state: "OPEN" | "MUTED" | "CLOSED";
  assignee_id: string | null;
  assignee_name: string | null;
  muted_until: Date | null;
  closed_at: Date | null;
  closed_by: string | null;
  closed_reason: string | null;
  key: string;
};

/** Bids by crypto in the fiat that everything is valued in, as exact text. */
export type BidByCrypto = Readonly<Partial<Record<Crypto, string>>>;
export type Valuation = { fiat: Fiat; bids: BidByCrypto };

/** The fiat of a filter values the cases and selects none of them; an age selects of what all ages are counted of. */
type Selection = Omit<CaseFilter, "fiat" | "age"> & { caseId?: string | undefined };
export type CaseScope = CasesOf & { valuation: Valuation; waits: Waits };

/** How long a case of each kind may wait where nothing of its own runs out, in milliseconds. */
export type Waits = Readonly<Record<CaseKind, number>>;

export type CaseQuery = CaseScope & { filter: Selection; age?: Age | undefined };

type Page = Sort<"due" | "worth" | "since"> & { limit: number; after: LastRow | undefined };

/** The cases with what people added: closed only as long as the facts are those that were closed. */
function openFiles(scope: CaseScope, facts: Prisma.Sql): Prisma.Sql {
  const { accountId, now, valuation, waits } = scope;
  const bids = JSON.stringify(valuation.bids);
  return Prisma.sql`
    select c.*, coalesce((c.facts->>'until')::timestamptz,
      c.since + (${JSON.stringify(waits)}::jsonb ->> c.kind)::double precision * interval '1 millisecond') as due_at, a.name as of_account, f.assignee_id, s.name as assignee_name, f.muted_until, f.closed_at, f.closed_by, f.closed_reason,
      case when f.closed_mark = c.mark then 'CLOSED' when f.muted_until > ${now} then 'MUTED' else 'OPEN' end as state,
      case when c.asset = ${valuation.fiat} then amount_of(c.units, c.asset)
        else trunc(amount_of(c.units, c.asset) * (${bids}::jsonb ->> crypto_of(c.asset))::numeric, asset_scale(${valuation.fiat})) end as worth
    from (${facts}) c
    left join deposit d on d.id = c.deposit_id left join conversion v on v.id = c.conversion_id
    left join account a on a.id = coalesce(d.account_id, v.account_id) and a.id <> ${accountId}::uuid
    left join case_file f on f.account_id = ${accountId}::uuid and f.case_id = c.case_id
    left join staff_user s on s.id = f.assignee_id`;
}

const CONDITIONS = (userId: string | undefined): Conditions<Selection, Prisma.Sql> => ({
  kind: (kind) => isOneOf(Prisma.sql`kind`, kind),
  state: (state) => isOneOf(Prisma.sql`state`, state),
  owner: (owner) =>
    owner === "mine" ? Prisma.sql`assignee_id = ${userId ?? null}::uuid` : Prisma.sql`assignee_id is null`,
  minimum: (worth) => Prisma.sql`worth >= ${worth.toString()}::numeric`,
  caseId: (id) => Prisma.sql`case_id = ${id}`,
});

/** Whose own cases are meant: none are a key's. */
function wanted({ reader, filter }: CaseQuery): Prisma.Sql {
  const conditions = conditionsOf(CONDITIONS(reader.userId), filter);
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " and ");
}

/** By deadline, then by money. */
const BY_ID: SortKey = { column: Prisma.sql`case_id`, cast: Prisma.sql`text` };
const KEYS: Readonly<Record<Page["by"], SortKey>> = {
  due: { column: Prisma.sql`array[extract(epoch from due_at), -worth_or_less]`, cast: Prisma.sql`numeric[]` },
  worth: { column: Prisma.sql`worth_or_less`, cast: Prisma.sql`numeric` },
  since: { column: Prisma.sql`since`, cast: Prisma.sql`timestamptz` },
};

/** A page of cases, and of everything the filter finds how many there are and what they are worth together. */
type CasePage = { rows: CaseRow[]; count: number; worth: string; due: DueCounts; ages: AgeCount[] };

/** How many are how old, and what they are worth together, as exact text. */
export type AgeCount = { count: number; worth: string };

/** How many are due within two hours, later on the reader's day, and after it. */
export type DueCounts = { soon: number; today: number; later: number };

const SOON_MS = 2 * 3_600_000;

/** By the number of the age, counted from 1. */
const agedAs = ({ age }: CaseQuery): Prisma.Sql =>
  age === undefined ? Prisma.sql`true` : Prisma.sql`age_nth = ${AGES.indexOf(age) + 1}`;

/** A case beside the totals of its filter, which stand alone where the page is empty. */
type FoundRow = CaseRow & { found_count: bigint; found_worth: string; soon: number; today: number; ages: AgeCount[] };

/** One page with the totals of its filter, the cases derived once for both. */
export async function listCaseRows(db: Db, query: CaseQuery, page: Page, dayEndsAt = query.now): Promise<CasePage> {
  const key = KEYS[page.by];
  const { column } = key;
  const { caseId } = query.filter;
  const order = orderBy(column, BY_ID.column, page.descending);
  const soon = new Date(query.now.getTime() + SOON_MS);
  const rows = await db.$queryRaw<(FoundRow | { [Name in keyof FoundRow]: FoundRow[Name] | null })[]>`
    with found as materialized (select o.*, coalesce(worth, -1) as worth_or_less, width_bucket(${query.now}::timestamptz - since, ${AGES_HOURS.map((hours) => `${hours} hours`)}::interval[]) as age_nth
      from (${openFiles(query, casesSql(query, caseId === undefined ? "ALL" : [caseId]))}) o where ${wanted(query)}),
    aged as (select * from found where ${agedAs(query)}),
    page as (select *, ${column}::text as key from aged where ${comesAfter(key, BY_ID, page.descending, page.after)} order by ${order} limit ${page.limit})
    select found_count, found_worth, soon, today, ages, case_id, kind, bill_id, deposit_id, conversion_id, endpoint_id, of_account, asset,
      units::text as units, worth::text as worth, since, due_at, mark, said,
      coalesce(facts, ${offAmountFacts(Prisma.sql`page.bill_id`, Prisma.sql`page.kind`)}) as facts, state, assignee_id, assignee_name, muted_until,
      closed_at, closed_by, closed_reason, key
    from (select count(*) as found_count, coalesce(sum(worth), 0)::text as found_worth,
      count(*) filter (where due_at <= ${soon})::int as soon,
      count(*) filter (where due_at > ${soon} and due_at < ${dayEndsAt})::int as today,
      (select jsonb_agg(jsonb_build_object('count', coalesce(a.count, 0), 'worth', coalesce(a.worth, '0')) order by nth)
        from generate_series(1, ${AGES_HOURS.length}::int) nth left join (
          select age_nth, count(*) as count, coalesce(sum(worth), 0)::text as worth from found group by 1) a on a.age_nth = nth) as ages
      from aged) t left join page on true
    order by ${order}`;
  const [first] = rows;
  return {
    rows: rows.filter((row): row is FoundRow => row.case_id !== null),
    count: Number(first?.found_count ?? 0),
    worth: first?.found_worth ?? "0",
    due: {
      soon: first?.soon ?? 0,
      today: first?.today ?? 0,
      later: Number(first?.found_count ?? 0) - (first?.soon ?? 0) - (first?.today ?? 0),
    },
    ages: first?.ages ?? [],
  };
}

export async function caseRow(db: Db, input: CaseScope, caseId: string): Promise<CaseRow | undefined> {
  const query = { ...input, filter: { caseId } };
  const { rows } = await listCaseRows(db, query, { by: "since", descending: false, limit: 1, after: undefined });
  return rows[0];
}

const FIRST: Readonly<Record<First, Prisma.Sql>> = {
  newest: Prisma.sql`since desc, case_id desc`,
  due: Prisma.sql`due_at, worth desc nulls last, case_id`,
};

/** The first cases that a filter finds, without what all of them come to. */
export async function firstCaseRows(db: Db, query: CaseQuery, first: First, limit: number): Promise<CaseRow[]> {
  return db.$queryRaw<CaseRow[]>`
  select case_id, kind, bill_id, deposit_id, conversion_id, endpoint_id, of_account, asset, units::text as units, worth::text as worth, since, due_at,
    mark, said, coalesce(facts, ${offAmountFacts(Prisma.sql`o.bill_id`, Prisma.sql`o.kind`)}) as facts, state, assignee_id, assignee_name,
    muted_until, closed_at, closed_by, closed_reason, since::text as key
  from (select *, row_number() over (order by ${FIRST[first]}) as nth
    from (${openFiles(query, firstCasesSql(query, first, limit))}) f where ${wanted(query)} order by nth limit ${limit}) o
  order by nth`;
}

/** What a rule notifies of: open cases of some kinds, but not that it fails itself. */
export type RuleKinds = { ruleId: string; kinds: readonly CaseKind[] };

export type CaseToNotify = Pick<CaseRow, "case_id" | "kind" | "asset" | "units" | "due_at" | "key"> &
  Record<"approval" | "list", string | null>;

/** The open cases of which one of these rules has no notice with the facts that they have, the next due first. */
export async function caseRowsToNotify(
  db: Db,
  scope: CaseScope,
  rules: readonly RuleKinds[],
  limit: number,
): Promise<CaseToNotify[]> {
  const wanted = rules.flatMap(({ ruleId, kinds }) => kinds.map((kind) => ({ ruleId, kind })));
  const ruleIds = wanted.map(({ ruleId }) => ruleId);
  const kinds = wanted.map(({ kind }) => kind);
  return db.$queryRaw<CaseToNotify[]>`
  select case_id, kind, asset, units::text as units, due_at, facts->>'approval' as approval, facts->>'list' as list, key
  from (select *, case_id || ' ' || mark as key from (${openFiles(scope, casesSql(scope))}) f) o
  where state = 'OPEN' and exists (select from unnest(${ruleIds}::uuid[], ${kinds}::text[]) w(rule_id, kind)
    where w.kind = o.kind and right(o.case_id, 36) <> w.rule_id::text
      and not exists (select from notice n where n.rule_id = w.rule_id and n.key = o.key))
  order by due_at, worth desc nulls last, case_id limit ${limit}`;
}

/** Which of these ids are cases of the account now. */
export async function casesNamed(db: Db, input: CaseScope, caseIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ case_id: string }[]>`
    select case_id from (${openFiles(input, casesSql(input, caseIds))}) o where case_id = any(${caseIds}::text[])`;
  return new Set(rows.map((row) => row.case_id));
}

/** What cases are about, or what their own ids are like. */
export type CaseSubjects = {
  billIds: readonly string[];
  conversionIds: readonly string[];
  endpointIds: readonly string[];
  like?: string | undefined;
};

export type CaseAbout = { case_id: string; kind: CaseKind; since: Date };

/**
 * The cases about some records of an account's, read from those records alone; by their own ids all are derived, as the
 * house's few can be.
 */
export async function casesAbout(
  db: Db,
  of: CasesOf,
  { billIds, conversionIds, endpointIds, like }: CaseSubjects,
  limit: number,
): Promise<CaseAbout[]> {
  const wanted = [
    Prisma.sql`bill_id = any(${billIds}::uuid[])`,
    Prisma.sql`conversion_id = any(${conversionIds}::uuid[])`,
    Prisma.sql`endpoint_id = any(${endpointIds}::uuid[])`,
    ...(like === undefined ? [] : [Prisma.sql`case_id like ${like}`]),
  ];
  if (billIds.length + conversionIds.length + endpointIds.length === 0 && like === undefined) return [];
  return db.$queryRaw<
    CaseAbout[]
  >`select case_id, kind, since from (${casesSql(of, like === undefined ? "RECORDS" : "ALL")}) c
    where ${Prisma.join(wanted, " or ")} order by since desc, case_id limit ${limit}`;
}

/**
 * Open cases by kind, and all by what people did with them; for a reader without `userId` none counts as mine. What waits
 * for the reader's decision is never fresh: it waits until it is decided, and the bell shows it apart.
 */
export type CaseCounts = {
  kind: CaseKind;
  open: number;
  mine: number;
  nobody: number;
  muted: number;
  closed: number;
  fresh: number;
};

/** Counts ask for no deadline and no worth. */
const UNVALUED = { valuation: { fiat: "EUR", bids: {} }, waits: {} as Waits } as const;

/**
 * Cases about what bills got are counted from their index as if nobody had done anything with them, and those that a person
 * did something with are taken off and counted as they are.
 */
export async function countCases(db: Db, of: CasesOf): Promise<CaseCounts[]> {
  const { accountId } = of;
  const user = Prisma.sql`${of.reader.userId ?? null}::uuid`;
  const looked = Prisma.sql`coalesce((select looked_at from case_look where user_id = ${user} and account_id = ${accountId}::uuid), to_timestamp(0))`;
  const scope = { ...of, ...UNVALUED };
  const filed = openFiles(scope, filedCasesSql(of));
  const sum = (which: Prisma.Sql) => Prisma.sql`coalesce(sum(cases) filter (where ${which}), 0)::int`;
  return db.$queryRaw<CaseCounts[]>`
    with filed as materialized (select kind, state, assignee_id, since from (${filed}) o)
    select kind, ${sum(Prisma.sql`state = 'OPEN'`)} as open, ${sum(Prisma.sql`state = 'OPEN' and assignee_id = ${user}`)} as mine,
      ${sum(Prisma.sql`state = 'OPEN' and assignee_id is null`)} as nobody, ${sum(Prisma.sql`state = 'MUTED'`)} as muted,
      ${sum(Prisma.sql`state = 'CLOSED'`)} as closed, ${sum(Prisma.sql`state = 'OPEN' and kind <> 'APPROVAL' and is_fresh`)} as fresh
    from (
      select kind, state, assignee_id, since > ${looked} as is_fresh, 1 as cases from (${openFiles(scope, casesSql(of, "FEW"))}) o
      union all select kind, state, assignee_id, since > ${looked}, 1 from filed
      union all select kind, 'OPEN', null, since > ${looked}, -1 from filed
      union all select kind, 'OPEN', null, is_fresh, cases from (${offAmountCounts(of, looked)}) c
    ) n group by kind having sum(cases) > 0 order by kind`;
}

/** Whether a thing that cases are about is the account's own, the house's for the house, or one that all share. */
export async function isSubject(db: Db, accountId: string, subject: string): Promise<boolean> {
  if (!isId(subject) && SHARED.has(subject)) return true;
  const [row] = await (isId(subject) ? sql.isSubject : sql.isHouseSubject)(db, { subject, accountId });
  return row?.known ?? false;
}

/** Chains, pairs and assets, as cases name them. */
const SHARED: ReadonlySet<string> = new Set([
  ...NETWORKS,
  ...CUSTODY_ASSETS,
  ...FIATS,
  ...CRYPTOS.flatMap((crypto) => FIATS.map((fiat) => `${crypto}-${fiat}`)),
]);

/** When the last thing happened that can have ended a case: by a person, or in a bill that had one. */
export async function lastSettled(db: Db, accountId: string): Promise<Date | undefined> {
  const [row] = await sql.lastSettled(db, { accountId });
  return row?.at ?? undefined;
}

/** What rules of the account let the bell of this person, or of their role, ring for; none where there is no such rule. */
export async function bellTopics(db: Db, accountId: string, of: { userId: string; role: string }): Promise<Topic[]> {
  const rows = await sql.bellTopics(db, { accountId, userId: of.userId, role: of.role });
  return TOPICS.filter((topic) => rows.some((row) => row.topic === topic));
}
