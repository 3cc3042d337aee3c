import { promisesOf } from "#lib/bills/open-promises.ts";
import type { Answer, Ctx } from "#lib/kernel/context.ts";
import { houseExposure } from "#lib/liquidity/exposure.ts";

/** The house's exposure, and what the account's open bills promise of it. */
export async function getExposure(ctx: Ctx): Promise<Answer> {
  const { data, hedging, limits } = await houseExposure(ctx);
  return { body: { data, hedging, promises: await promisesOf(ctx), limits } };
}
