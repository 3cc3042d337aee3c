import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { holdingsOf, totalsOf } from "#components/charts/stack.ts";
import { daysOf } from "#components/charts/values.ts";
import { decodeAnswer } from "#lib/contract/plan-of.ts";
import type { CustomerList, ListCustomers } from "#lib/customers/contract.ts";
import { getCustomer } from "#lib/customers/get-customer.ts";
import { listCustomers } from "#lib/customers/list-customers.ts";
import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { getBalanceHistory } from "#lib/ledger/get-balance-history.ts";
import { getBalanceMovement } from "#lib/ledger/get-balance-movement.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";
import { getOverviewEndpoint, type OverviewRecord } from "#lib/overview/contract.ts";
import { getOutcomes } from "#lib/overview/get-outcomes.ts";
import { getOverview } from "#lib/overview/get-overview.ts";
import { getPlaceMovement } from "#lib/places/get-place-movement.ts";
import { listOwners } from "#lib/places/list-owners.ts";
import { listPlaces } from "#lib/places/list-places.ts";
import { differences, figuresOf } from "./figures.ts";
import type { Period } from "./bills.ts";
import { Recount } from "./recount.ts";
import { readRows } from "./rows.ts";

export const SECTIONS = ["balances", "movement", "history", "overview", "customers", "places"] as const;
type Section = (typeof SECTIONS)[number];
export type Compared = { section: Section; figures: number; different: string[] };

const DAY_MS = 86_400_000;
const DAYS = 30;
const MOST_DAYS = 89;
/** How far back balances are drawn. */
const SPANS = [7, DAYS, 90, 365];
/** Of so many instants one is asked of all customers, and one of what the pages say of now. */
const ONE_OF = 6;
const EVERYTHING = { from: 0, to: undefined };

/** Asks at so many instants, and compares each answer with what its rows come to. */
export async function* asking(world: World, chance: Chance, instants: number): AsyncGenerator<Compared> {
  const { ctx } = world;
  const recount = new Recount(await readRows(world));
  const names = [...new Set(recount.rows.bills.map(({ subaccount }) => subaccount))].sort();
  const instant = instantsOf(recount, chance, (await ctx.now()).getTime());
  for (let nth = 0; nth < instants; nth += 1) {
    const fiat = chance.pick(FIATS);
    const at = chance.whole(1, 12) === 1 ? undefined : instant();
    yield* compared(
      ctx,
      "balances",
      `at ${time(at)} in ${fiat}`,
      () => getBalances(ctx, { ...when({ at }), in: fiat }),
      () => recount.balances(at, fiat),
    );
    const period = periodOf(instant, chance);
    const title = `${time(period.from)} to ${time(period.to)} in ${fiat}`;
    yield* compared(
      ctx,
      "movement",
      title,
      () => getBalanceMovement(ctx, { ...query(period), in: fiat }),
      (now) => ({
        ...recount.movement(period, fiat),
        endTime: period.to ?? now,
      }),
    );
    yield* ofPlaces(ctx, recount, at, period, fiat);
    const everybody = nth % ONE_OF === 0;
    for (const subaccount of everybody ? [...names, undefined] : [chance.pick([...names, undefined])])
      yield* ofCustomer(ctx, recount, subaccount, period, fiat);
    if (everybody) yield await partsMakeWhole(ctx, names, period, fiat);
    const listed = chance.pick([EVERYTHING, period, { from: period.from, to: undefined }]);
    const name = chance.pick(["", "", "O", "books", "nobody of this name"]);
    yield* compared(
      ctx,
      "customers",
      `list "${name}" ${time(listed.from)} to ${time(listed.to)} in ${fiat}`,
      () => everyPage(ctx, { ...query(listed), ...(name && { name }), in: fiat, limit: chance.pick([3, 100]) }),
      () => recount.customers(listed, name, fiat),
    );
    if (everybody) yield* ofNow(ctx, recount, { instant, names }, fiat, chance.pick(SPANS));
  }
}

/** Where the house's means lie, whose they are, and how they moved there; what places themselves say is no matter of instants. */
async function* ofPlaces(
  ctx: Ctx,
  recount: Recount,
  at: number | undefined,
  period: Period,
  fiat: Fiat,
): AsyncGenerator<Compared> {
  const input = { ...when({ at }), in: fiat };
  const moved = (row: Record<(typeof PARTS)[number], Decimal>) => PARTS.some((part) => !row[part].isZero());
  yield* compared(
    ctx,
    "places",
    `at ${time(at)} in ${fiat}`,
    async () => {
      const { data, ...all } = await listPlaces(ctx, input);
      const lying = data.filter(({ balance }) => !balance.isZero());
      return { ...all, data: lying.map(({ says: _says, saidAt: _at, difference: _less, ...books }) => books) };
    },
    () => recount.places(at, fiat),
  );
  yield* compared(
    ctx,
    "places",
    `owners at ${time(at)} in ${fiat}`,
    async () => {
      const owners = await listOwners(ctx, input);
      return { ...owners, places: owners.places.filter(({ balance }) => !balance.isZero()) };
    },
    () => ({ ...recount.owners(at, fiat), places: recount.places(at, fiat).data }),
  );
  yield* compared(
    ctx,
    "places",
    `${time(period.from)} to ${time(period.to)} in ${fiat}`,
    async () => {
      const { data, ...all } = await getPlaceMovement(ctx, { ...query(period), in: fiat });
      return { ...all, data: data.filter(moved) };
    },
    (now) => ({ ...recount.placeMovement(period, fiat), endTime: period.to ?? now }),
  );
}

async function* ofCustomer(
  ctx: Ctx,
  recount: Recount,
  subaccount: string | undefined,
  period: Period,
  fiat: Fiat,
): AsyncGenerator<Compared> {
  yield* compared(
    ctx,
    "customers",
    `${subaccount ?? "no bill"} ${time(period.from)} to ${time(period.to)} in ${fiat}`,
    () => getCustomer(ctx, { subaccount, ...query(period), in: fiat }),
    (now) => ({ ...recount.customer(subaccount, period, fiat), endTime: period.to ?? now }),
  );
}

/** What the overview reads, whose instants are the closes of days and now; and customers over the range their page opens with. */
async function* ofNow(
  ctx: Ctx,
  recount: Recount,
  { instant, names }: { instant: () => number; names: readonly string[] },
  fiat: Fiat,
  days: number,
): AsyncGenerator<Compared> {
  yield* compared(
    ctx,
    "history",
    `of ${days} days in ${fiat}`,
    () => getBalanceHistory(ctx, { in: fiat, days }),
    (_, now) => recount.history(now, fiat, days),
  );
  yield* compared(
    ctx,
    "overview",
    `cash and crypto in ${fiat}`,
    () => cashAndCrypto(ctx, fiat),
    () => recount.cashAndCrypto(fiat),
  );
  yield* compared(
    ctx,
    "overview",
    `facts in ${fiat}`,
    () => facts(ctx, fiat),
    (_, now) => recount.overview(now, fiat),
  );
  const since = (await ctx.now()).getTime() - MOST_DAYS * DAY_MS;
  for (const subaccount of names) yield* ofCustomer(ctx, recount, subaccount, { from: since, to: undefined }, fiat);
  const from = Math.max(instant(), since);
  yield* compared(
    ctx,
    "overview",
    `outcomes since ${time(from)} in ${fiat}`,
    () => getOutcomes(ctx, { in: fiat, startTime: new Date(from) }),
    (_, at) => recount.outcomes(from, at, fiat),
  );
}

/** One answer against one reckoning; `now` is as the answer tells it, or whenever it was asked. */
async function* compared(
  ctx: Ctx,
  section: Section,
  question: string,
  ask: () => Promise<object>,
  reckon: (now: "now", at: number) => unknown,
): AsyncGenerator<Compared> {
  const before = (await ctx.now()).getTime();
  const answer = await ask();
  const window = [before, (await ctx.now()).getTime()] as const;
  const clock = Object.entries(answer).find(
    ([name, value]) => (name === "at" || name === "endTime") && value >= window[0] && value <= window[1],
  );
  const wanted = figuresOf(reckon("now", Number(clock?.[1] ?? before)), window);
  const shown = figuresOf(answer, window);
  const different = differences(wanted, shown).map((found) => `${section}, ${question}: ${found}`);
  yield { section, figures: wanted.size, different };
}

const PARTS = ["opening", "in", "out", "fees", "closing"] as const;

/** All customers and what belongs to no bill make the account, as both are shown. */
async function partsMakeWhole(ctx: Ctx, names: readonly string[], period: Period, fiat: Fiat): Promise<Compared> {
  const to = period.to ?? (await ctx.now()).getTime();
  const range = { ...query({ ...period, to }), in: fiat };
  const whole = await getBalanceMovement(ctx, range);
  const parts = await Promise.all(
    [...names, undefined].map((subaccount) => getCustomer(ctx, { subaccount, ...range })),
  );
  const sums = (rows: typeof whole.data) => {
    const found = new Map<string, Decimal>();
    for (const row of rows)
      for (const part of PARTS) {
        const key = `${row.asset} ${row.networkType ?? ""} ${part}`;
        found.set(key, (found.get(key) ?? Decimal.ZERO).plus(row[part]));
      }
    return new Map([...found].map(([key, sum]) => [key, sum.toString()]));
  };
  const wanted = sums(whole.data);
  const found = differences(wanted, sums(parts.flatMap(({ data }) => data)));
  const title = `all customers and no bill ${time(period.from)} to ${time(to)}`;
  return { section: "customers", figures: wanted.size, different: found.map((one) => `customers, ${title}: ${one}`) };
}

/** Any instant that has passed; many at the very millisecond of a posting, a price or a bill, or one beside it, or at midnight. */
function instantsOf({ rows }: Recount, chance: Chance, now: number): () => number {
  const posted = rows.entries.map(({ at }) => Number(at / 1000n));
  const priced = rows.stored.map(({ at }) => Number(at / 1000n));
  const made = rows.bills.map((bill) => Number(bill.made / 1000n));
  const first = Math.min(...posted, now);
  const anywhere = () => chance.whole(first - DAY_MS, now);
  const beside = (times: readonly number[]) => (times.length > 0 ? chance.pick(times) + chance.whole(-1, 1) : now);
  const ways = [
    anywhere,
    anywhere,
    () => beside(posted),
    () => beside(posted),
    () => beside(posted),
    () => beside(priced),
    () => beside(made),
    () => Math.floor(anywhere() / DAY_MS) * DAY_MS,
    () => first - chance.whole(0, 3 * DAY_MS),
    () => now,
  ];
  return () => Math.min(chance.pick(ways)(), now);
}

/** Also of one instant, and without an end. */
function periodOf(instant: () => number, chance: Chance): Period {
  const [one, other] = [instant(), instant()];
  const kind = chance.whole(1, 10);
  if (kind === 1) return { from: one, to: one };
  return { from: Math.min(one, other), to: kind <= 4 ? undefined : Math.max(one, other) };
}

const when = ({ at }: { at: number | undefined }) => (at === undefined ? {} : { at: new Date(at) });
const query = ({ from, to }: Period) => ({
  startTime: new Date(from),
  ...(to !== undefined && { endTime: new Date(to) }),
});
const time = (at: number | undefined): string => (at === undefined ? "now" : new Date(at).toISOString());

async function everyPage(ctx: Ctx, wanted: ListCustomers): Promise<Omit<CustomerList, "startsAfter">> {
  const { startsAfter, ...page } = await listCustomers(ctx, wanted);
  if (startsAfter === null) return page;
  return { ...page, data: [...page.data, ...(await everyPage(ctx, { ...wanted, startsAfter })).data] };
}

/** As the overview shows it. */
async function cashAndCrypto(ctx: Ctx, fiat: Fiat): Promise<object> {
  const { data } = await getBalances(ctx, { in: fiat });
  const holdings = holdingsOf(data);
  return {
    ...totalsOf(holdings),
    holdings: holdings.map(({ symbol, holding, value }) => ({ symbol, holding, value })),
  };
}

async function facts(ctx: Ctx, fiat: Fiat): Promise<object> {
  const overview = await getOverview(ctx, { fiat });
  const {
    at,
    rates,
    prices,
    facts: counted,
  } = overview as unknown as Omit<OverviewRecord, "facts"> & { facts: Raw<object> };
  const { volume, unconverted } = decodeAnswer(getOverviewEndpoint.answer.shape.facts, counted.text);
  return {
    prices: prices.map(({ cryptoType, bid }) => ({ cryptoType, bid })),
    rates,
    unconverted,
    volume,
    ...daysOf(volume, { now: at, days: DAYS, fiat, rates }),
  };
}
