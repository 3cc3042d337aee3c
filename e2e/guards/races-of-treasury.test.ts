import { afterAll, beforeAll, describe, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { agree } from "#e2e/world/agreed.ts";
import { askToPay } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { settleDeposits } from "#lib/deposits/settle-deposits.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { moveArrived, moveLeft } from "#lib/moves/record-step.ts";
import { createUser } from "#lib/people/create-user.ts";
import { resolveOpen } from "#lib/resolutions/resolve.ts";
import { takeTransfer } from "#lib/transfers/take-transfer.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { rulerOf } from "./clock.ts";
import { type Race, tryGuard, unadvised, unlocked } from "./races.ts";

let api: Api;
let ruler: Awaited<ReturnType<typeof rulerOf>>;
beforeAll(async () => {
  api = await openApi({ alone: true });
  ruler = await rulerOf(api.app);
});
afterAll(async () => {
  await ruler?.end();
  await api?.close();
});

/** A worker process of its own, as far as one process can be two: nothing of what it remembers is shared. */
const worker = (): Ctx =>
  contextFor({ ...api.app, slots: new Slots() }, { actor: { kind: "worker" }, requestId: "test" });

let moves = 0;
/** A move from the venue to custody that nothing is known of yet. */
async function move(): Promise<string> {
  moves += 1;
  const house = await api.staffOfHouse("admin");
  const post = async (target: string, body: object) =>
    (await api.send({ method: "POST", target, body, ...house })).text;
  if (moves === 1) {
    const { deposit_address: address } = await api.bill();
    await post("/house/v1/destinations", { place: "custody:bitcoin", asset: "BTC", address, label: "Vault" });
  }
  const { rows } = await ruler.query<{ id: string }>("select id from destination");
  const way = { kind: "FROM_VENUE", from: "venue:sandbox", to: "custody:bitcoin", asset: "BTC", quantity: 0.001 };
  const made = await post("/house/v1/moves", { ...way, destinationId: rows[0]?.id, note: "race" });
  return JSON.parse(made).moveId;
}
const step = async (record: typeof moveLeft, moveId: string) => {
  await record(worker(), { moveId, source: "VENUE", note: "seen there", proof: `race ${moves}`, units: 100_000n });
  return 200;
};

let credits = 0;
/** Money at the bank that nobody expects. */
async function credit(): Promise<string> {
  credits += 1;
  const reference = `nobody's ${credits}`;
  await api.control("bank", { currency: "EUR", amount: 5, reference });
  const { rows } = await ruler.query<{ id: string }>("select id from bank_line where reference = $1", [reference]);
  return rows[0]?.id ?? "";
}
const resolve = async (subjectId: string) => {
  try {
    await worker().transaction((tx) => resolveOpen(tx, { kind: "OWN", subjectId, note: "the owner's" }));
    return 200;
  } catch (refusal) {
    if (isRefusal(refusal)) return refusal.code;
    throw refusal;
  }
};

const strayBlock = "select block_height::integer as height from stray_deposit where id = $1";
/** Crypto that came to an address of no bill, in a block that goes with the next look; as much of another stays. */
async function goingStray(): Promise<string> {
  await strays();
  const subjectId = await strays();
  const [found] = (await ruler.query<{ height: number }>(strayBlock, [subjectId])).rows;
  const [tip] = (await ruler.query("select height::integer from chain_cursor where network = 'bitcoin'")).rows;
  const txHash = (await ruler.query("select tx_hash from stray_deposit where id = $1", [subjectId])).rows[0]?.tx_hash;
  await api.control("reorg", { network: "bitcoin", depth: tip.height - (found?.height ?? 0) + 1, drop: [txHash] });
  return subjectId;
}
async function strays(): Promise<string> {
  const { deposit_address: address, quantity } = await api.bill({ strategy: "RAI" });
  const { txHash } = await api.control<{ txHash: string }>("deposits", { address, quantity });
  await ruler.query(
    `update sandbox_transfer set (address, script) = (select a.address, a.script from deposit_address a join wallet w on w.id = a.wallet_id
     where w.kind = 'BTC_P2PKH' and a.bill_id is null and a.set_aside_at is null order by a.index desc limit 1) where tx_hash = $1`,
    [txHash],
  );
  await api.control("blocks", { network: "bitcoin", count: 3 });
  await api.settle();
  return (await ruler.query("select id from stray_deposit where tx_hash = $1", [txHash])).rows[0]?.id;
}
const lookAtChains = async () =>
  void (await runTick(
    worker(),
    TASKS.filter(({ name }) => name === "scan-chains"),
  ));

let transfers = 0;
/** What a venue tells of money that came to it. */
const reported = (venueRef: string, state: "DONE" | "FAILED") =>
  takeTransfer(worker(), "sandbox", {
    ...{
      kind: "DEPOSIT",
      venueRef,
      asset: "EUR",
      quantity: Decimal.from("5"),
      fee: Decimal.from("0"),
      state,
      at: new Date(),
    },
    ...{ txHash: undefined, address: undefined, label: undefined },
  });
/** Money at a venue that nobody expects; as much of another stays. */
async function arrived(): Promise<{ id: string; venueRef: string }> {
  transfers += 1;
  await reported(`stays ${transfers}`, "DONE");
  await reported(`goes ${transfers}`, "DONE");
  const { rows } = await ruler.query("select id, venue_ref from venue_transfer where venue_ref = $1", [
    `goes ${transfers}`,
  ]);
  return { id: rows[0]?.id, venueRef: rows[0]?.venue_ref };
}
/** What became of what was said of something that went back. */
const statedOf = async (subjectId: string) =>
  (await ruler.query("select reversed_at is not null as over from resolution where subject_id = $1", [subjectId])).rows;

type Requested = { payoutId: string; approvalId: string };
let beneficiaryId: string | undefined;
/** A payout of fiat that waits for somebody to agree to it, as after a restore to before that was done. */
async function requested(): Promise<Requested> {
  const { rows } = await ruler.query<{ id: string; name: string }>("select id, name from account where name = 'acme'");
  const ctx = contextFor(api.app, { actor: { kind: "operator" }, account: rows[0], requestId: "test" });
  if (beneficiaryId === undefined) {
    const bill = await api.bill({ fiatReceivable: 1_000 });
    await api.pay(bill, bill.quantity, "bitcoin", 2);
    const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
    const { id: accountId } = await houseOf(api.app);
    await createUser(operator, { email: "ada@example.com", name: "Ada", memberships: [{ accountId, role: "admin" }] });
    ({ beneficiaryId } = await makeBeneficiary(ctx, { name: "Race", asset: "EUR", iban: ibanOf(1) }));
  }
  const input = { asset: "EUR", quantity: Decimal.from("10"), reference: "race", beneficiaryId } as const;
  return JSON.parse((await askToPay(ctx, input)).text);
}
async function paid({ payoutId }: Requested): Promise<number> {
  await api.control("bank", { currency: "EUR", amount: -10, reference: payoutId.replaceAll("-", "") });
  return 200;
}
async function agreed({ approvalId }: Requested): Promise<number> {
  await agree(api.app, approvalId);
  return 200;
}

/** Two bills that are each paid 4 BTC too much, and due, while the market takes 6; of what was sold before nothing is left. */
async function overpaid(): Promise<string[]> {
  await api.settle();
  const levels = [60_000, 59_500].map((price) => ({ price, quantity: 3 }));
  await api.control("book", { base: "BTC", quote: "GBP", levels });
  const made = [await api.bill({ fiat: "GBP" }), await api.bill({ fiat: "GBP" })];
  for (const { deposit_address } of made) await api.control("deposits", { address: deposit_address, quantity: 4 });
  const scan = () =>
    runTick(
      worker(),
      TASKS.filter(({ name }) => name === "scan-chains"),
    );
  await scan();
  await api.control("blocks", { network: "bitcoin", count: 2 });
  await scan();
  return made.map(({ paymentId }) => paymentId);
}

/** Two invoices of 0.02 BCH, while the house may promise 0.03. */
async function invoices(): Promise<string[]> {
  await api.settings({ "houseExposureLimit.BCH": "0.03" });
  const made: string[] = [];
  while (made.length < 2) {
    const { paymentId, ...bill } = await api.bill({ cryptoType: "BCH", strategy: "RAI" });
    await api.pay({ paymentId, ...bill }, "0.02", "bitcoincash", 6);
    const { quantityUnconverted: quantity } = await api.payment(paymentId);
    const items = [{ paymentId }];
    const wanted = { baseSymbol: "BCH", quoteSymbol: "EUR", quantity, items };
    made.push((await api.post("/payment/v1/conversion", wanted)).as<{ invoiceId: string }>().invoiceId);
  }
  return made;
}
const quote = (invoiceId: string | undefined) => api.post("/payment/v1/conversion/quote", { invoiceId });

const race = <T>(of: Race<T>) => of as Race<unknown>;
const RACES: readonly Race<unknown>[] = [
  race({
    guard: "moves: one step of a move follows the other",
    prepare: move,
    hold: { table: "move_fact", on: "insert" },
    first: (id) => step(moveArrived, id),
    second: (id) => step(moveLeft, id),
    effect: async (id) => (await ruler.query("select status from move where id = $1", [id])).rows[0]?.status,
    held: { outcomes: ["200", "200"], effect: "ARRIVED" },
    without: [unlocked(/^\s*select id from move where/)],
    broken: { outcomes: ["200", "200"], effect: "SENT" },
  }),
  race({
    guard: "liquidity: no stretch of a book is sold twice",
    prepare: overpaid,
    hold: /from seen_promises/,
    first: ([bill]) => settleDeposits(worker(), String(bill)),
    second: ([, bill]) => settleDeposits(worker(), String(bill)),
    effect: async (bills) => {
      const { rows } = await ruler.query(
        "select round(sum(quantity_units) / 1e8)::integer as sold from fill where method = 'FRESH' and bill_id = any($1)",
        [bills],
      );
      return rows[0]?.sold;
    },
    held: { outcomes: ["true", "true"], effect: 6 },
    without: [unadvised(/'sale '/)],
    broken: { outcomes: ["true", "true"], effect: 8 },
  }),
  race({
    guard: "conversions: quotes in one crypto are counted one after the other",
    prepare: invoices,
    hold: { table: "quote", on: "insert" },
    first: ([first]) => quote(first),
    second: ([, second]) => quote(second),
    effect: async () => {
      await api.control("clock", { advanceMs: 10_001 });
      await api.settings({ "houseExposureLimit.BCH": "default" });
    },
    held: { outcomes: ["200", "409 EXPOSURE_LIMIT"] },
    without: [unadvised(/'quotes '/)],
    broken: { outcomes: ["200", "200"] },
  }),
  race({
    guard: "resolutions: the same money is resolved once",
    prepare: credit,
    // Once it has found it open.
    hold: /from open_subject\(/,
    first: resolve,
    second: resolve,
    held: { outcomes: ["200", '"INVALID_STATE"'] },
    without: [{ at: /^\s*with left_us as/, from: / for update( of o)?/g, to: "" }],
    broken: { outcomes: ["fails: 23514", "200"] },
  }),
  race({
    guard: "resolutions: what came goes back with what was said of it",
    prepare: goingStray,
    // Once it has found it open.
    hold: /from open_subject\(/,
    first: resolve,
    second: lookAtChains,
    effect: statedOf,
    held: { outcomes: ["200", "done"], effect: [{ over: true }] },
    without: [unlocked(/^\s*select id from stray_deposit where id = \$1::uuid for update/)],
    broken: { outcomes: ["200", "done"], effect: [{ over: false }] },
  }),
  race({
    guard: "resolutions: what a venue takes back goes with what was said of it",
    prepare: arrived,
    // Once it has found it open.
    hold: /from open_subject\(/,
    first: ({ id }) => resolve(id),
    second: async ({ venueRef }) => void (await reported(venueRef, "FAILED")),
    effect: ({ id }) => statedOf(id),
    held: { outcomes: ["200", "done"], effect: [{ over: true }] },
    without: [unlocked(/^\s*select id from venue_transfer where id/)],
    broken: { outcomes: ["200", "done"], effect: [{ over: false }] },
  }),
  race({
    guard: "bank: a line and the agreement to the payout that it pays follow one another",
    prepare: requested,
    // Once the statement has looked for the last time for what its line pays.
    hold: { at: /"payout"\."file_id", "public"\."payout"\."quantity_units"/, nth: 2 },
    first: paid,
    second: agreed,
    // Approved with nobody's line beside it, it would be paid again.
    effect: async ({ payoutId }) =>
      (
        await ruler.query(
          "select status || ' by ' || (select count(*) from bank_line l where l.payout_id = o.id) as paid from payout o where id = $1",
          [payoutId],
        )
      ).rows[0]?.paid,
    held: { outcomes: ["200", "200"], effect: "CONFIRMED by 1" },
    without: [unadvised(/pg_advisory_xact_lock\(hashtextextended\(\$1, 0\)\)::text as held/)],
    broken: { outcomes: ["200", "200"], effect: "APPROVED by 0" },
  }),
];

describe.each(RACES.map((of) => [of.guard, of] as const))("%s", (_guard, of) => {
  test("with the guard, and without it", () => tryGuard(api.app, of));
});
