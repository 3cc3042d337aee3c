import { type Crypto, isFiat, type LedgerAsset, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountParts } from "#lib/i18n/amount.ts";
import { networkName } from "#lib/i18n/networks.ts";
import { cx } from "./class-names.ts";
import { Dash } from "./dash.tsx";
import { AssetMark } from "./icons.tsx";

/**
 * An exact amount with its asset's own decimals. `aligned` keeps decimal points in line down a column of mixed assets; `bad`
 * is an amount that is wrong or missing, whatever its sign: a mere minus is no bad news.
 */
export function Money({
  value,
  asset,
  unit = false,
  signed = false,
  aligned = false,
  bad = false,
  className,
}: {
  value: Decimal;
  asset: LedgerAsset | Crypto;
  unit?: boolean;
  signed?: boolean;
  aligned?: boolean;
  bad?: boolean;
  className?: string;
}) {
  const scale = scaleOf(asset);
  const { sign, digits, zeros } = amountParts(value, scale, signed);
  return (
    <>
      <span
        className={cx("figure", bad && "text-fail-text", className)}
        data-pad={aligned ? padOf(asset, scale) : undefined}
      >
        {sign}
        {digits}
        {zeros ? <i>{zeros}</i> : null}
      </span>
      {unit ? <span className="font-normal text-ink-3"> {symbolOf(asset)}</span> : null}
    </>
  );
}

/** A part of what a row comes to, in line with those of other rows: none of it is a dash. Ends, limits and sums stand, zero or not. */
export const PartOfRow = ({ value, asset }: { value: Decimal; asset: LedgerAsset | Crypto }) =>
  value.isZero() ? <Dash /> : <Money aligned asset={asset} value={value} />;

/** Mark and symbol of an asset; the network where a symbol lives on several. */
export function AssetName({ symbol, network }: { symbol: string; network?: string | undefined }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-middle font-medium whitespace-nowrap">
      <AssetMark className="text-ink-2" symbol={symbol} />
      {symbol}
      {network ? (
        <small className="min-w-0 truncate text-12 font-normal text-ink-3">{networkName(network)}</small>
      ) : null}
    </span>
  );
}

const symbolOf = (asset: string) => asset.split("@")[0];

function padOf(asset: LedgerAsset | Crypto, scale: number): string | undefined {
  if (isFiat(asset)) return scale === 0 ? "point" : undefined;
  return scale === 6 ? "2" : undefined;
}
