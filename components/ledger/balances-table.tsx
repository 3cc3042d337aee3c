import type { Asset } from "#lib/kernel/assets.ts";
import type { Balance } from "#components/overview/overview-data.ts";
import { Section } from "#components/overview/section.tsx";
import { text } from "#components/text/text.ts";
import { AssetName, Money } from "#components/ui/money.tsx";

const words = text.ledger.balances;
const KINDS = ["available", "pending", "locked", "owed"] as const;

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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section aria-label={words.title} className="overflow-x-auto" tabIndex={0}>
          <table aria-label={words.title} className="mini w-full">
            <thead>
              <tr>
                <th scope="col">{words.asset}</th>
                {KINDS.map((kind) => (
                  <th className="end" key={kind} scope="col">
                    {words[kind]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {balances.map((balance) => (
                <tr key={`${balance.asset}${balance.networkType}`}>
                  <th scope="row">
                    <button
                      aria-label={words.only(balance.asset)}
                      className="inline-flex min-h-6 items-center rounded-1 hover:underline"
                      onClick={() => onAsset(balance.asset)}
                      type="button"
                    >
                      <AssetName network={balance.networkType} symbol={balance.asset} />
                    </button>
                  </th>
                  {KINDS.map((kind) => (
                    <td className="end" key={kind}>
                      <Money aligned asset={balance.asset as Asset} value={balance[kind]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}
