"use client";

import type { Crypto } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { exactSetting, ruling } from "#lib/settings/setting.ts";
import { useSettings } from "#components/rules/settings-data.ts";

const END = 6;

/**
 * What must be typed before so much crypto is declined or cancelled: the end of its id, as lists show it. Undefined at
 * or below the account's limit, and where it has none.
 */
export function useTypedAbove(id: string, crypto: Crypto, quantity: Decimal): string | undefined {
  const { data = {} } = useSettings();
  const limit = exactSetting(ruling(data), "typedAbove", crypto, "");
  return limit && quantity.compare(limit) > 0 ? id.slice(-END) : undefined;
}
