import type { LockedBill } from "#lib/bills/lock-bill.ts";
import { cryptoOf, networkTypeOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, maxOf } from "#lib/kernel/money.ts";
import { screenerOf } from "#lib/screening/screener.ts";
import { settingsAtBill, settingsOf } from "#lib/settings/change-settings.ts";
import { exactSetting, type Settings } from "#lib/settings/setting.ts";
import { keyPlaceOf } from "#lib/wallets/key-place.ts";
import { standingInBlocks, treatedAt } from "./needs.ts";
import { writeFacts } from "./reason.ts";
import type { ReasonFacts } from "./reason-facts.ts";
import { sentenceOf } from "./sentence.ts";
import type { ReasonCode } from "./states.ts";
import { type DepositRow, paidByTransaction } from "./store.ts";

/** `keyPlace`: the key that received another asset than the bill's; for the house's people alone. */
export type HoldReason = { reasonCode: ReasonCode; reason: string; reasonFacts?: string; keyPlace?: string };

/** Why a confirmed deposit, one of all `deposits` of its bill, waits for people; undefined where it is treated at once. */
export async function holdReason(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  deposits: readonly DepositRow[],
): Promise<HoldReason | undefined> {
  if (await screenerOf(ctx.app)(ctx.db, deposit)) return heldFor(bill, deposit, "SCREENING", { screened: true });
  if (deposit.wrongAsset) {
    const networkType = networkTypeOf(bill.terms.asset);
    const about = {
      network: deposit.network,
      billCryptoType: cryptoOf(bill.terms.asset),
      ...(networkType ? { billNetworkType: networkType } : {}),
    };
    return { ...heldFor(bill, deposit, "WRONG_ASSET", about), keyPlace: await keyPlaceOf(ctx, bill.id) };
  }
  if (isOlder(bill, deposit) && !deposit.dust) return heldFor(bill, deposit, "BEFORE_BILL", { lateBy: "OLDER" });
  return deposit.dust ? undefined : aboveLimit(ctx, bill, deposit, deposits);
}

/**
 * Above the limit the bill was made with, by the deposit, its transaction or the bill's running sum. Whose limit that is
 * stays with the hold, whatever becomes of the settings: what is above the house's cap, the house holds (rulebook 7.13).
 */
async function aboveLimit(
  ctx: Ctx,
  bill: LockedBill,
  deposit: DepositRow,
  deposits: readonly DepositRow[],
): Promise<HoldReason | undefined> {
  const { asset, fiat, confirmationTiers } = bill.terms;
  const settings = confirmationTiers ? undefined : await settingsOf(ctx, bill.accountId);
  const limitOf = (of: Settings) => exactSetting(of, "depositLimit", cryptoOf(asset), fiat);
  const limit = settings ? limitOf(settings) : bill.terms.depositLimit;
  if (!limit) return undefined;
  const own = amountOf(asset, deposit.units);
  const inAll = confirmationTiers ? await receivedInAll(ctx, deposit, deposits) : own;
  if (inAll.compare(limit) <= 0) return undefined;
  const { house } = settings ?? (await settingsAtBill(ctx, bill.id));
  const cap = limitOf({ house, account: {} });
  const byHouse = cap !== undefined && inAll.compare(cap) > 0;
  const above = byHouse ? cap : limit;
  return heldFor(bill, deposit, "DEPOSIT_LIMIT", {
    limit: above,
    ...(own.compare(above) > 0 ? {} : { inAll }),
    ...(byHouse ? { byHouse } : {}),
  });
}

/**
 * The largest of a deposit, its transaction and what stood of the bill when it was to be treated: blocks above that were
 * only looked at earlier than it was.
 */
async function receivedInAll(ctx: Ctx, deposit: DepositRow, deposits: readonly DepositRow[]): Promise<Decimal> {
  const standing = standingInBlocks(deposits, treatedAt(deposit));
  const inTransaction = await paidByTransaction(ctx.db, deposit);
  return amountOf(deposit.asset, maxOf(deposit.units, maxOf(standing, inTransaction)));
}

/** Never seen unconfirmed, and in a block that was there when the bill was made (rulebook 7.15): nobody paid this bill by it. */
function isOlder({ terms }: LockedBill, { sightedAt, blockHeight }: DepositRow): boolean {
  if (sightedAt || blockHeight === undefined || terms.knownHeight === undefined) return false;
  return blockHeight <= terms.knownHeight;
}

function heldFor(
  { terms }: LockedBill,
  { asset, units }: DepositRow,
  reasonCode: ReasonCode,
  why: Partial<ReasonFacts>,
): HoldReason {
  const facts = { quantity: amountOf(asset, units), ...why, parts: [] };
  const reason = sentenceOf({ asset, fiat: terms.fiat }, facts);
  return { reasonCode, reason, reasonFacts: writeFacts(facts) };
}
