import { ChainFault } from "#lib/chains/chain.ts";
import { gasOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { maxOf } from "#lib/kernel/money.ts";
import { FeedFault } from "#lib/pricing/market.ts";
import { feeOfQuote } from "./evm-file.ts";
import { SIGNED_NETWORKS, type SignedNetwork } from "./prepared-states.ts";
import { feesToKeep, insertFee } from "./fee-store.ts";

/** What a network asks for is kept this often. */
const EVERY_MS = 60 * 60_000;
const PRICE_DECIMALS = 8;
/** Nobody's account, which a plain transfer is quoted for. */
const NOBODY = "00".repeat(20);

/** Keeps what each network asks for now, whose last rate was kept long enough ago; one whose node tells none keeps none. */
export async function keepFees(ctx: Ctx): Promise<number> {
  const prepared = SIGNED_NETWORKS.filter((network) => ctx.app.chains[network]);
  let stored = 0;
  for (const network of await feesToKeep(ctx.db, prepared, EVERY_MS)) {
    const rate = await rateOf(ctx, network);
    if (!rate) continue;
    await insertFee(ctx.db, { network, rate, coinUsd: await coinOf(ctx, network) });
    stored += 1;
  }
  return stored;
}

/** What the coin costs that pays for tokens there; undefined where nobody tells it just now. */
async function coinOf(ctx: Ctx, network: SignedNetwork): Promise<Decimal | undefined> {
  const asset = gasOf(network);
  if (!asset) return undefined;
  try {
    const price = await ctx.app.coins(asset, await ctx.now());
    return price && Decimal.of(price.ceilUnits(PRICE_DECIMALS), PRICE_DECIMALS);
  } catch (fault) {
    if (!(fault instanceof FeedFault)) throw fault;
    ctx.app.log.warn("what a coin costs was not kept", { asset, reason: fault.message });
    return undefined;
  }
}

/** In the measure that a transaction of the network is prepared in; undefined where the node does not tell. */
async function rateOf({ app }: Ctx, network: SignedNetwork): Promise<Decimal | undefined> {
  const chain = app.chains[network];
  const call = { from: NOBODY, to: NOBODY, data: "" };
  try {
    if (network === "eth") {
      const quoted = await chain?.calls?.quote(call);
      return quoted && Decimal.of(feeOfQuote(quoted), 9);
    }
    if (network === "tron") {
      const price = await chain?.tronCalls?.energyPrice();
      return price === undefined ? undefined : Decimal.of(price, 0);
    }
    const estimate = await chain?.feeEstimate?.();
    return estimate && Decimal.of(maxOf(estimate.ceilUnits(0), 1n), 0);
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    app.log.warn("what a network asks for was not kept", { network, reason: fault.message });
    return undefined;
  }
}
