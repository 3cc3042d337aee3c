import Link from "next/link";
import type { Asset } from "#lib/kernel/assets.ts";
import { text } from "#components/text/text.ts";
import { Hash } from "#components/ui/hash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Movement, movementKey } from "./ledger-data.ts";

const words = text.ledger.statement;

/** Every movement with the balance it left behind; the record that caused it is a click away. */
export function StatementTable({ rows }: { rows: readonly Movement[] }) {
  return <ShortTable columns={columns()} keyOf={movementKey} label={words.title} rows={rows} />;
}

const columns = (): ShortColumn<Movement>[] => [
  { id: "at", label: words.time, cell: (row) => <Time at={row.at} className="text-ink-2" /> },
  {
    id: "event",
    label: words.event,
    names: true,
    cell: (row) => <span title={row.transactionId}>{text.ledger.events[row.event] ?? row.event}</span>,
  },
  { id: "record", label: words.record, cell: (row) => <Cause row={row} /> },
  { id: "asset", label: words.asset, cell: (row) => <AssetName network={row.networkType} symbol={row.asset} /> },
  { id: "account", label: words.account, className: "text-ink-2", cell: (row) => text.ledger.accounts[row.account] },
  {
    id: "amount",
    label: words.amount,
    end: true,
    cell: (row) => <Money aligned asset={row.asset as Asset} value={row.amount} />,
  },
  {
    id: "balance",
    label: words.balance,
    end: true,
    cell: (row) => <Money aligned asset={row.asset as Asset} value={row.balance} />,
  },
];

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
