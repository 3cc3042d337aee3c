import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { getExposureEndpoint } from "#lib/liquidity/contract.ts";
import { houseLimits, promisesOf } from "#lib/bills/open-promises.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { houseExposure } from "#lib/liquidity/exposure.ts";

/** The house's exposure, and what the account's open bills promise of it. */
export async function getExposure(ctx: Ctx): Promise<OutputOf<typeof getExposureEndpoint>> {
  const { data, hedging } = await houseExposure(ctx);
  return { data, hedging, promises: await promisesOf(ctx), limits: await houseLimits(ctx) };
}
