import { decodeAnswer } from "#lib/contract/plan-of.ts";
import { conversionRecord } from "#lib/conversions/contract.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeOrAsk } from "#lib/approvals/execute-or-ask.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import type { MadeBill as Bill, RequestPaymentAddress } from "#lib/bills/contract.ts";
import { previewPrice } from "#lib/bills/preview-price.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { type PaymentRecord, paymentRecord } from "#lib/payments/contract.ts";
import { needPayment } from "#lib/payments/get-payments.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { settle } from "#lib/worker/settle.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { moveClock, setMarketPrice, setVenue } from "#lib/sandbox/market-controls.ts";
import type { PlayedScenario, playScenarioEndpoint } from "./scenario-contract.ts";
import type { ScenarioName } from "./scenario-names.ts";

const LIFETIME_AND_MORE_MS = 21 * 60_000;
/** A price counts as fresh for 15 seconds. */
const STALE_AFTER_MS = 20_000;
const CONFIRMATIONS = 2;
/** Blocks that the chains may have mined by themselves while a scenario was played. */
const MARGIN = 4;

type Stage = { ctx: Ctx; steps: string[]; result: { paymentId?: string; invoiceId?: string; code?: string } };
type Play = (stage: Stage) => Promise<void>;

/**
 * Plays one case by the sandbox's controls and the very operations a PSP calls, as the actor of the request. The clock,
 * the chains and the venue are the whole sandbox's: others who use it at the same time may see them move.
 */
export async function playScenario(ctx: Ctx, { name }: InputOf<typeof playScenarioEndpoint>): Promise<PlayedScenario> {
  return answerWith(ctx, await play(ctx, name));
}

/** The same for another verb, which answers by itself. */
export async function play(ctx: Ctx, name: ScenarioName): Promise<PlayedScenario> {
  const { actor, requestId, clientAddress } = ctx;
  // The idempotency claim is this request's, not that of the operations it plays.
  const acting = contextFor(ctx.app, { actor, account: accountOf(ctx), requestId, clientAddress });
  const stage: Stage = { ctx: acting, steps: [], result: {} };
  await PLAYS[name](stage);
  return { name, steps: stage.steps, ...stage.result };
}

const PLAYS: Readonly<Record<ScenarioName, Play>> = {
  async exact(stage) {
    const made = await bill(stage);
    await pay(stage, made, made.quantity);
    await done(stage);
  },
  async under(stage) {
    const made = await bill(stage);
    await pay(stage, made, share(made, 50n));
    await forward(stage, LIFETIME_AND_MORE_MS);
    await done(stage);
  },
  async over(stage) {
    const made = await bill(stage);
    await pay(stage, made, share(made, 150n));
    await done(stage);
  },
  async late(stage) {
    const made = await bill(stage);
    await forward(stage, LIFETIME_AND_MORE_MS);
    await pay(stage, made, made.quantity);
    await done(stage);
  },
  async twice(stage) {
    const made = await bill(stage);
    await pay(stage, made, made.quantity);
    await done(stage);
    await pay(stage, made, made.quantity);
    await done(stage);
  },
  async "wrong-coin"(stage) {
    const made = await bill(stage, { cryptoType: "USDT" });
    await pay(stage, made, made.quantity, { cryptoType: "USDC", confirmations: 12 });
    await done(stage);
  },
  async reorganised(stage) {
    const made = await bill(stage);
    const txHash = await pay(stage, made, made.quantity);
    await done(stage);
    await vanish(stage, made, { drop: [txHash] });
  },
  async "double-spent"(stage) {
    const made = await bill(stage);
    const txHash = await pay(stage, made, made.quantity, { confirmations: 0 });
    await done(stage);
    await vanish(stage, made, { doubleSpend: [txHash] });
  },
  async expired(stage) {
    await bill(stage);
    await forward(stage, LIFETIME_AND_MORE_MS);
    await done(stage);
  },
  async "limit-not-met"(stage) {
    const input = { cryptoType: "USDT", fiat: "EUR", fiatReceivable: HUNDRED } as const;
    const seen = await previewPrice(stage.ctx, input);
    // A limit above any price of now: the bill's price cannot be better.
    const limitPrice = Decimal.of(seen.bid.floorUnits(LIMIT_SCALE) * 2n, LIMIT_SCALE);
    const made = await bill(stage, { cryptoType: "USDT", strategy: "LMT", limitPrice });
    await pay(stage, made, made.quantity, { confirmations: 12 });
    await done(stage);
  },
  async "stale-price"(stage) {
    const pair = { base: "USDC", quote: "CAD" } as const;
    const seen = await previewPrice(stage.ctx, { cryptoType: "USDC", fiat: "CAD", fiatReceivable: HUNDRED });
    await setMarketPrice(stage.ctx, { ...pair, stale: true });
    stage.steps.push("the price of USDC/CAD goes stale");
    await forward(stage, STALE_AFTER_MS);
    try {
      await bill(stage, { cryptoType: "USDC", fiat: "CAD" });
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      stage.result.code = refusal.code;
      stage.steps.push(`the bill is refused: ${refusal.message}`);
    } finally {
      await setMarketPrice(stage.ctx, { ...pair, price: seen.bid });
    }
    stage.steps.push("the price is fresh again");
  },
  async "venue-refuses"(stage) {
    await executeUnder(stage, "reject");
  },
  async "outcome-unknown"(stage) {
    await executeUnder(stage, "timeout-after-accept");
  },
};

const HUNDRED = Decimal.of(100n);
const LIMIT_SCALE = 6;

async function bill({ ctx, steps, result }: Stage, more: Partial<RequestPaymentAddress> = {}): Promise<Bill> {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: HUNDRED, subaccount: "sandbox", ...more };
  const made = await requestAddress(ctx, input);
  result.paymentId = made.paymentId;
  steps.push(`a bill of ${input.fiatReceivable} ${input.fiat} asks for ${made.quantity} ${input.cryptoType}`);
  return made;
}

async function pay(
  { ctx, steps }: Stage,
  made: Bill,
  quantity: Decimal,
  more: { cryptoType?: "USDC"; confirmations?: number } = {},
): Promise<string> {
  const { confirmations = CONFIRMATIONS, ...coin } = more;
  const { txHash } = await sendDeposit(ctx, { address: made.deposit_address, quantity, confirmations, ...coin });
  steps.push(`a payer sends ${quantity}${coin.cryptoType ? ` ${coin.cryptoType}` : ""}, ${confirmations} blocks deep`);
  return txHash;
}

async function forward({ ctx, steps }: Stage, advanceMs: number): Promise<void> {
  await settle(ctx);
  await moveClock(ctx, { advanceMs });
  steps.push(`the clock goes forward by ${Math.round(advanceMs / 1000)} s`);
}

async function done({ ctx, steps }: Stage): Promise<void> {
  await settle(ctx);
  steps.push("all due work is done");
}

/** Takes the blocks that hold a transaction off the chain, without it in the ones that replace them. */
async function vanish(stage: Stage, made: Bill, how: { drop: string[] } | { doubleSpend: string[] }): Promise<void> {
  const { ctx, steps } = stage;
  await mineBlocks(ctx, { network: "bitcoin", count: 1 });
  const record = await paymentOf(ctx, made.paymentId);
  const deepest = Math.max(0, ...record.deposits.map(({ confirmations }) => confirmations));
  await reorganise(ctx, { network: "bitcoin", depth: deepest + MARGIN, ...how });
  steps.push("drop" in how ? "a stronger branch leaves the payment out" : "the same coins are spent elsewhere");
  await done(stage);
}

/** Crypto received as it is, then sold by an invoice while the venue misbehaves. */
async function executeUnder(stage: Stage, fault: "reject" | "timeout-after-accept"): Promise<void> {
  const { ctx, steps, result } = stage;
  const made = await bill(stage, { strategy: "RAI" });
  await pay(stage, made, made.quantity);
  await done(stage);
  const record = await paymentOf(ctx, made.paymentId);
  const created = await createConversion(ctx, {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: record.quantityUnconverted,
    items: [{ paymentId: made.paymentId }],
  });
  const { invoiceId } = decodeAnswer(conversionRecord, created.text);
  result.invoiceId = invoiceId;
  await quoteConversion(ctx, { invoiceId });
  steps.push(`an invoice over ${record.quantityUnconverted} BTC is quoted`);
  await setVenue(ctx, { fault, count: 1 });
  await executeOrAsk(ctx, { invoiceId });
  steps.push(fault === "reject" ? "the venue refuses the order" : "the venue takes the order and falls silent");
  await done(stage);
  await setVenue(ctx, { fault: "none" });
}

const paymentOf = async (ctx: Ctx, paymentId: string): Promise<PaymentRecord> =>
  decodeAnswer(paymentRecord, (await needPayment(ctx, paymentId)).text);

const share = ({ quantity }: Bill, percent: bigint): Decimal =>
  Decimal.of((quantity.floorUnits(BTC_SCALE) * percent) / 100n, BTC_SCALE);
const BTC_SCALE = 8;
