import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { changeSettings, settingsOf } from "./change-settings.ts";
import type { getSettingsEndpoint, patchSettingsEndpoint } from "./contract.ts";
import { definitionOf, SETTINGS, type Settings } from "./setting.ts";

/** The account's own values above the defaults; numbers as exact numbers, words as words. */
export async function getSettings(ctx: Ctx): Promise<OutputOf<typeof getSettingsEndpoint>> {
  return shown(await settingsOf(ctx, accountOf(ctx).id));
}

/** Sets values by name; all or none. Answers the settings as they rule then. */
export async function patchSettings(
  ctx: Ctx,
  { reason, ...asked }: InputOf<typeof patchSettingsEndpoint>,
): Promise<OutputOf<typeof patchSettingsEndpoint>> {
  const changes = changesOf(asked);
  return ctx.transaction(async (tx) => answerWith(tx, shown(await changeSettings(tx, changes, reason))));
}

/** What a request sets, by name, as text. Refuses what is neither number nor word with VALIDATION_FAILED. */
export const changesOf = (input: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, textOf(name, value)]));

function textOf(name: string, value: unknown): string {
  if (typeof value === "string" || value instanceof Decimal) return value.toString();
  throw invalid(name, `${name} must be a number or a word.`);
}

function shown(settings: Settings): OutputOf<typeof getSettingsEndpoint> {
  const standards = Object.keys(SETTINGS).flatMap((name) => {
    const standard = definitionOf(name)?.standard;
    return standard === undefined ? [] : [[name, standard]];
  });
  const all: Record<string, string> = { ...Object.fromEntries(standards), ...settings };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, Decimal.parse(value) ?? value]));
}
