import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { text } from "#components/text/text.ts";
import { rateText } from "#components/ui/amount.ts";
import { columnsOf } from "#components/ui/data-table/features.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { ConversionState } from "./conversion-state.tsx";
import { OpenConversionLink } from "./open-link.tsx";
import { PairName } from "./pair-name.tsx";
import { billsOf, makerOf } from "./state-of.ts";

const words = text.conversions;
const column = columnsOf<ConversionRecord>();

/** The columns of the conversions list, newest first as the API tells them. */
export const conversionColumns = column.columns([
  column.accessor("created", {
    header: words.columns.created,
    enableSorting: false,
    enableHiding: false,
    cell: ({ row }) => <Time at={Date.parse(row.original.created)} className="text-ink-2" />,
    meta: { width: 96, card: "foot-end" },
  }),
  column.accessor("invoiceId", {
    header: words.columns.invoice,
    enableSorting: false,
    enableHiding: false,
    cell: ({ row }) => (
      <OpenConversionLink invoiceId={row.original.invoiceId}>
        <Hash tail value={row.original.invoiceId} />
      </OpenConversionLink>
    ),
    meta: { width: 72, names: true, card: "cover" },
  }),
  column.display({
    id: "pair",
    header: words.columns.pair,
    cell: ({ row }) => <PairName base={row.original.baseSymbol} quote={row.original.quoteSymbol} />,
    meta: { width: 124, card: "head-start" },
  }),
  column.accessor("quantity", {
    header: words.columns.sell,
    enableSorting: false,
    cell: ({ row }) => <Money aligned asset={row.original.baseSymbol} value={row.original.quantity} />,
    meta: { width: 132, align: "end", card: "line" },
  }),
  column.display({
    id: "price",
    header: words.columns.price,
    cell: ({ row }) => <Price value={priceOf(row.original)} />,
    meta: { width: 112, align: "end", leaves: 2 },
  }),
  column.display({
    id: "get",
    header: words.columns.get,
    cell: ({ row }) => <Get record={row.original} />,
    meta: { width: 124, align: "end", leaves: 3, card: "head-end" },
  }),
  column.display({
    id: "status",
    header: words.columns.status,
    cell: ({ row }) => <ConversionState record={row.original} />,
    meta: { width: "rest", card: "foot-start" },
  }),
  column.display({
    id: "by",
    header: words.columns.by,
    cell: ({ row }) => <span className="text-ink-2">{makerOf(row.original)}</span>,
    meta: { width: 112, leaves: 1 },
  }),
  column.display({
    id: "bills",
    header: words.columns.bills,
    cell: ({ row }) => <span className="figure">{billsOf(row.original)}</span>,
    meta: { width: 64, align: "end", leaves: 2 },
  }),
]);

/** Columns that may be shown and hidden, with their words. */
export const HIDEABLE = [
  { id: "pair", label: words.columns.pair },
  { id: "quantity", label: words.columns.sell },
  { id: "price", label: words.columns.price },
  { id: "get", label: words.columns.get },
  { id: "status", label: words.columns.status },
  { id: "by", label: words.columns.by },
  { id: "bills", label: words.columns.bills },
];

function priceOf(record: ConversionRecord): Decimal | undefined {
  if (record.price) return record.price;
  return record.status === "EXECUTING" || isRunning(record) ? record.quote?.price : undefined;
}

const isRunning = (record: ConversionRecord) => record.status === "QUOTED" && !record.quoteExpired;

function Price({ value }: { value: Decimal | undefined }) {
  return value ? <span className="figure">{rateText(value)}</span> : <span className="text-ink-3">–</span>;
}

/** What was credited; what is only quoted or on its way is told quieter. */
function Get({ record }: { record: ConversionRecord }) {
  if (record.fiatReceived) return <Money aligned asset={record.quoteSymbol} unit value={record.fiatReceived} />;
  const expected = record.status === "EXECUTING" || isRunning(record) ? record.quote?.fiatReceivable : undefined;
  if (!expected) return <span className="text-ink-3">–</span>;
  return <Money aligned asset={record.quoteSymbol} className="text-ink-3" unit value={expected} />;
}
