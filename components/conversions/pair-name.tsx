import { conversionsText } from "#lib/i18n/conversions.ts";
import { AssetMark } from "#components/ui/icons.tsx";

/** `BTC to EUR`, with the crypto's mark. */
export function PairName({ base, quote }: { base: string; quote: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap">
      <AssetMark className="text-ink-2" symbol={base} />
      {base} <span className="font-normal text-ink-3">{conversionsText.pairTo(quote)}</span>
    </span>
  );
}
