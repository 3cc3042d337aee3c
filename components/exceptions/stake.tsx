import type { CaseRecord } from "#lib/cases/contract.ts";
import { networkName } from "#lib/i18n/networks.ts";
import { Money } from "#components/ui/money.tsx";

/** Quantity, asset and network of what a case is about. */
export function Stake({ record: { quantity, asset, networkType } }: { record: CaseRecord }) {
  if (!quantity || !asset) return <span className="text-ink-3">–</span>;
  return (
    <>
      <Money asset={asset} unit value={quantity} />
      {networkType ? <small className="text-12 text-ink-3"> {networkName(networkType)}</small> : null}
    </>
  );
}
