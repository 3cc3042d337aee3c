import type { Ctx } from "#lib/kernel/context.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { voiceOf } from "#lib/mail/voice-of.ts";
import { speakingTo } from "#lib/i18n/language.ts";
import { printedText } from "#lib/i18n/printed.ts";
import { draw } from "./draw.ts";
import type { Sheet } from "./sheet.ts";

const LETTERHEAD = ["issuerName", "issuerAddress", "issuerTaxId"] as const;

/** Draws a document for its reader, in their language and formats, under the house's letterhead as its settings have it now. */
export async function print(ctx: Ctx, write: (zone: string) => Sheet): Promise<Uint8Array> {
  const reader = await voiceOf(ctx);
  const sheet = speakingTo(reader, () => write(reader.zone));
  const { house } = await houseSettings(ctx);
  const issuer = speakingTo(reader, () =>
    LETTERHEAD.flatMap((name) => {
      const line = house[name];
      return line ? [name === "issuerTaxId" ? printedText.taxId(line) : line] : [];
    }),
  );
  return draw({ ...sheet, issuer }, reader);
}
