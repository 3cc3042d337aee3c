import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";

// Creates of one moment share a statement; each is answered, kept, told and refused as if it had come alone.

const AT_ONCE = 40;
let api: Api;
let owner: pg.Client;
beforeAll(async () => {
  api = await openApi({ alone: true });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});
afterEach(async () => expect(await api.broken()).toEqual([]));
afterAll(async () => {
  await owner.end();
  await api.close();
});

let nth = 0;
function createAtOnce(inputOf: (at: number) => object = () => ({}), keyed = true) {
  nth += 1;
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) => {
      const body = {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: 100 + at,
        subaccount: `at once ${nth}`,
        ...inputOf(at),
      };
      return api.post(CREATE, body, keyed ? { headers: { "idempotency-key": `at once ${nth} ${at}` } } : {});
    }),
  );
}
async function stored(query: string): Promise<unknown[]> {
  return (await owner.query({ text: query, values: [`at once ${nth}`], rowMode: "array" })).rows;
}

test("each has its own bill, address, event and audit line, and answers what it was asked", async () => {
  const answers = await createAtOnce((at) => ({ reference: `order ${at}` }));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const made = answers.map((answer) => answer.as<MadeBill>());
  expect(new Set(made.map((bill) => bill.deposit_address)).size).toBe(AT_ONCE);
  const bills = await stored(`
    select b.id::text, b.address, b.reference, (b.fiat_units / 100)::integer, amount_of(b.quantity_units, b.asset)::float8, b.request_id,
      (select count(*) from event e where e.object_id = b.id and e.type = 'payment.created' and e.data::jsonb ->> 'paymentId' = b.id::text)::integer,
      (select count(*) from audit a where a.object_id = b.id::text and a.action = 'bill.create' and a.request_id = b.request_id)::integer,
      (select count(*) from deposit_address d where d.bill_id = b.id and b.address in (d.address, d.cash_address))::integer
    from bill b where b.subaccount = $1 order by b.fiat_units`);
  expect(bills).toEqual(
    made.map(({ paymentId, deposit_address, quantity }, at) => [
      paymentId,
      deposit_address,
      `order ${at}`,
      100 + at,
      quantity,
      answers[at]?.headers["x-request-id"],
      1,
      1,
      1,
    ]),
  );
  const [[statements] = []] = (await stored(
    "select count(distinct xmin::text)::integer from bill where subaccount = $1",
  )) as [number][];
  expect(statements).toBeLessThan(AT_ONCE);
});

test("under its key each is answered the same again, and nothing is made twice", async () => {
  const first = await createAtOnce();
  const before = nth;
  nth = before - 1;
  const again = await createAtOnce();
  expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  expect(again.map(({ headers }) => headers["idempotent-replayed"])).toEqual(again.map(() => "true"));
  expect(await stored("select count(*)::integer from bill where subaccount = $1")).toEqual([[AT_ONCE]]);
});

test("one that is refused takes none of the others with it", async () => {
  await api.settings({ "openExposureLimit.GBP": "1000" });
  const answers = await createAtOnce((at) => ({ fiat: "GBP", fiatReceivable: at % 4 === 0 ? 2_000 : 10 }));
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 4 === 0 ? 409 : 200)));
  expect(await stored("select count(*)::integer from bill where subaccount = $1")).toEqual([[(AT_ONCE * 3) / 4]]);
  await api.settings({ "openExposureLimit.GBP": "default" });
});

test("a pool that ends in their midst is filled again for who found none", async () => {
  await owner.query(`
    update deposit_address set set_aside_at = business_now() where bill_id is null and id not in (
      select id from deposit_address where bill_id is null order by index limit 7)`);
  const answers = await createAtOnce(() => ({}), false);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map((answer) => answer.as<MadeBill>().deposit_address)).size).toBe(AT_ONCE);
});
