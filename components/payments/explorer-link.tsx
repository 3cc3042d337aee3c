"use client";

import { type CryptoAsset, networkOf } from "#lib/kernel/assets.ts";
import { useSettings } from "#components/rules/settings-data.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { Icon } from "#components/ui/icons.tsx";
import { explorerHref } from "./explorer.ts";

/** A way out to the network's explorer; none where the settings name no explorer. */
export function ExplorerLink({
  asset,
  kind,
  value,
}: {
  asset: CryptoAsset;
  kind: "explorerTx" | "explorerAddress";
  value: string;
}) {
  const { data } = useSettings();
  const href = explorerHref(data?.[`${kind}.${networkOf(asset)}`], value);
  if (!href) return null;
  const label = paymentText.drawer.explorer[kind];
  return (
    <a
      aria-label={label}
      className="inline-grid size-6 place-items-center rounded-1 align-middle text-ink-3 hover:bg-hover hover:text-ink-1"
      href={href}
      rel="noreferrer"
      target="_blank"
      title={label}
    >
      <Icon name="ext" size={12} />
    </a>
  );
}
