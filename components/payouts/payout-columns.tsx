import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { columnsOf } from "#components/ui/data-table/features.ts";
import { whoseTables } from "#components/ui/data-table/whose-tables.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { RowLink } from "#components/ui/row-link.tsx";
import { State } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { amountOf, receiverOf, stateOf } from "./state-of.ts";

const words = payoutsText;
const column = columnsOf<PayoutRecord>();

/** Newest first, as the API tells them: it knows one order. */
const facts = column.columns([
  column.accessor("at", {
    enableSorting: false,
    cell: ({ row }) => <Time at={row.original.at} className="text-ink-2" />,
    meta: { label: () => words.columns.at, width: 116, leaves: 4, card: "foot-end" },
  }),
  column.display({
    id: "to",
    cell: ({ row }) => <RowLink id={row.original.payoutId}>{receiverOf(row.original)}</RowLink>,
    meta: { label: () => words.columns.to, width: "rest", names: true, card: "cover" },
  }),
  column.display({
    id: "asset",
    cell: ({ row }) => (
      <>
        <AssetName network={row.original.networkType} symbol={row.original.asset} />
        {/* On a card the link covers all and shows nothing. */}
        <span className="ms-2 hidden text-ink-2 max-card:inline">{receiverOf(row.original)}</span>
      </>
    ),
    meta: { label: () => words.columns.asset, width: 136, narrow: 100, card: "head-start" },
  }),
  column.accessor("quantity", {
    enableSorting: false,
    cell: ({ row }) => <Money aligned asset={row.original.asset} value={row.original.quantity} />,
    meta: { label: () => words.columns.amount, width: 156, narrow: 136, align: "end", card: "head-end" },
  }),
  column.accessor("reference", {
    enableSorting: false,
    cell: ({ row }) => <span className="font-mono text-12 text-ink-2">{row.original.reference}</span>,
    meta: { label: () => words.columns.reference, width: 136, leaves: 2, card: "line" },
  }),
  column.display({
    id: "status",
    cell: ({ row }) => <State {...stateOf(row.original)} />,
    meta: { label: () => words.columns.status, width: 256, narrow: 212, card: "foot-start" },
  }),
]);

const TABLES = whoseTables<PayoutRecord>("payouts", () => words.columns.account, facts, {
  idOf: (record) => record.payoutId,
  nameOf: (record) => words.open(amountOf(record)),
});

/** The account's payouts. */
export const PAYOUT_TABLE = TABLES.own;
/** Those of all accounts, as the house sees them. */
export const HOUSE_TABLE = TABLES.house;
