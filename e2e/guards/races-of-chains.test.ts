import { Slots } from "#lib/kernel/slots.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { readSendersDue } from "#lib/deposits/read-senders.ts";
import { settleDeposits } from "#lib/deposits/settle-deposits.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { rulerOf } from "./clock.ts";
import { type Race, tryGuard, unlocked } from "./races.ts";
import { race as raced } from "./statements.ts";

let api: Api;
let ruler: Awaited<ReturnType<typeof rulerOf>>;
beforeAll(async () => {
  api = await openApi({ alone: true });
  await api.plainPrices();
  await api.settle();
  ruler = await rulerOf(api.app);
  await ruler.query(`create table went_back (height bigint);
    create function note_way_back() returns trigger language plpgsql security definer as $$ begin
      if new.height < old.height then insert into went_back values (new.height); end if; return new; end $$;
    create trigger note_way_back before update on chain_cursor for each row execute function note_way_back()`);
});
afterAll(async () => {
  await ruler?.end();
  await api?.close();
});

const worker = (chains: object = api.app.chains): Ctx =>
  contextFor({ ...api.app, chains, slots: new Slots() }, { actor: { kind: "worker" }, requestId: "test" });
const scan = (ctx: Ctx = worker()) =>
  runTick(
    ctx,
    TASKS.filter(({ name }) => name === "scan-chains"),
  );
const mine = (count = 1) => api.control("blocks", { network: "bitcoin", count });
const heightOf = async (bill: MadeBill) =>
  (
    await ruler.query("select status, block_height is not null as placed from deposit where bill_id = $1", [
      bill.paymentId,
    ])
  ).rows;
async function sent(): Promise<MadeBill> {
  const bill = await api.bill();
  await api.control("deposits", { address: bill.deposit_address, quantity: bill.quantity });
  return bill;
}

/** A bill with a payment that is known, and another that the next look brings. */
async function paidAgain(): Promise<MadeBill> {
  const bill = await sent();
  await scan();
  await api.control("deposits", { address: bill.deposit_address, quantity: bill.quantity });
  return bill;
}
const factsFunction = async (): Promise<string> =>
  (await ruler.query("select pg_get_functiondef('refresh_bill_facts'::regproc) as text")).rows[0]?.text;
let facts = "";

const race = <T>(of: Race<T>) => of as Race<unknown>;
const RACES: readonly Race<unknown>[] = [
  race({
    guard: "chains: the cursor moves from where it was read alone",
    prepare: async () => {
      await scan();
      await ruler.query("truncate went_back");
      await mine();
    },
    hold: /from sandbox_block b where network = \$1 and height = /,
    first: async () => void (await scan()),
    second: async () => {
      await mine(2);
      await scan();
    },
    effect: async () => (await ruler.query("select 1 from went_back")).rows.length,
    held: { outcomes: ["done", "done"], effect: 0 },
    without: [{ at: /^\s*update chain_cursor set height/, from: /and hash = (\$\d+)/, to: "and $1::text is not null" }],
    broken: { outcomes: ["done", "done"], effect: 1 },
  }),
  race({
    guard: "chains: a survey of the mempool counts only while the tip stands",
    prepare: async () => {
      await scan();
      return sent();
    },
    hold: /^\s*select tx_hash, output_index from deposit/,
    first: async () => void (await scan()),
    second: async () => {
      await mine();
      await scan();
    },
    effect: heightOf,
    held: { outcomes: ["done", "done"], effect: [{ status: "UNCONFIRMED", placed: true }] },
    without: [
      {
        at: /^\s*select network from chain_cursor where network = /,
        from: /and hash = (\$\d+)/,
        to: "and $1::text is not null",
      },
    ],
    broken: { outcomes: ["done", "done"], effect: [{ status: "UNCONFIRMED", placed: false }] },
  }),
  race({
    guard: "chains: who marks blocks as not scanned stands where the cursor stands",
    prepare: () => scan(),
    hold: /^\s*select height, hash, head_height/,
    first: async () =>
      api.post("/house/v1/chains/bitcoin/rescan", { from: 0, note: "race" }, await api.staffOfHouse("operator")),
    second: async () => {
      await mine();
      await scan();
    },
    effect: async () =>
      (
        await ruler.query(`select (select max(last) from chain_range where network = 'bitcoin') = height as whole
          from chain_cursor where network = 'bitcoin'`)
      ).rows,
    held: { outcomes: ["200", "done"], effect: [{ whole: true }] },
    without: [unlocked(/^\s*select network from chain_cursor where network = \$1 for update/)],
    broken: { outcomes: ["200", "done"], effect: [{ whole: false }] },
  }),
  race({
    guard: "deposits: what a bill says of them is counted behind whoever changes another of them",
    prepare: paidAgain,
    hold: { table: "deposit", on: "insert" },
    first: async () => void (await scan()),
    second: async (bill) => {
      await ruler.query("update deposit set senders_told = false where bill_id = $1", [bill.paymentId]);
    },
    effect: async (bill) =>
      (await ruler.query("select standing_deposits::integer as standing from bill where id = $1", [bill.paymentId]))
        .rows,
    held: { outcomes: ["done", "done"], effect: [{ standing: 2 }] },
    without: [],
    unruled: {
      async out() {
        facts = await factsFunction();
        await ruler.query(facts.replace(/^\s*perform 1 from bill.*$/m, ""));
      },
      back: () => ruler.query(facts),
    },
    broken: { outcomes: ["done", "done"], effect: [{ standing: 1 }] },
  }),
];

describe.each(RACES.map((of) => [of.guard, of] as const))("%s", (_guard, of) => {
  test("with the guard, and without it", () => tryGuard(api.app, of));
});

test("who reads the senders of a payment waits for its bill, as whoever treats it does: neither is in the other's way", async () => {
  const bill = await sent();
  await scan();
  await mine(2);
  await scan();
  await ruler.query("update deposit set source_address = null where bill_id = $1", [bill.paymentId]);
  const chains = { bitcoin: { ...api.app.chains.bitcoin, sendersOf: async () => ["sender"] } };
  const found = await raced(api.app, {
    // Once it holds the bill, and before it holds what was paid.
    hold: /^\s*select b\.\*, \(select business_now\(\)\)/,
    first: () => settleDeposits(worker(), bill.paymentId),
    second: () => readSendersDue(worker(chains)),
  });
  expect(found).toMatchObject({ waited: true, faults: [] });
  expect([found.first, found.second].map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

describe("a transaction that is missing from the mempool", () => {
  /** A node that has lost sight of a transaction because a block has just taken it; `reply` is what it says of its tip. */
  async function vanishing(reply: "the new tip" | "the old tip"): Promise<unknown> {
    const bill = await sent();
    await scan();
    const chain = api.app.chains.bitcoin as Chain;
    const before = await chain.head();
    const blind: Chain = {
      ...chain,
      head: () => (reply === "the old tip" ? Promise.resolve(before) : chain.head()),
      mempool: async () => ({ fresh: [], holds: () => false, written: () => undefined }),
      async finalOutcome() {
        await mine();
        return "GONE";
      },
    };
    await scan(worker({ bitcoin: blind }));
    const [found] = await heightOf(bill);
    await scan();
    await mine(5);
    await api.settle();
    return found.status;
  }

  test("is not gone when a block has come meanwhile", async () => {
    expect(await vanishing("the new tip")).toBe("UNCONFIRMED");
  });

  test("is believed to be gone when the tip has not moved", async () => {
    expect(await vanishing("the old tip")).toBe("DROPPED");
  });
});
