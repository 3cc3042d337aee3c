import type { OutputOf } from "#lib/contract/endpoint.ts";
import { cryptoOf, networkTypeOf } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { needReference } from "#lib/pricing/reference.ts";
import { wholeSetting } from "#lib/settings/setting.ts";
import { fiatLimits, limitMet } from "./bill.ts";
import type { PreviewPrice, previewPriceEndpoint } from "./contract.ts";
import { readMoment } from "./store.ts";
import { checkRange, limitPriceFor, readAsked, termsFor } from "./terms.ts";

/** What a bill requested now would promise: the same checks and the same arithmetic, nothing reserved or written. */
export async function previewPrice(ctx: Ctx, query: PreviewPrice): Promise<OutputOf<typeof previewPriceEndpoint>> {
  const asked = readAsked(query);
  const { now, settings } = await readMoment(ctx, accountOf(ctx).id);
  const limitPrice = limitPriceFor(asked, settings);
  checkRange(asked);
  const reference = await needReference(ctx.app, asked.crypto, asked.fiat, now);
  const { terms, firm } = termsFor(asked, settings, reference, now, limitPrice);
  const { minimumUnits, maximumUnits } = fiatLimits(asked.fiat);
  return {
    cryptoType: cryptoOf(asked.asset),
    networkType: networkTypeOf(asked.asset),
    fiat: asked.fiat,
    fiatReceivable: amountOf(asked.fiat, asked.fiatUnits),
    price: terms.price,
    quantity: amountOf(asked.asset, terms.quantityUnits),
    bid: (firm ?? reference).bid,
    priceTime: reference.at.getTime(),
    strategy: asked.strategy,
    feeModel: asked.feeModel,
    spreadBps: terms.spreadBps,
    explicitFeeBps: terms.explicitFeeBps,
    transactionFeeBps: terms.transactionFeeBps,
    minimum: amountOf(asked.fiat, minimumUnits),
    maximum: amountOf(asked.fiat, maximumUnits),
    limitPrice,
    limitMet: limitMet(terms),
    lifetimeMs: wholeSetting(settings, "lifetimeMs", asked.crypto, asked.fiat),
  };
}
