import type { Api } from "#e2e/world/api.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import type { Real } from "./openapi-examples.signing.ts";

/** What a venue pays of its own is no transfer that it would report. */
export async function correction(api: Api): Promise<Real> {
  const body = { kind: "CORRECTION", to: "venue:sandbox", asset: "BTC", quantity: 0.4995, note: "interest" };
  const house = await api.staffOfHouse("treasurer");
  const made = await api.send({ method: "POST", target: "/house/v1/moves", body, ...house });
  const { moveId } = made.as<{ moveId: string }>();
  return { [IDS.move]: moveId, "QGBMY2K-AXS7V-7RKKZW": moveId };
}
