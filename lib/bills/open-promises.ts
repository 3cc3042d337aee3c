import { assetOf, CRYPTOS, type Crypto, type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { storedEurBids } from "#lib/pricing/last-bids.ts";
import { houseSettings, settingsOf } from "#lib/settings/change-settings.ts";
import type { Settings } from "#lib/settings/setting.ts";
import { accountLimit, houseLimit, type LimitSources, limitsFor, type PromiseLimits } from "./promise-limits.ts";
import { houseRoom, promisedByHouse, promisedTo, readHousePromises } from "./promise-store.ts";

/** The account's live promises in a fiat, beside the limit for it (rulebook 4.15). */
export type Promised = { fiat: Fiat; open: Decimal; limit: Decimal | undefined };

/** The account's live promises by fiat; a fiat without any and without a limit is left out. */
export async function promisesOf(ctx: Ctx): Promise<Promised[]> {
  const account = accountOf(ctx);
  const from = await sourcesOf(ctx, await settingsOf(ctx, account.id));
  const promised: Promised[] = [];
  for (const fiat of FIATS) {
    const open = amountOf(fiat, await promisedTo(ctx.db, account.id, fiat));
    const limit = accountLimit(from, fiat);
    if (limit || !open.isZero()) promised.push({ fiat, open, limit });
  }
  return promised;
}

/** Of each crypto, what is promised to all accounts, and what is seen unconfirmed and held of it. */
export const housePromises = ({ db }: Ctx) => readHousePromises(db);

export type HouseLimit = { asset: Crypto; exposed: Decimal; limit: Decimal };

/** The cryptos with a limit on what the whole house promises and holds, and how much of it is used. */
export async function houseLimits(ctx: Ctx): Promise<HouseLimit[]> {
  const from = await sourcesOf(ctx, await houseSettings(ctx));
  const limits: HouseLimit[] = [];
  for (const asset of CRYPTOS) {
    const limit = houseLimit(from, asset);
    if (limit) limits.push({ asset, exposed: amountOf(assetOf(asset), await promisedByHouse(ctx.db, asset)), limit });
  }
  return limits;
}

/** What is promised beside the bills, in one crypto and in one pair. */
type QuotedBeside = { ofCrypto: bigint; ofPair: bigint };

/**
 * Stops a new firm price beside the bills' that would take the whole house beyond its limit in a crypto. Two new prices
 * are counted one after the other; `quoted`, what stands of them, is read only where there is a limit. Refuses with
 * EXPOSURE_LIMIT; how much the house holds it does not tell.
 */
export async function needHouseRoom(
  ctx: Ctx,
  input: { crypto: Crypto; fiat: Fiat; units: bigint; settings: Settings; quoted: () => Promise<QuotedBeside> },
): Promise<void> {
  const { crypto, fiat, units, settings, quoted } = input;
  const set = limitsFor(await sourcesOf(ctx, settings), crypto, fiat);
  const isLimited = set.cryptoLimit !== undefined || set.cryptoPairLimit !== undefined;
  const limits = isLimited ? lessQuoted(set, await quoted()) : set;
  const { room, isStopped } = await houseRoom(ctx.db, { crypto, fiat, units, limits });
  if (isStopped) throw pairStopped(crypto, fiat);
  if (room === undefined || room >= units) return;
  throw new Refusal(
    "EXPOSURE_LIMIT",
    `The operator promises no more prices for ${crypto} until it has sold some of what it holds; try again later.`,
    { body: { retryAfterMs: HEDGE_WAIT_MS }, retryAfterSeconds: HEDGE_WAIT_MS / 1_000 },
  );
}

const lessQuoted = (
  { cryptoLimit, cryptoPairLimit }: PromiseLimits,
  { ofCrypto, ofPair }: QuotedBeside,
): PromiseLimits => ({
  ...(cryptoLimit !== undefined && { cryptoLimit: cryptoLimit - ofCrypto }),
  ...(cryptoPairLimit !== undefined && { cryptoPairLimit: cryptoPairLimit - ofPair }),
});

/** When nothing ends by the clock, what the house holds has to be sold first; it is tried at this pace. */
export const HEDGE_WAIT_MS = 30_000;

/** The refusal of a price in a pair whose open hedge is past its limit (rulebook 13.14); of the house's figures it tells none. */
export function pairStopped(crypto: Crypto, fiat: Fiat): Refusal {
  return new Refusal(
    "EXPOSURE_LIMIT",
    `The operator promises no prices in ${crypto}/${fiat} for now; try again later.`,
    {
      body: { room: Decimal.ZERO, retryAfterMs: HEDGE_WAIT_MS },
      retryAfterSeconds: HEDGE_WAIT_MS / 1_000,
    },
  );
}

async function sourcesOf({ app, db }: Ctx, settings: Settings): Promise<LimitSources> {
  return { mode: app.mode, settings, bids: app.mode === "live" ? await storedEurBids({ db }) : {} };
}
