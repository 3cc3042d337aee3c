import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ChainFault } from "#lib/chains/chain.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { FeedFault } from "#lib/pricing/market.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { keepFees } from "./keep-fees.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared, listPrepared } from "./read-prepared.ts";

// What each network asks for is kept every hour; what a transaction costs of what it moves is told beside the median.

const [HOUR, DAY] = [60 * 60_000, 24 * 60 * 60_000];
let world: World;
let hugo: Ctx;
let worker: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo");
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
});
afterAll(() => world.close());

const stored = () => world.app.database.prisma.feeHistory.findMany({ orderBy: [{ at: "asc" }, { network: "asc" }] });

test("every hour, of each network whose node tells it, no millisecond earlier", async () => {
  const { bitcoin } = world.app.chains;
  if (!bitcoin) throw new Error("a sandbox has bitcoin");
  const estimate = vi.spyOn(bitcoin, "feeEstimate" as never) as unknown as ReturnType<typeof vi.fn>;
  estimate.mockResolvedValue(Decimal.from("11.2"));
  const before = (await stored()).length;
  await world.later(HOUR);
  expect(await keepFees(worker)).toBe(4);
  const rows = (await stored()).slice(before);
  expect(rows.map(({ network }) => network)).toEqual(["bitcoin", "bitcoincash", "eth", "tron"]);
  // An estimate is rounded up to whole units; of eth twice the block's fee and what miners ask; of tron its energy.
  expect(rows.filter(({ network }) => network !== "bitcoincash").map(({ rate }) => rate.toString())).toEqual([
    "12",
    "21",
    "100",
  ]);
  expect(await keepFees(worker)).toBe(0);
  await world.later(HOUR - 1_000);
  expect(await keepFees(worker)).toBe(0);
  await world.later(1_000);
  estimate.mockRejectedValue(new ChainFault("bitcoin", "away", true));
  expect(await keepFees(worker)).toBe(3);
  estimate.mockResolvedValue(undefined);
  expect(await keepFees(worker)).toBe(0);
  estimate.mockResolvedValue(Decimal.from("12"));
  expect(await keepFees(worker)).toBe(1);
  estimate.mockRestore();
  await expect(world.app.database.prisma.feeHistory.deleteMany()).rejects.toThrow();
});

test("what is prepared tells what it costs of what it moves, and what it would at the median of seven days", async () => {
  // What the other test has kept is out of the days.
  await world.later(8 * DAY);
  const add = (agoMs: number, rate: string) =>
    world.app.database.prisma.$executeRaw`insert into fee_history (network, at, rate)
      values ('bitcoin', business_now() - ${agoMs}::double precision * interval '1 millisecond', ${rate}::numeric)`;
  // The oldest is out of the seven days; of the four that remain the lower of the middle two.
  for (const [agoMs, rate] of [
    [7 * DAY, "1"],
    [7 * DAY - HOUR, "2"],
    [3 * HOUR, "4"],
    [2 * HOUR, "9"],
    [HOUR, "20"],
  ] as const)
    await add(agoMs, rate);
  await world.retained("600");
  const made = { name: "Acme", asset: "BTC", address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" } as const;
  const { beneficiaryId } = await makeBeneficiary(world.ctx, made);
  const quantity = Decimal.from("0.001");
  const request = (await payOrAsk(world.ctx, {
    asset: "BTC",
    quantity,
    reference: "out",
    beneficiaryId,
  })) as Raw<PayoutRecord>;
  const { payoutId } = JSON.parse(request.text) as PayoutRecord;
  const prepared = await prepareTransaction(hugo, {
    network: "bitcoin",
    payoutIds: [payoutId],
    feeRate: Decimal.from("20"),
  });
  const fee = prepared.fee.floorUnits(8);
  const up = (units: bigint) => Number((units * 10_000n + 99_999n) / 100_000n);
  const share = { basisPoints: up(fee), medianBasisPoints: up(BigInt(prepared.size) * 4n) };
  expect(prepared.share).toMatchObject(share);
  expect(prepared.share?.medianRate?.toString()).toBe("4");
  expect((await getPrepared(hugo, prepared)).share).toMatchObject(share);
  expect((await listPrepared(hugo, {})).data[0]?.share).toMatchObject(share);
});

test("a token's transaction tells what ether or TRX cost of what it moves, by a price read within two hours", async () => {
  const address = "TQooBX9o8iSSprLWW96YShBogx7Uwisuim";
  const of = { asset: "USDT", networkType: "tron" } as const;
  await world.price("USDT", "EUR", "0.9");
  await world.retained("120", { cryptoType: "USDT", networkType: "tron" });
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { ...of, name: "Acme", address });
  const input = { ...of, quantity: Decimal.from("50.5"), reference: "out", beneficiaryId };
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as PayoutRecord;
  await world.later(HOUR);
  const coins = vi.spyOn(world.app, "coins" as never) as unknown as ReturnType<typeof vi.fn>;
  coins.mockResolvedValue(Decimal.from("0.270000001"));
  const before = (await stored()).length;
  await keepFees(worker);
  const prices = new Map((await stored()).slice(before).map(({ network, coinUsd }) => [network, coinUsd?.toString()]));
  expect([prices.get("bitcoin"), prices.get("eth"), prices.get("tron")]).toEqual([
    undefined,
    "0.27000001",
    "0.27000001",
  ]);
  const prepared = await prepareTransaction(hugo, { network: "tron", payoutIds: [payoutId] });
  const cost = prepared.fee.times(Decimal.from("0.27000001"));
  const parts = Number((cost.ceilUnits(14) * 10_000n + 505n * 10n ** 13n - 1n) / (505n * 10n ** 13n));
  const share = async () => (await getPrepared(hugo, prepared)).share;
  expect([prepared.share?.basisPoints, (await share())?.basisPoints]).toEqual([parts, parts]);
  // Nobody tells it the next times.
  coins.mockRejectedValue(new FeedFault("AWAY", "no answer"));
  await world.later(HOUR);
  await keepFees(worker);
  await world.later(HOUR + 59_000);
  expect((await share())?.basisPoints).toBe(parts);
  await world.later(1_001);
  expect(await share()).toEqual({ medianRate: prepared.share?.medianRate });
  coins.mockRestore();
});
