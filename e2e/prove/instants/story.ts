import { changeSettings } from "#e2e/world/change-settings.ts";
import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { makeBeneficiaryOrAsk, payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { type PlayedBill, makeBill, payBill } from "#lib/cli/play-bills.ts";
import { playConversion } from "#lib/cli/play-conversions.ts";
import { type BusyHour, busyHours, type Planned, STORY_DAYS } from "#lib/cli/story.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { CRYPTOS, type Fiat, FIATS, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { pathBid } from "#lib/pricing/simulated.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { rewindClock } from "#lib/sandbox/clock.ts";
import { setMarketPrice } from "#lib/sandbox/market-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";

const DAY_MS = 86_400_000;
const ON_TIME_MS = 90_000;
const LATE_MS = 45 * 60_000;
export const HOURS = busyHours(Date.now()).length;
const IBAN = "DE89370400440532013000";

type Act = (story: Story) => Promise<unknown>;
/** What happens beside the bills, after the hour of this number counted back from the last one. */
const ACTS: Readonly<Record<number, Act>> = {
  10: (story) => loseSold(story),
  9: (story) => leaveCustody(story),
  8: ({ world }) => playConversion(world.other, "EXECUTED"),
  7: ({ world }) => playConversion(world.ctx, "EXECUTED"),
  6: (story) => hold(story),
  5: (story) => payOut(story, "EUR"),
  4: ({ world }) => playConversion(world.ctx, "CANCELLED"),
  3: (story) => beneficiary(story),
  2: ({ world }) => playConversion(world.ctx, "CREATED"),
  1: (story) => reserve(story),
};
/** Before that, in turn. */
const EARLIER: readonly Act[] = [
  ({ world }) => playConversion(world.ctx, "EXECUTED"),
  (story) => payOut(story, story.chance.pick(FIATS)),
  ({ world }) => playConversion(world.other, "EXECUTED"),
  ({ world }) => playConversion(world.ctx, "CANCELLED"),
];
/** So many hours nobody keeps a price, and so many more none of the yen. */
const WITHOUT_PRICES = 2;
const WITHOUT_YEN = 6;

/** Of so many pairs one has no price after an hour, and none is kept before the next. */
const ONE_HIDDEN_OF = 4;
const PAIRS = CRYPTOS.flatMap((base) => FIATS.map((quote) => ({ base, quote })));

type Story = { world: World; chance: Chance; operator: Ctx };

/**
 * The demo's ninety days, played by hand: its bills and their endings in one account, and others of the same customers in
 * a second one; conversions, payouts, coins that left at a cost, a deposit that is held, one whose fiat was gone when the
 * chain took it back, and prices that are missing at times. `look` is called after each hour, and says whether to go on.
 */
export async function playStory(
  world: World,
  chance: Chance,
  hours: number,
  look: (played: number) => Promise<boolean>,
): Promise<void> {
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "instants" });
  const story = { world, chance, operator };
  await rewindClock(operator, STORY_DAYS * DAY_MS);
  const played = busyHours(Date.now()).slice(-hours);
  let hidden = PAIRS;
  for (const [nth, hour] of played.entries()) {
    await until(story, hour.atMs);
    if (nth >= WITHOUT_PRICES) await keepPrices(operator);
    await price(story, hidden);
    await playHour(story, hour);
    const left = played.length - 1 - nth;
    await (ACTS[left] ?? EARLIER[nth % EARLIER.length])?.(story);
    await world.settle();
    hidden = PAIRS.filter(
      ({ quote }) => (nth < WITHOUT_YEN && quote === "JPY") || chance.whole(1, ONE_HIDDEN_OF) === 1,
    );
    for (const pair of hidden) await setMarketPrice(operator, { ...pair, stale: true });
    if (!(await look(nth + 1))) return;
  }
}

async function until({ world, operator }: Story, atMs: number): Promise<void> {
  const behindMs = atMs - (await operator.now()).getTime();
  if (behindMs > 0) await world.later(behindMs);
}

/** A price for each of these pairs, some way off the sandbox's path, which stands until the next. */
async function price({ operator, chance }: Story, pairs: typeof PAIRS): Promise<void> {
  const now = await operator.now();
  for (const { base, quote } of pairs) {
    const bid = pathBid(base, quote, now).times(Decimal.of(BigInt(chance.whole(99_001, 100_999)), 5));
    await setMarketPrice(operator, { base, quote, price: Decimal.of(bid.floorUnits(6), 6) });
  }
}

/** Bills of both accounts, paid in time, late, in part or not at all. */
async function playHour(story: Story, { network, bills }: BusyHour): Promise<void> {
  const { world, operator, chance } = story;
  const made: (Planned & { made: PlayedBill })[] = [];
  for (const bill of bills) {
    made.push({ ...bill, made: await makeBill(world.ctx, bill) });
    const beside = { ...bill, fiat: chance.pick(FIATS), strategy: chance.pick(["RFQ", "RAI"] as const) };
    const fiatReceivable = Decimal.of(BigInt(chance.whole(5_000, 90_000)), beside.fiat === "JPY" ? 0 : 2);
    made.push({ ...beside, made: await makeBill(world.other, { ...beside, fiatReceivable }) });
  }
  const isLate = ({ ending }: Planned) => ending.afterMs > LATE_MS / 2;
  for (const late of [false, true]) {
    const now = made.filter((bill) => isLate(bill) === late);
    if (now.length === 0) continue;
    await world.later(late ? LATE_MS : ON_TIME_MS);
    for (const bill of now) await payBill(operator, bill.made, bill.ending.paidThousandths);
    await world.settle();
  }
  await mineBlocks(operator, { network, count: CONFIRMATIONS[network] });
  await world.settle();
}

async function payIn({ world, operator }: Story, fiat: Fiat): Promise<string> {
  const bill = await world.bill({ fiat, fiatReceivable: Decimal.from("700"), subaccount: "Halvorne Instruments" });
  const { txHash } = await sendDeposit(operator, { address: bill.deposit_address, quantity: bill.quantity });
  await world.settle();
  await mineBlocks(operator, { network: "bitcoin", count: CONFIRMATIONS.bitcoin });
  await world.settle();
  return txHash;
}

/** Sold and paid out, and then the chain takes the deposit back: the fiat is owed. */
async function loseSold(story: Story): Promise<void> {
  const txHash = await payIn(story, "CAD");
  await payOut(story, "CAD", true);
  await reorganise(story.operator, { network: "bitcoin", depth: CONFIRMATIONS.bitcoin + 1, drop: [txHash] });
}

/** Coins that nobody approved leave custody: the network's fee is a cost of the place that it was taken from. */
async function leaveCustody(story: Story): Promise<void> {
  await payIn(story, "EUR");
  const spent = {
    network: "bitcoin",
    asset: "BTC",
    quantity: Decimal.from("0.001"),
    fee: Decimal.from("0.00002"),
  } as const;
  await spend(story.operator, { ...spent, to: "bc1qnobody" });
  await mineBlocks(story.operator, { network: "bitcoin", count: CONFIRMATIONS.bitcoin });
}

/** A deposit that is too large waits, pending. */
async function hold(story: Story): Promise<void> {
  await changeSettings(story.world.ctx, { "depositLimit.BTC": "0.001" });
  await payIn(story, "USD");
  await changeSettings(story.world.ctx, { "depositLimit.BTC": "default" });
}

/** What is free of a fiat goes to the bank, or a third of it; of no bill. */
async function payOut({ world }: Story, asset: Fiat, whole = false): Promise<void> {
  const { rows } = await world.app.database.pool.query<{ balance: string }>(
    "select balance::text from ledger_account where code = $1 and asset = $2",
    [`acc:${world.ctx.account?.id}:available`, asset],
  );
  const units = BigInt(rows[0]?.balance ?? "0") / (whole ? 1n : 3n);
  if (units > 0n)
    await recordPayout(world.ctx, { asset, quantity: Decimal.of(units, scaleOf(asset)), reference: "to the bank" });
}

async function beneficiary({ world }: Story): Promise<void> {
  await makeBeneficiaryOrAsk(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: IBAN });
}

/** Asked to be paid out, and not gone yet. */
async function reserve({ world }: Story): Promise<void> {
  const [to] = await world.ctx.db.beneficiary.findMany({ where: { accountId: world.ctx.account?.id ?? "" } });
  const quantity = Decimal.from("12.34");
  await payOrAsk(world.ctx, { asset: "EUR", quantity, beneficiaryId: to?.id ?? "", reference: "wire" });
}
