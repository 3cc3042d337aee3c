import { actorText } from "#lib/i18n/actor-text.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { text } from "#lib/i18n/text.ts";
import { Value } from "#components/filters/value-column.tsx";
import { rateText } from "#lib/i18n/amount.ts";
import { columnsOf, tableKind } from "#components/ui/data-table/features.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { RowLink } from "#components/ui/row-link.tsx";
import { Time } from "#components/ui/time.tsx";
import { ConversionState } from "./conversion-state.tsx";
import { PairName } from "./pair-name.tsx";
import { billsOf } from "./state-of.ts";

const words = conversionsText;
const column = columnsOf<ConversionRecord>();

/** Ids of sortable columns are the fields that the list sorts by. */
const columns = column.columns([
  column.accessor("created", {
    cell: ({ row }) => <Time at={Date.parse(row.original.created)} className="text-ink-2" />,
    meta: { label: () => words.columns.created, width: 116, card: "foot-end" },
  }),
  column.accessor("invoiceId", {
    enableSorting: false,
    cell: ({ row }) => (
      <RowLink id={row.original.invoiceId}>
        <Hash tail value={row.original.invoiceId} />
      </RowLink>
    ),
    meta: { label: () => words.columns.invoice, width: 72, names: true, card: "cover" },
  }),
  column.display({
    id: "pair",
    cell: ({ row }) => <PairName base={row.original.baseSymbol} quote={row.original.quoteSymbol} />,
    meta: { label: () => words.columns.pair, width: "rest", card: "head-start" },
  }),
  column.accessor("quantity", {
    cell: ({ row }) => <Money aligned asset={row.original.baseSymbol} value={row.original.quantity} />,
    meta: { label: () => words.columns.sell, width: 124, align: "end", leaves: 4, yields: 3, card: "line" },
  }),
  column.accessor((record) => record.quantity, {
    id: "value",
    cell: ({ row }) => <Value amount={row.original.quantity} symbol={row.original.baseSymbol} />,
    meta: { label: () => text.views.sort.value, width: 124, align: "end", sorted: true, leaves: 4, card: "line" },
  }),
  column.display({
    id: "price",
    cell: ({ row }) => <Price value={priceOf(row.original)} />,
    meta: { label: () => words.columns.price, width: 112, align: "end", leaves: 2 },
  }),
  column.accessor("fiatReceived", {
    cell: ({ row }) => <Get record={row.original} />,
    meta: { label: () => words.columns.get, width: 124, align: "end", leaves: 3, yields: 2, card: "head-end" },
  }),
  column.display({
    id: "status",
    cell: ({ row }) => <ConversionState record={row.original} />,
    meta: { label: () => words.columns.status, width: 208, card: "foot-start" },
  }),
  column.display({
    id: "by",
    cell: ({ row }) => <span className="text-ink-2">{actorText(row.original.createdBy)}</span>,
    meta: { label: () => words.columns.by, width: 112, leaves: 1 },
  }),
  column.display({
    id: "bills",
    cell: ({ row }) => <span className="figure">{billsOf(row.original)}</span>,
    meta: { label: () => words.columns.bills, width: 108, align: "end", leaves: 2 },
  }),
]);

/** The conversions list. */
export const CONVERSIONS = tableKind<ConversionRecord>("conversions", columns, {
  idOf: (record) => record.invoiceId,
  nameOf: (record) => words.open(record.invoiceId.slice(-6)),
});

function priceOf(record: ConversionRecord): Decimal | undefined {
  if (record.price) return record.price;
  return record.status === "EXECUTING" || isRunning(record) ? record.quote?.price : undefined;
}

const isRunning = (record: ConversionRecord) => record.status === "QUOTED" && !record.quoteExpired;

function Price({ value }: { value: Decimal | undefined }) {
  return value ? <span className="figure">{rateText(value)}</span> : <span className="text-ink-3">–</span>;
}

/** What was credited; an amount that is only quoted or on its way is shown in a quieter colour. */
function Get({ record }: { record: ConversionRecord }) {
  if (record.fiatReceived) return <Money aligned asset={record.quoteSymbol} unit value={record.fiatReceived} />;
  const expected = record.status === "EXECUTING" || isRunning(record) ? record.quote?.fiatReceivable : undefined;
  if (!expected) return <span className="text-ink-3">–</span>;
  return <Money aligned asset={record.quoteSymbol} className="text-ink-3" unit value={expected} />;
}
