import { type CryptoAsset, cryptoOf, type Fiat, networkOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { type Settings, settingFor } from "#lib/settings/setting.ts";
import { confirmationsAt, readTiers } from "#lib/settings/tiers.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";

/** The tiers a bill of the pair is made with: the account's, else the network's default. */
export function tiersFor(settings: Settings, asset: CryptoAsset, fiat: Fiat): string {
  return settingFor(settings, "confirmations", cryptoOf(asset), fiat) || `${CONFIRMATIONS[networkOf(asset)]}`;
}

/** What a value in fiat must be buried under by tiers; none where nothing was said. */
export function confirmationsBy(tiers: string, value: Decimal): number {
  const read = readTiers(tiers);
  must(read, "tiers are checked when they are set");
  return confirmationsAt(read, value) ?? 1;
}

/** What a value in fiat must be buried under by the account's settings of this moment. */
export function confirmationsFor(settings: Settings, asset: CryptoAsset, fiat: Fiat, value: Decimal): number {
  return confirmationsBy(tiersFor(settings, asset, fiat), value);
}
