import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { houseSettings, settingsOf } from "./change-settings.ts";
import type { getHouseSettingsEndpoint, getSettingsEndpoint } from "./contract.ts";
import { definitionOf, SETTINGS } from "./definitions.ts";
import { rulingValue, type Settings } from "./setting.ts";

type Shown = OutputOf<typeof getSettingsEndpoint>;

/**
 * What rules for the account, the defaults included, but for what is no account's to know; numbers as exact numbers, words
 * as words.
 */
export async function getSettings(ctx: Ctx): Promise<Shown> {
  const all = shown(await settingsOf(ctx, accountOf(ctx).id));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !definitionOf(name)?.hidden));
}

/** What the house has set for all accounts, or for one that is named. */
export async function getHouseSettings(
  ctx: Ctx,
  { account }: InputOf<typeof getHouseSettingsEndpoint>,
): Promise<OutputOf<typeof getHouseSettingsEndpoint>> {
  if (account === undefined) return shown(await houseSettings(ctx));
  const { id } = await needAccount(ctx, account);
  return shown({ house: (await settingsOf(ctx, id)).house, account: {} });
}

/**
 * What a request sets, by name, as text. Refuses with VALIDATION_FAILED what is neither number nor word, and a request that
 * sets nothing: what is null counts as absent, and would be taken for a value that was taken back.
 */
export function textsOf(input: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(input).map(([name, value]) => [name, textOf(name, value)] as const);
  if (texts.length > 0) return Object.fromEntries(texts);
  throw new Refusal("VALIDATION_FAILED", "Name a setting and its value; the word default takes its value back.");
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string" || value instanceof Decimal) return value.toString();
  throw invalid(name, `${name} must be a number or a word.`);
}

/** Whether a value is words even where it looks like a number. */
const isWords = (name: string): boolean => {
  const kind = definitionOf(name)?.kind;
  return kind === "text" || kind === "url" || kind === "days";
};

/** Every value that is set by either, as it rules, above the defaults. */
function shown(settings: Settings): Shown {
  const standards = Object.keys(SETTINGS).filter((name) => definitionOf(name)?.standard !== undefined);
  const names = new Set([...standards, ...Object.keys(settings.house), ...Object.keys(settings.account)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = rulingValue(settings, name);
      return value === undefined ? [] : [[name, isWords(name) ? value : (Decimal.parse(value) ?? value)]];
    }),
  );
}
