import type { Ctx } from "#lib/kernel/context.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { draw } from "./draw.ts";
import type { Sheet } from "./sheet.ts";

const LETTERHEAD = ["issuerName", "issuerAddress", "issuerTaxId"] as const;

/** Draws a paper under the house's letterhead, as its settings have it now. */
export async function print(ctx: Ctx, sheet: Sheet): Promise<Uint8Array> {
  const { house } = await houseSettings(ctx);
  const issuer = LETTERHEAD.flatMap((name) => (house[name] ? [house[name]] : []));
  return draw({ ...sheet, issuer });
}
