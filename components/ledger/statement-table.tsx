import Link from "next/link";
import type { Asset } from "#lib/kernel/assets.ts";
import { text } from "#components/text/text.ts";
import { Hash } from "#components/ui/hash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Movement, movementKey } from "./ledger-data.ts";

const words = text.ledger.statement;

/** Every movement with the balance it left behind; the record that caused it is a click away. */
export function StatementTable({ rows }: { rows: readonly Movement[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={words.title} className="overflow-x-auto" tabIndex={0}>
      <table aria-label={words.title} className="mini w-full">
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.event}</th>
            <th scope="col">{words.record}</th>
            <th scope="col">{words.asset}</th>
            <th scope="col">{words.account}</th>
            <th className="end" scope="col">
              {words.amount}
            </th>
            <th className="end" scope="col">
              {words.balance}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr className="hover:bg-hover" key={movementKey(row)}>
              <td>
                <Time at={row.at} className="text-ink-2" />
              </td>
              <td title={row.transactionId}>{text.ledger.events[row.event] ?? row.event}</td>
              <td>
                <Cause row={row} />
              </td>
              <td>
                <AssetName network={row.networkType} symbol={row.asset} />
              </td>
              <td className="text-ink-2">{text.ledger.accounts[row.account]}</td>
              <td className="end">
                <Money aligned asset={row.asset as Asset} value={row.amount} />
              </td>
              <td className="end">
                <Money aligned asset={row.asset as Asset} value={row.balance} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const LINK = "inline-flex min-h-6 items-center gap-1.5 rounded-1 hover:underline";

function Cause({ row: { paymentId, invoiceId } }: { row: Movement }) {
  if (invoiceId) {
    return (
      <Link className={LINK} href={`/conversions?invoice=${invoiceId}`} prefetch={false}>
        {words.conversion} <Hash tail value={invoiceId} />
      </Link>
    );
  }
  if (!paymentId) return <span className="text-ink-3">–</span>;
  return (
    <Link className={LINK} href={`/payments?paymentId=${paymentId}&open=${paymentId}`} prefetch={false}>
      {words.payment} <Hash tail value={paymentId} />
    </Link>
  );
}
