import Link from "next/link";
import type { Asset } from "#lib/kernel/assets.ts";
import { text } from "#components/text/text.ts";
import type { Layout } from "#components/ui/data-table/layout.ts";
import { Hash } from "#components/ui/hash.tsx";
import { laidKind, LaidTable } from "#components/ui/laid-table.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Movement, movementKey } from "./ledger-data.ts";

const words = text.ledger.statement;

/** Every movement with the balance it left behind; the record that caused it is a click away. */
export function StatementTable({
  rows,
  layout,
  onLayout,
}: {
  rows: readonly Movement[];
  layout: Layout;
  onLayout: (next: Layout) => void;
}) {
  return (
    <LaidTable
      className="max-h-[max(320px,calc(100dvh-140px))] max-card:max-h-none"
      keyOf={movementKey}
      kind={STATEMENT}
      label={words.title}
      layout={layout}
      onLayout={onLayout}
      rows={rows}
    />
  );
}

/** The statement's columns. */
export const STATEMENT = laidKind<Movement>("statement", [
  { id: "at", label: () => words.time, width: 132, cell: (row) => <Time at={row.at} className="text-ink-2" /> },
  {
    id: "event",
    label: () => words.event,
    width: 168,
    names: true,
    cell: (row) => <span title={row.transactionId}>{text.ledger.events[row.event] ?? row.event}</span>,
  },
  { id: "record", label: () => words.record, width: "rest", cell: (row) => <Cause row={row} /> },
  {
    id: "asset",
    label: () => words.asset,
    width: 120,
    cell: (row) => <AssetName network={row.networkType} symbol={row.asset} />,
  },
  {
    id: "account",
    label: () => words.account,
    width: 104,
    className: "text-ink-2",
    cell: (row) => text.ledger.accounts[row.account],
  },
  {
    id: "amount",
    label: () => words.amount,
    width: 168,
    end: true,
    cell: (row) => <Money aligned asset={row.asset as Asset} value={row.amount} />,
  },
  {
    id: "balance",
    label: () => words.balance,
    width: 176,
    end: true,
    cell: (row) => <Money aligned asset={row.asset as Asset} value={row.balance} />,
  },
  {
    id: "transaction",
    label: () => words.transaction,
    width: 136,
    hidden: true,
    cell: (row) => <Hash copy={words.record} value={row.transactionId} />,
  },
]);

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
