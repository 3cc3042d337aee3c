import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { Got, Key } from "#e2e/world/client.ts";

// Creates of many accounts share a statement; each is limited, refused and kept as if its account were alone, and no
// account waits for what another does.

const ACCOUNTS = 6;
const EACH = 25;
const ENOUGH = 8;
let api: Api;
let owner: pg.Client;
let other: pg.Client;
let keys: Key[];
beforeAll(async () => {
  api = await openApi({ alone: true });
  await api.plainPrices();
  [owner, other] = [new pg.Client(api.databaseUrl), new pg.Client(api.databaseUrl)];
  await Promise.all([owner.connect(), other.connect()]);
  keys = await Promise.all(Array.from({ length: ACCOUNTS }, (_, at) => api.newKey({ account: nameOf(at) })));
});
let batch = 0;
beforeEach(() => {
  batch += 1;
});
afterEach(async () => {
  await other.query("rollback");
  expect(await api.broken()).toEqual([]);
  const { rows } = await owner.query(
    "select deadlocks::integer from pg_stat_database where datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
afterAll(async () => {
  await Promise.all([owner.end(), other.end()]);
  await api.close();
});

const nameOf = (at: number) => `many ${at}`;
const subaccount = () => `batch ${batch}`;
const body = (input: object = {}) => ({
  cryptoType: "BTC",
  fiat: "EUR",
  fiatReceivable: 100,
  subaccount: subaccount(),
  ...input,
});

type Sent = { account: number; nth: number };
/** Of each account in turns so many, all at once. */
function atOnce(each: number, inputOf: (sent: Sent) => object = () => ({}), of = [...keys.keys()]): Promise<Got>[] {
  return Array.from({ length: each * of.length }, (_, at) => {
    const sent = { account: of[at % of.length] ?? 0, nth: Math.floor(at / of.length) };
    const headers = { "idempotency-key": `${batch} ${sent.nth}` };
    return api.post(CREATE, body(inputOf(sent)), { headers, ...keyOf(sent.account) });
  });
}
const keyOf = (at: number) => ({ key: keys[at] as Key });
const statuses = async (got: Promise<Got>[]) => (await Promise.all(got)).map(({ status }) => status);
const times = (status: number, all: readonly number[]) => all.filter((each) => each === status).length;

type Made = {
  name: string;
  bills: number;
  addresses: number;
  events: number;
  lines: number;
  answers: number;
  fiat: number;
};
/** What there is of each account: its bills, and of them what lies beside them. */
async function made(): Promise<Made[]> {
  const { rows } = await owner.query<Made>(
    `select c.name, count(*)::integer as bills, count(distinct b.address)::integer as addresses, sum(b.fiat_units / 100)::integer as fiat,
       count((select 1 from event e where e.object_id = b.id and e.account_id = c.id))::integer as events,
       count((select 1 from audit a where a.object_id = b.id::text and a.account_id = c.id))::integer as lines,
       count((select 1 from idempotency i where i.account_id = c.id and i.body::jsonb ->> 'paymentId' = b.id::text
         and i.body::jsonb ->> 'deposit_address' = b.address))::integer as answers
     from bill b join account c on c.id = b.account_id where b.subaccount = $1 group by c.name order by c.name`,
    [subaccount()],
  );
  return rows;
}
const full =
  (bills: number) =>
  (account: number): Made => ({
    name: nameOf(account),
    bills,
    addresses: bills,
    events: bills,
    lines: bills,
    answers: bills,
    fiat: bills * 100,
  });

/** In how many transactions the bills were made, and in how many of them those of several accounts. */
async function statements(): Promise<{ all: number; shared: number }> {
  const { rows } = await owner.query(
    `select count(*)::integer as all, count(*) filter (where accounts > 1)::integer as shared from (
       select count(distinct account_id) as accounts from bill where subaccount = $1 group by xmin::text) s`,
    [subaccount()],
  );
  return rows[0];
}

/** Sends while all places under the house's limit are held, until two statements wait for them and the rest gathers. */
async function gathered(each: number): Promise<{ sent: Promise<Got>[] }> {
  await api.settings({ "houseExposureLimit.BTC": "1000000" });
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(hashtextextended('promise BTC', n)) from generate_series(0, 15) n");
  const sent = atOnce(each);
  await expect
    .poll(async () => (await api.app.database.pool.query(`select ${WAITING}`)).rowCount, { timeout: 60_000 })
    .toBeGreaterThan(1);
  return { sent };
}
/** Of the program's own role: the owner does not see what others' connections do. */
const WAITING = "from pg_stat_activity where wait_event = 'advisory' and query like 'with given as%'";

test("accounts share a statement, and each has what is its own under one and the same key", async () => {
  const { sent } = await gathered(EACH);
  await other.query("commit");
  const got = await Promise.all(sent);
  expect(got.map(({ status }) => status)).toEqual(got.map(() => 200));
  expect(await made()).toEqual([...keys.keys()].map(full(EACH)));
  const { all, shared } = await statements();
  expect(shared).toBeGreaterThan(0);
  expect(all).toBeLessThan((ACCOUNTS * EACH) / 3);
  await api.settings({ "houseExposureLimit.BTC": "default" });
  const again = await Promise.all(atOnce(EACH));
  expect(again.map(({ text }) => text)).toEqual(got.map(({ text }) => text));
  expect(await made()).toEqual([...keys.keys()].map(full(EACH)));
});

test("exactly as many as each account's limit allows, and as the house's, in two processes", async () => {
  const port = await api.secondProcess();
  // A sixty-fourth each: what is small goes with others until three quarters are used.
  for (const at of keys.keys()) await api.settings({ openExposureLimit: at === 0 ? "default" : "6400" }, nameOf(at));
  const { rows } = await owner.query<{ units: string }>(
    "select wide::text as units from promised_now(null, 'GBP', 'BCH', true)",
  );
  expect(rows).toEqual([{ units: "0" }]);
  const input = { fiat: "GBP", subaccount: subaccount() };
  const sent = await statuses(
    Array.from({ length: 70 * 4 }, (_, at) =>
      api.post(CREATE, body(input), { ...keyOf(at % 4), ...(at % 3 === 0 && { port }) }),
    ),
  );
  expect(times(409, sent)).toBe(18);
  expect((await made()).map(({ bills }) => bills)).toEqual([70, 64, 64, 64]);
  batch += 1;
  await api.settings({ openExposureLimit: "default", "houseExposureLimit.BCH": "19.6" });
  for (const at of keys.keys()) await api.settings({ openExposureLimit: "default" }, nameOf(at));
  // 0.2449 BCH each, and 80 of them.
  const ofHouse = await statuses(
    Array.from({ length: 96 }, (_, at) =>
      api.post(CREATE, body({ cryptoType: "BCH" }), { ...keyOf(at % ACCOUNTS), ...(at % 3 === 0 && { port }) }),
    ),
  );
  const { rows: promised } = await owner.query(
    "select sum(quantity_units) <= 1960000000 and sum(quantity_units) + min(quantity_units) > 1960000000 as exactly, count(*)::integer as bills from bill where subaccount = $1",
    [subaccount()],
  );
  expect(promised).toEqual([{ exactly: true, bills: times(200, ofHouse) }]);
  expect(times(409, ofHouse)).toBe(96 - times(200, ofHouse));
  await api.settings({ "houseExposureLimit.BCH": "default" });
}, 180_000);

test("one that the database refuses fails alone, and one beyond its limit", async () => {
  await api.settings({ openExposureLimit: "50" }, nameOf(1));
  await owner.query(`
    create function refuse_bill() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = 'check_violation'; end $$;
    create trigger refused before insert on bill for each row when (new.reference = 'refused') execute function refuse_bill()`);
  const got = await statuses(
    atOnce(ENOUGH, ({ account, nth }) => (account === 2 && nth === 3 ? { reference: "refused" } : {})),
  );
  await owner.query("drop function refuse_bill cascade");
  await api.settings({ openExposureLimit: "default" }, nameOf(1));
  expect([times(200, got), times(409, got), times(500, got)]).toEqual([(ACCOUNTS - 1) * ENOUGH - 1, ENOUGH, 1]);
  expect(await made()).toEqual([full(ENOUGH)(0), full(ENOUGH - 1)(2), ...[3, 4, 5].map(full(ENOUGH))]);
});

/** What another transaction of the account holds. */
const HELD: [string, string][] = [
  ["its row", "select 1 from account where name = 'many 0' for update"],
  ["its keys", "select 1 from api_key where account_id = (select id from account where name = 'many 0') for update"],
  [
    "all places under its limit",
    "select pg_advisory_xact_lock(hashtextextended('promise ' || a.id || ' EUR', n)) from account a, generate_series(0, 15) n where a.name = 'many 0'",
  ],
  [
    "its claims",
    "select 1 from idempotency i join account a on a.id = i.account_id where a.name = 'many 0' for update of i",
  ],
];
test.each(HELD)("while an account's transaction holds %s, the others go on", async (_what, lock) => {
  for (const at of keys.keys()) await api.settings({ openExposureLimit: "1000000" }, nameOf(at));
  await owner.query("update api_key set last_used_at = null");
  await other.query("begin");
  await other.query(lock);
  const [held, ...free] = [...keys.keys()];
  const waiting = atOnce(ENOUGH, undefined, [held ?? 0]);
  expect(times(200, await statuses(atOnce(ENOUGH, undefined, free)))).toBe(free.length * ENOUGH);
  await other.query("commit");
  expect(times(200, await statuses(waiting))).toBe(ENOUGH);
  expect(await made()).toEqual([...keys.keys()].map(full(ENOUGH)));
});

test("the same key twice in one gathering is one bill; the same key of another account is another", async () => {
  const got = await Promise.all(
    Array.from({ length: ACCOUNTS * 10 }, (_, at) =>
      api.post(CREATE, body(), { headers: { "idempotency-key": `${batch} same` }, ...keyOf(at % ACCOUNTS) }),
    ),
  );
  expect(got.filter(({ status, problem }) => status !== 200 && problem.code !== "REQUEST_IN_FLIGHT")).toEqual([]);
  expect(await made()).toEqual([...keys.keys()].map(full(1)));
  for (const at of keys.keys()) {
    const mine = got.filter(({ status }, nth) => status === 200 && nth % ACCOUNTS === at);
    expect(new Set(mine.map((each) => each.as<MadeBill>().paymentId)).size).toBe(1);
  }
});

test("a connection that is lost in the midst of it leaves nothing, and each key can be sent again", async () => {
  const { sent: lost } = await gathered(4);
  await api.app.database.pool.query(`select pg_terminate_backend(pid) ${WAITING}`);
  await other.query("commit");
  const failed = times(503, await statuses(lost));
  expect(failed).toBeGreaterThan(0);
  expect((await made()).reduce((sum, { bills }) => sum + bills, 0)).toBe(4 * ACCOUNTS - failed);
  expect(times(200, await statuses(atOnce(4)))).toBe(4 * ACCOUNTS);
  expect(await made()).toEqual([...keys.keys()].map(full(4)));
  await api.settings({ "houseExposureLimit.BTC": "default" });
});
