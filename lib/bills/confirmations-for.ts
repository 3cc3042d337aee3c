import { type CryptoAsset, cryptoOf, type Fiat, networkOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { type Settings, settingFor } from "#lib/settings/setting.ts";
import { confirmationsAt, readTiers } from "#lib/settings/tiers.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";

/** What a value in fiat must be buried under: the account's tiers for the pair, else the network's default. */
export function confirmationsFor(settings: Settings, asset: CryptoAsset, fiat: Fiat, value: Decimal): number {
  const tiers = readTiers(settingFor(settings, "confirmations", cryptoOf(asset), fiat) ?? "") ?? [];
  return confirmationsAt(tiers, value) ?? CONFIRMATIONS[networkOf(asset)];
}
