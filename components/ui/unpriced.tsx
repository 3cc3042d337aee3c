import { overviewText } from "#lib/i18n/overview.ts";

/** Names what a figure leaves out, since it had no price; nothing where all is counted. */
export function Unpriced({ assets }: { assets: readonly string[] }) {
  return assets.length > 0 ? (
    <strong className="font-medium text-wait-text">{overviewText.unpriced(assets.join(", "))}</strong>
  ) : null;
}
