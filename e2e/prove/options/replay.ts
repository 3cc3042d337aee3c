import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { releaseDeposit } from "#lib/deposits/decide-hold.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { needPayment } from "#lib/payments/get-payments.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { getGivenAway } from "#lib/overview/get-given-away.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { lowest } from "./adversary.ts";
import { type Bill, GUARANTEE, LIFETIME, type Sent } from "./bill.ts";
import { Counterparty, DEPOSIT_LIMIT, inFiat } from "./house.ts";

const CREATED_AT = [0, 25, 50, 80];
const TACTICS = ["whole", "split", "over", "hold", "late", "after", "dust", "replace", "reorganise"] as const;
const LIMITS = { openExposureLimit: "100000", "houseExposureLimit.BTC": "16.66666666" };
const LIMIT = 10_000_000n;
const LEAST = 500_000n;

/** What is sent, where it is not Q at once. */
const PARTS: Partial<Record<(typeof TACTICS)[number], (quantityUnits: bigint, third: bigint) => bigint[]>> = {
  split: (quantityUnits, third) => [third, third, quantityUnits - 2n * third],
  over: (quantityUnits) => [quantityUnits * 2n],
  dust: () => [1_000n],
};

type Step = { minute: number; act(minute: number): Promise<void> };
type Twin = { bill: Bill; paymentId: string; address: string };

/** Plays a path through the whole program and the pure rules at once: both must make, hold and pay the same. */
export async function replay(world: World, chance: Chance, bids: readonly Decimal[]): Promise<string[]> {
  const house = new Counterparty(bids);
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "options" });
  const account = await openAccount(operator, `options ${operator.id()}`);
  const actor = { kind: "key", keyId: "ak_options", scopes: [] } as const;
  const ctx = contextFor(world.app, { actor, account, requestId: "options" });
  await changeSettings(ctx, LIMITS);
  // Blocks for a reorganisation to take away.
  await mineBlocks(operator, { network: "bitcoin", count: 2 });
  const twins: Twin[] = [];
  /** What the last two blocks brought. */
  let last: { bill: Bill; sent: Sent }[] = [];
  const steps: Step[] = CREATED_AT.map((minute) => ({ minute, act: (at) => make(at) }));
  let now = 0;
  for (let step = next(); step; step = next()) {
    await world.later((step.minute - now) * 60_000);
    now = step.minute;
    await world.price("BTC", "EUR", String(house.bidAt(now)));
    await step.act(now);
    await world.settle();
  }
  await world.later((LIFETIME + GUARANTEE) * 60_000);
  for (const twin of twins) await compare(twin);
  await compareGiven();
  return house.faults;

  function next(): Step | undefined {
    steps.sort((a, b) => a.minute - b.minute);
    return steps.shift();
  }

  async function make(minute: number): Promise<void> {
    const tactic = chance.pick(TACTICS);
    const feeModel = chance.pick(["SPREAD", "EXPLICIT"] as const);
    const room = LIMIT - house.live(minute).fiatUnits;
    const isHolding = tactic === "hold";
    await changeSettings(ctx, { "depositLimit.BTC": isHolding ? String(DEPOSIT_LIMIT) : "default" });
    const ask = (fiatUnits: bigint) =>
      requestAddress(ctx, {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: inFiat(fiatUnits),
        subaccount: "shop",
        feeModel,
      });
    const beyond = await refusalOf(() => ask(room + 100n));
    if (beyond !== "EXPOSURE_LIMIT")
      house.faults.push(`at minute ${minute} a room of ${room} cents was no limit: ${beyond}`);
    if (room < LEAST) return;
    const fiatUnits = chance.pick([room, LEAST]);
    const [bill, made] = [house.create(minute, fiatUnits, feeModel, isHolding), await ask(fiatUnits)];
    if (!bill) throw new Error("the room that was left is room");
    twins.push({ bill, paymentId: made.paymentId, address: made.deposit_address });
    plan(twins.length - 1, minute, tactic);
  }

  function plan(nth: number, minute: number, tactic: (typeof TACTICS)[number]): void {
    const twin = twins[nth];
    if (!twin) return;
    const { quantityUnits } = twin.bill.terms;
    const best = lowest(house, minute + 1, minute + LIFETIME + GUARANTEE - 2);
    const seenAt = tactic === "after" ? minute + LIFETIME + 3 : Math.min(best, minute + LIFETIME - 2);
    const minedAt = tactic === "late" ? minute + LIFETIME + GUARANTEE + 5 : Math.max(best, seenAt);
    const third = quantityUnits / 3n;
    const parts = PARTS[tactic]?.(quantityUnits, third) ?? [quantityUnits];
    for (const units of parts) steps.push({ minute: seenAt, act: async (at) => void (await send(twin, units, at)) });
    if (tactic === "replace") steps.push({ minute: Math.max(minute, seenAt - 5), act: (at) => replace(twin, at) });
    if (tactic === "reorganise") steps.push({ minute: minedAt + chance.pick([1, 10, 30]), act: reorganiseLast });
    steps.push({ minute: minedAt, act: mine });
    if (tactic === "hold") steps.push({ minute: minedAt + chance.pick([5, 20, 60]), act: (at) => release(twin, at) });
  }

  async function send({ bill, address }: Twin, units: bigint, minute: number): Promise<{ sent: Sent; txHash: string }> {
    const sent = house.send(bill, minute, units);
    return { sent, ...(await sendDeposit(operator, { address, quantity: Decimal.of(units, 8) })) };
  }

  /** Confirms what waits, and remembers what the last blocks brought. */
  function confirmAll(minute: number): void {
    const waiting = house.bills.flatMap((bill) =>
      bill.sent.filter(({ state }) => state === "UNCONFIRMED").map((sent) => ({ bill, sent })),
    );
    house.mine(minute);
    last = waiting;
  }

  async function mine(minute: number): Promise<void> {
    confirmAll(minute);
    await world.settle();
    await mineBlocks(operator, { network: "bitcoin", count: 2 });
  }

  /** A payment that is seen, and replaced by another before it is confirmed; the blocks that show it bring what else waits. */
  async function replace(twin: Twin, minute: number): Promise<void> {
    const { sent, txHash } = await send(twin, twin.bill.terms.quantityUnits, minute);
    await world.settle();
    house.vanish(sent);
    confirmAll(minute);
    await reorganise(operator, { network: "bitcoin", depth: 1, doubleSpend: [txHash] });
  }

  /** The last two blocks leave the chain, and what they brought comes again in others: all of it is treated anew. */
  async function reorganiseLast(minute: number): Promise<void> {
    if (last.some(({ bill }) => bill.isHolding)) return;
    for (const { sent } of last) house.takeBack(sent);
    confirmAll(minute);
    last = [];
    await reorganise(operator, { network: "bitcoin", depth: 2 });
  }

  async function release({ bill, paymentId }: Twin, minute: number): Promise<void> {
    for (const sent of bill.sent) house.release(bill, sent, minute);
    const held = (await recordOf(ctx, paymentId)).deposits.filter(({ status }) => status === "HELD");
    for (const { txId } of held) await releaseDeposit(ctx, { txId, note: "options" });
  }

  /** The report says to the cent what the rules say that the promises gave away. */
  async function compareGiven(): Promise<void> {
    const rows = (await getGivenAway(operator, {})).data.filter((row) => row.account === account.name);
    const total = rows.reduce((sum, { givenAway }) => sum.plus(givenAway), Decimal.ZERO);
    const ours = inFiat(house.givenAway());
    if (total.compare(ours) !== 0) house.faults.push(`the report says ${total} EUR were given away, the rules ${ours}`);
    if (rows.some(({ unmeasured }) => !unmeasured.isZero())) house.faults.push("a part at P was not measured");
  }

  async function compare({ bill, paymentId }: Twin): Promise<void> {
    const ours = inFiat(bill.sent.reduce((sum, { fiatUnits }) => sum + fiatUnits, 0n));
    const { fiatReceived } = await recordOf(ctx, paymentId);
    if (ours.compare(Decimal.from(String(fiatReceived))) !== 0)
      house.faults.push(`the bill made at minute ${bill.madeAt} was paid ${fiatReceived}, by the rules ${ours}`);
  }
}

type Credited = { fiatReceived: number; deposits: { txId: string; status: string }[] };
const recordOf = async (ctx: Ctx, paymentId: string): Promise<Credited> =>
  JSON.parse((await needPayment(ctx, paymentId)).text);

async function refusalOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return "none";
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}
