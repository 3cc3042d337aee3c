import type { PriceFacts } from "./contract.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { priceFactsJson } from "./store.ts";

/** Everything a bill's price and quantity were made from, so that a person can recompute them. Refuses with PAYMENT_NOT_FOUND. */
export async function explainPrice(ctx: Ctx, { paymentId }: { paymentId: string }): Promise<Raw<PriceFacts>> {
  const facts = isId(paymentId) ? await priceFactsJson(ctx.db, accountOf(ctx).id, paymentId) : undefined;
  if (!facts) throw new Refusal("PAYMENT_NOT_FOUND", "There is no payment with this paymentId.");
  return facts;
}
