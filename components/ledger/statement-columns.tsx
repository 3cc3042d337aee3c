import type { Asset } from "#lib/kernel/assets.ts";
import { sidesOf } from "#lib/ledger/sides.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { columnsOf, tableKind } from "#components/ui/data-table/features.ts";
import { Hash } from "#components/ui/hash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { Cause } from "#components/treasury/cause.tsx";
import { type Movement, movementKey } from "./ledger-data.ts";

const words = ledgerText.statement;
const column = columnsOf<Movement>();

/** Every movement with the balance it left behind; the record that caused it is a click away. */
export const STATEMENT = tableKind<Movement>(
  "statement",
  column.columns([
    column.display({
      id: "at",
      cell: ({ row }) => <Time at={row.original.at} className="text-ink-2" />,
      meta: { label: () => words.time, width: 116, narrow: 100, card: "head-end" },
    }),
    column.display({
      id: "event",
      cell: ({ row: { original } }) => (
        <span title={original.transactionId}>{ledgerText.events[original.event] ?? original.event}</span>
      ),
      meta: { label: () => words.event, width: 160, narrow: 148, names: true, card: "head-start" },
    }),
    column.display({
      id: "record",
      cell: ({ row }) => <Cause of={row.original} />,
      meta: { label: () => words.record, width: "rest", card: "line" },
    }),
    column.display({
      id: "asset",
      cell: ({ row }) => <AssetName network={row.original.networkType} symbol={row.original.asset} />,
      meta: { label: () => words.asset, width: 136, card: "line" },
    }),
    column.display({
      id: "account",
      cell: ({ row }) => ledgerText.accounts[row.original.account],
      meta: { label: () => words.account, width: 104, leaves: 2, className: "text-ink-2", card: "line" },
    }),
    ...(["debit", "credit"] as const).map((side) =>
      column.display({
        id: side,
        cell: ({ row }) => <Side row={row.original} side={side} />,
        meta: { label: () => words[side], width: 148, narrow: 136, align: "end", card: "line" },
      }),
    ),
    column.display({
      id: "amount",
      cell: ({ row }) => <Money aligned asset={row.original.asset as Asset} value={row.original.amount} />,
      meta: { label: () => words.amount, width: 168, align: "end", hidden: true, card: "line" },
    }),
    column.display({
      id: "balance",
      cell: ({ row }) => <Money aligned asset={row.original.asset as Asset} value={row.original.balance} />,
      meta: { label: () => words.balance, width: 160, narrow: 148, align: "end", card: "line" },
    }),
    column.display({
      id: "transaction",
      cell: ({ row }) => <Hash copy={words.record} value={row.original.transactionId} />,
      meta: { label: () => words.transaction, width: 136, hidden: true, card: "line" },
    }),
  ]),
  { idOf: movementKey, nameOf: ({ transactionId }) => transactionId },
);

/** A movement on its side of the books; nothing on the other. */
function Side({ row, side }: { row: Movement; side: "debit" | "credit" }) {
  const { [side]: value } = sidesOf(row);
  return value ? <Money aligned asset={row.asset as Asset} value={value} /> : null;
}
