import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCluster } from "#e2e/world/database.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { RUNNING_RULES } from "#lib/check/running.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { listWallets } from "./wallets.ts";

// What a list of wallets says is read from blocks of a hundred addresses, counted with whatever changes one of them.

let world: World;
let ruler: pg.Client;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ruler = new pg.Client((await testCluster()).urlFor("postgres", new URL(world.databaseUrl).pathname.slice(1)));
  await ruler.connect();
});
afterAll(async () => {
  await ruler.end();
  await world.close();
});

type Figures = Record<"derived" | "handedOut" | "paid" | "longestGap" | "openGap", number>;

/** Address by address, of every wallet. */
async function counted(): Promise<Record<string, Figures>> {
  const { rows } = await ruler.query<{
    wallet: string;
    index: number | null;
    handed: boolean;
    paid: boolean;
    before: boolean;
  }>(
    `select w.id as wallet, a.index::integer as index, a.bill_id is not null as handed, false as before, exists (select from deposit d
        where d.bill_id = a.bill_id and d.stray_id is null and d.status <> 'DROPPED') as paid
      from wallet w left join deposit_address a on a.wallet_id = w.id
      union all select wallet_id, index::integer, false, true, false from wallet_used`,
  );
  const wallets = Object.entries(Object.groupBy(rows, ({ wallet }) => wallet));
  return Object.fromEntries(
    wallets.map(([wallet, all = []]) => {
      const own = all.filter(({ index, before }) => index !== null && !before);
      const used = [...new Set(all.filter(({ paid, before }) => paid || before).map(({ index }) => index ?? 0))];
      used.sort((a, b) => a - b);
      const last = used.at(-1) ?? -1;
      return [
        wallet,
        {
          derived: own.length,
          handedOut: own.filter(({ handed }) => handed).length,
          paid: own.filter(({ paid }) => paid).length,
          longestGap: Math.max(0, ...used.map((index, nth) => index - (used[nth - 1] ?? -1) - 1)),
          openGap: own.filter(({ handed, index }) => handed && (index ?? 0) > last).length,
        },
      ];
    }),
  );
}

async function shown(): Promise<Record<string, Figures>> {
  const { data } = await listWallets(world.ctx);
  return Object.fromEntries(
    data.map(({ walletId, derived, handedOut, paid, longestGap, openGap }) => [
      walletId,
      { derived, handedOut, paid, longestGap, openGap },
    ]),
  );
}

const miscounted = async () => {
  const rule = RUNNING_RULES.find(({ name }) => name === "what a hundred addresses of a wallet come to is a recount");
  return (await ruler.query(rule?.sql ?? "")).rows;
};

async function expectSame(): Promise<Figures[]> {
  const all = await counted();
  expect(await shown()).toEqual(all);
  expect(await miscounted()).toEqual([]);
  return Object.values(all);
}

test("what is shown is what addresses come to one by one: paid, skipped, gone again, used before, set aside", async () => {
  await expectSame();
  const first = await world.bill();
  for (let nth = 1; nth < 5; nth += 1) await world.bill();
  const sixth = await world.bill();
  await world.bill();
  const last = await world.bill();
  for (const bill of [first, sixth]) await world.pay(bill, bill.quantity);
  expect((await expectSame()).some(({ longestGap, openGap }) => longestGap === 4 && openGap === 2)).toBe(true);
  // Seen, and gone from the mempool: as if it had never been paid.
  const { deposit_address: address, quantity } = last;
  await sendDeposit(world.ctx, { address, quantity, confirmations: 0 });
  await world.settle();
  expect((await expectSame()).some(({ openGap, paid }) => openGap === 0 && paid === 3)).toBe(true);
  await ruler.query("update sandbox_transfer set state = 'GONE', gone_reason = 'DROPPED' where state = 'MEMPOOL'");
  await world.later(3_600_000);
  await world.settle();
  expect((await expectSame()).some(({ openGap, paid }) => openGap === 2 && paid === 2)).toBe(true);
  // Other blocks: what was received on before, between and behind what is paid.
  await ruler.query(`insert into wallet_used (wallet_id, index, height) select wallet_id, n, 1
    from (select distinct wallet_id from deposit_address where bill_id is not null) w cross join unnest(array[3, 150, 731]) n`);
  expect((await expectSame()).some(({ longestGap }) => longestGap === 580)).toBe(true);
  await ruler.query("update deposit_address set set_aside_at = now() where bill_id is null and index % 7 = 0");
  await expectSame();
});

test("two payments to addresses of one block at once are both counted", async () => {
  const [one, other] = [await world.bill(), await world.bill()];
  const before = (await counted())[(await walletOf(one.paymentId)) ?? ""]?.paid ?? 0;
  const [first, second] = [new pg.Client(world.databaseUrl), new pg.Client(world.databaseUrl)];
  await Promise.all([first.connect(), second.connect()]);
  await first.query("begin");
  await first.query(...received(one.paymentId));
  const waits = second.query(...received(other.paymentId));
  await expect
    .poll(async () => (await ruler.query("select from pg_locks where not granted")).rowCount, { timeout: 30_000 })
    .toBeGreaterThan(0);
  await first.query("commit");
  await waits;
  await Promise.all([first.end(), second.end()]);
  expect((await expectSame()).map(({ paid }) => paid)).toContain(before + 2);
});

const walletOf = async (billId: string) =>
  (await ruler.query<{ wallet_id: string }>("select wallet_id from deposit_address where bill_id = $1", [billId]))
    .rows[0]?.wallet_id;

/** Something that came for a bill, like what came first of all. */
const received = (billId: string): [string, unknown[]] => [
  `insert into deposit select n.* from (select d from deposit d where status = 'CONVERTED' limit 1) s cross join lateral
    jsonb_populate_record(s.d, jsonb_build_object('id', $1::text, 'bill_id', $2::text, 'tx_hash', $1::text)) n`,
  [randomUUID(), billId],
];

test("the program writes no block but by what is counted", async () => {
  await expect(world.ctx.db.$executeRawUnsafe("update wallet_block set paid = 0")).rejects.toThrow(/permission denied/);
});
