import type { Asset } from "#lib/kernel/assets.ts";
import type { Balance } from "#components/overview/overview-data.ts";
import { Section } from "#components/overview/section.tsx";
import { text } from "#components/i18n/text.ts";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";

const words = text.ledger.balances;
const KINDS = ["available", "pending", "locked", "reserved", "owed"] as const;

/** What the account has with the house, by asset; an asset narrows the statement to its movements. */
export function BalancesTable({
  balances,
  onAsset,
}: {
  balances: readonly Balance[];
  onAsset: (asset: string) => void;
}) {
  return (
    <Section hint={words.hint} title={words.title}>
      {balances.length === 0 ? (
        <p className="px-gutter pb-4 text-ink-3">{words.none}</p>
      ) : (
        <ShortTable
          columns={columns(onAsset)}
          keyOf={({ asset, networkType }) => `${asset}${networkType}`}
          label={words.title}
          rows={balances}
        />
      )}
    </Section>
  );
}

const columns = (onAsset: (asset: string) => void): ShortColumn<Balance>[] => [
  {
    id: "asset",
    label: words.asset,
    names: true,
    cell: ({ asset, networkType }) => (
      <button
        aria-description={words.showMovements(asset)}
        className="inline-flex min-h-6 items-center rounded-1 hover:underline"
        onClick={() => onAsset(asset)}
        type="button"
      >
        <AssetName network={networkType} symbol={asset} />
      </button>
    ),
  },
  ...KINDS.map(
    (kind): ShortColumn<Balance> => ({
      id: kind,
      label: words[kind],
      align: "end",
      cell: (balance) => <Money aligned asset={balance.asset as Asset} value={balance[kind]} />,
    }),
  ),
];
