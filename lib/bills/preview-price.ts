import type { OutputOf } from "#lib/contract/endpoint.ts";
import { cryptoOf, networkTypeOf } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { isPriced } from "#lib/pricing/priced-pairs.ts";
import { needReference } from "#lib/pricing/reference.ts";
import { wholeSetting } from "#lib/settings/setting.ts";
import { fiatLimits, limitMet } from "./bill.ts";
import type { PreviewPrice, previewPriceEndpoint } from "./contract.ts";
import { readSnapshot } from "./store.ts";
import { checkRange, limitPriceFor, readRequest, termsFor } from "./terms.ts";

/** What a bill requested now would promise: the same checks and the same arithmetic, nothing reserved or written. */
export async function previewPrice(ctx: Ctx, query: PreviewPrice): Promise<OutputOf<typeof previewPriceEndpoint>> {
  const request = readRequest(query, (base, fiat) => isPriced(ctx.app, base, fiat));
  const { now, settings } = await readSnapshot(ctx, accountOf(ctx).id);
  const limitPrice = limitPriceFor(request, settings);
  checkRange(request);
  const reference = await needReference(ctx.app, request.crypto, request.fiat, now);
  const { terms, firm } = termsFor(request, settings, reference, now, limitPrice);
  const { minimumUnits, maximumUnits } = fiatLimits(request.fiat);
  return {
    cryptoType: cryptoOf(request.asset),
    networkType: networkTypeOf(request.asset),
    fiat: request.fiat,
    fiatReceivable: amountOf(request.fiat, request.fiatUnits),
    price: terms.price,
    quantity: amountOf(request.asset, terms.quantityUnits),
    bid: (firm ?? reference).bid,
    priceTime: reference.at.getTime(),
    strategy: request.strategy,
    feeModel: request.feeModel,
    spreadBps: terms.spreadBps,
    explicitFeeBps: terms.explicitFeeBps,
    transactionFeeBps: terms.transactionFeeBps,
    minimum: amountOf(request.fiat, minimumUnits),
    maximum: amountOf(request.fiat, maximumUnits),
    limitPrice,
    limitMet: limitMet(terms),
    lifetimeMs: wholeSetting(settings, "lifetimeMs", request.crypto, request.fiat),
  };
}
