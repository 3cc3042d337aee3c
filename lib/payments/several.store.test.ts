import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CaseFilter } from "#lib/cases/filters.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { OneOrMore } from "#lib/contract/filters.ts";
import { accountOf } from "#lib/kernel/context.ts";
import { writeJson } from "#lib/kernel/json.ts";
import type { StatementFilter } from "#lib/ledger/filters.ts";
import { getStatement } from "#lib/ledger/get-statement.ts";
import { fixedRates, ratesNow } from "#lib/pricing/worth.ts";
import { play } from "#lib/scenarios/scenarios.ts";
import { SCENARIOS } from "#lib/scenarios/scenario-names.ts";
import type { EventFilter } from "#lib/webhooks/event-filters.ts";
import { getEvents } from "#lib/webhooks/get-events.ts";
import type { PaymentRecord } from "./contract.ts";
import { LIST_FILTERS } from "./filters.ts";
import { getPayments } from "./get-payments.ts";
import { countEach } from "./store.ts";
import { countPayments, getSummary } from "./get-summary.ts";

const PRICES = [
  ["BTC", "60000"],
  ["BCH", "400"],
  ["USDT", "0.9"],
  ["USDC", "0.9"],
] as const;
let world: World;
let startTime: Date;
beforeAll(async () => {
  world = await openWorld();
  startTime = await world.ctx.now();
  for (const [crypto, price] of PRICES)
    for (const fiat of ["EUR", "USD"] as const) await world.price(crypto, fiat, price);
  for (const name of SCENARIOS) await play(world.ctx, name);
  for (const of of [
    { strategy: "ACA", feeModel: "EXPLICIT" },
    { strategy: "RAI", fiat: "USD" },
    { cryptoType: "BCH", fiat: "USD" },
    { cryptoType: "USDT", networkType: "eth" },
    { cryptoType: "USDT", networkType: "tron" },
  ] as const)
    await world.bill(of);
});
afterAll(() => world.close());

const HOSTILE = { reference: `"},{"paymentId":"x\\`, subaccount: `a"b\\c/</script>` };

const read = async (filter: object): Promise<PaymentRecord[]> =>
  (await getPayments(world.ctx, { startTime, limit: 500, ...filter })).data.map(({ text }) => JSON.parse(text));
const ids = (records: readonly PaymentRecord[]) => records.map(({ paymentId }) => paymentId).sort();

/** What a record says of a filter's field; the outcome is no field of it. */
const FIELD_OF: Partial<Record<keyof typeof LIST_FILTERS, (record: PaymentRecord) => readonly unknown[]>> = {
  status: ({ status }) => [status],
  amountStatus: ({ amountStatus }) => [amountStatus],
  label: ({ labels }) => labels,
  cryptoType: ({ cryptoType }) => [cryptoType],
  networkType: ({ networkType }) => [networkType],
  fiat: ({ fiat }) => [fiat],
  strategy: ({ strategy }) => [strategy],
  feeModel: ({ feeModel }) => [feeModel],
};

const several = Object.entries(LIST_FILTERS).flatMap(([name, filter]) =>
  "options" in filter && filter.several ? [[name as keyof typeof LIST_FILTERS, filter.options] as const] : [],
);

test.each(several)("several values of %s find what each finds alone, and no more", async (name, options) => {
  const all = await read({});
  const alone = new Map<string, string[]>();
  for (const option of options) alone.set(option, ids(await read({ [name]: option })));
  expect([...alone.values()].filter((found) => found.length > 0).length).toBeGreaterThan(1);
  const pairs = options.flatMap((one, at) => options.slice(at + 1).map((other): OneOrMore<string> => [one, other]));
  for (const wanted of [...pairs, options]) {
    const union = [...new Set([...wanted].flatMap((option) => alone.get(option) ?? []))].sort();
    expect(ids(await read({ [name]: wanted }))).toEqual(union);
    const fieldOf = FIELD_OF[name];
    if (fieldOf)
      expect(ids(all.filter((record) => fieldOf(record).some((one) => wanted.includes(one as never))))).toEqual(union);
  }
  const summary = JSON.parse((await getSummary(world.ctx, { startTime, [name]: options })).text) as { count: number };
  expect(summary.count).toBe(new Set([...alone.values()].flat()).size);
});

test("several kinds of event, of case and of movement find what each finds alone", async () => {
  const staff = {
    ...world.ctx,
    actor: { kind: "staff", userId: randomUUID(), name: "Ada", role: "treasurer" },
  } as const;
  const events = async (type?: EventFilter["type"]): Promise<{ id: string; type: string }[]> =>
    JSON.parse(writeJson(await getEvents(world.ctx, { type, limit: 500 }))).data;
  const types = ["payment.created", "payment.expired", "payment.deposit.held"] as const;
  const cases = async (kind?: CaseFilter["kind"]) => (await listCases(staff, { kind, limit: 500 })).data;
  const kinds = ["LATE", "OVERPAID", "UNDERPAID"] as const;
  const moved = async (asset?: StatementFilter["asset"]) => (await getStatement(world.ctx, { asset, limit: 500 })).data;
  const recounts = [
    [await events(types), (await events()).filter(({ type }) => types.some((one) => one === type))],
    [await cases(kinds), (await cases()).filter(({ kind }) => kinds.some((one) => one === kind))],
    [await moved(["EUR", "BTC"]), (await moved()).filter(({ asset }) => asset === "EUR" || asset === "BTC")],
  ] as const;
  for (const [found, recount] of recounts) {
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(recount);
  }
});

test.each(["EUR", "USD"] as const)(
  "by value in %s no page loses or repeats a bill, though prices move meanwhile",
  async (fiat) => {
    const rates = fixedRates(await ratesNow(world.ctx, fiat));
    const worth = ({ fiat: own, fiatReceivable }: PaymentRecord) =>
      Number(rates[own] ?? Number.NaN) * Number(fiatReceivable) || -1;
    const all = await read({});
    expect(new Set(all.map((record) => record.fiat)).size).toBeGreaterThan(1);
    for (const sort of ["value", "-value"] as const) {
      const paged: PaymentRecord[] = [];
      const query = { startTime, sort, in: fiat, limit: 3 };
      for (let startsAfter: string | null | undefined; startsAfter !== null; ) {
        const page = await getPayments(world.ctx, { ...query, ...(startsAfter && { startsAfter }) });
        paged.push(...page.data.map(({ text }) => JSON.parse(text)));
        startsAfter = page.startsAfter;
        expect(
          page.rates && Object.fromEntries(Object.entries(page.rates).map(([of, rate]) => [of, `${rate}`])),
        ).toEqual(rates);
        // The rate of one fiat in the other turns over: the order by it would as well.
        await world.price("USDC", "USD", paged.length % 2 === 0 ? "0.2" : "5");
      }
      await world.price("USDC", "USD", "0.9");
      expect(ids(paged)).toEqual(ids(all));
      expect(paged.length).toBeGreaterThan(6);
      const values = paged.map(worth);
      expect(values).toEqual(values.toSorted((a, b) => (sort === "value" ? a - b : b - a)));
    }
    expect(await getPayments(world.ctx, { startTime })).not.toHaveProperty("rates");
    await expect(getPayments(world.ctx, { startTime, in: fiat })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  },
);

test("some filters at once are counted as their lists are long, and no further than a thousand", async () => {
  const filters = [
    {},
    { status: "PENDING" },
    { status: ["PENDING", "EXPIRED"] },
    { label: "LATE", fiat: "EUR" },
  ] as const;
  const queries = filters.map((filter) => ({ startTime, ...filter }));
  const lists = await Promise.all(filters.map((filter) => read(filter)));
  const { counts } = await countPayments(world.ctx, { filters: queries });
  expect(counts).toEqual(lists.map(({ length }) => length));
  expect(new Set(counts).size).toBeGreaterThan(2);
  expect((await countPayments(world.other, { filters: queries })).counts).toEqual([0, 0, 0, 0]);
  expect(await countEach(world.ctx.db, accountOf(world.ctx).id, [{}], 3, startTime)).toEqual([3]);
});

test("what others wrote is a text of the record, whatever it looks like", async () => {
  const bill = await world.bill(HOSTILE);
  const [record] = await read({ reference: HOSTILE.reference });
  expect(record).toMatchObject({ paymentId: bill.paymentId, ...HOSTILE });
});

test("events go on after a cursor of before cursors were sealed", async () => {
  type Page = { data: { id: string }[]; cursor: string };
  const page = async (query: { cursor?: string; limit: number }): Promise<Page> =>
    JSON.parse(writeJson(await getEvents(world.ctx, query)));
  const { secrets } = world.app;
  const first = await page({ limit: 3 });
  const { tx, seq } = await world.ctx.db.$queryRaw<{ tx: string; seq: string }[]>`
    select tx::text, seq::text from event where id = ${first.data.at(-1)?.id}::uuid`.then(
    ([row]) => row ?? { tx: "", seq: "" },
  );
  const payload = Buffer.from(JSON.stringify([tx, seq]));
  const bound = writeJson({ accountId: accountOf(world.ctx).id, filters: [["list", "events"]] });
  const code = createHmac("sha256", secrets.derive("paging"))
    .update(createHash("sha256").update(bound).digest())
    .update(payload)
    .digest()
    .subarray(0, 16);
  const before = `${payload.toString("base64url")}.${code.toString("base64url")}`;
  expect(await page({ cursor: before, limit: 5 })).toEqual(await page({ cursor: first.cursor, limit: 5 }));
});

test("a bill whose free crypto waits to be taken back is not convertible", async () => {
  const convertible = async (): Promise<string[]> =>
    JSON.parse(writeJson(await getPayments(world.ctx, { startTime, convertible: "true", limit: 500 }))).data.map(
      ({ paymentId }: PaymentRecord) => paymentId,
    );
  const due = async (billId: string | undefined, at: Date | null) =>
    world.ctx.db.deposit.updateMany({ where: { billId: billId ?? "" }, data: { reversalDueAt: at } });
  const [first, ...others] = await convertible();
  await due(first, await world.ctx.now());
  expect(await convertible()).toEqual(others);
  await due(first, null);
  expect(await convertible()).toEqual([first, ...others]);
});
