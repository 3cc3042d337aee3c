import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { columnsOf } from "#components/ui/data-table/features.ts";
import { whoseTables } from "#components/ui/data-table/whose-tables.tsx";
import { Money } from "#components/ui/money.tsx";
import { RowLink } from "#components/ui/row-link.tsx";
import { State } from "#components/ui/state.tsx";
import { periodText, stateOf } from "./state-of.ts";

const words = settlementsText;
const column = columnsOf<SettlementRecord>();

/** Newest first, as the API tells them: it knows one order. */
const facts = column.columns([
  column.display({
    id: "period",
    cell: ({ row }) => <span className="text-ink-2">{periodText(row.original)}</span>,
    meta: { label: () => words.columns.period, width: "rest", card: "line" },
  }),
  column.accessor("reference", {
    enableSorting: false,
    cell: ({ row }) => (
      <RowLink id={row.original.settlementId}>
        <span className="font-mono text-12">{row.original.reference}</span>
      </RowLink>
    ),
    meta: { label: () => words.columns.reference, width: 160, narrow: 148, names: true, card: "cover" },
  }),
  column.accessor("closing", {
    enableSorting: false,
    cell: ({ row }) => <Money aligned asset={row.original.currency} value={row.original.closing} />,
    meta: { label: () => words.columns.closing, width: 136, align: "end", leaves: 2 },
  }),
  column.accessor("due", {
    enableSorting: false,
    cell: ({ row }) => <Money aligned asset={row.original.currency} value={row.original.due} />,
    meta: { label: () => words.columns.due, width: 136, narrow: 116, align: "end", card: "head-end" },
  }),
  column.accessor("currency", {
    enableSorting: false,
    cell: ({ row }) => <span className="text-ink-3">{row.original.currency}</span>,
    meta: { label: () => words.columns.currency, width: 80, leaves: 4, card: "head-start" },
  }),
  column.display({
    id: "status",
    cell: ({ row }) => <State {...stateOf(row.original)} />,
    meta: { label: () => words.columns.status, width: 256, narrow: 184, card: "foot-start" },
  }),
]);

const TABLES = whoseTables<SettlementRecord>("settlements", () => words.columns.account, facts, {
  idOf: (record) => record.settlementId,
  nameOf: (record) => words.open(record.reference),
});

/** The account's settlements. */
export const SETTLEMENT_TABLE = TABLES.own;
/** Those of all accounts, as the house sees them. */
export const HOUSE_TABLE = TABLES.house;
