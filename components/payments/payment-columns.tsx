import type { PaymentRecord } from "#lib/payments/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { text } from "#components/text/text.ts";
import { columnsOf } from "#components/ui/data-table/features.ts";
import { Hash } from "#components/ui/hash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { differenceOf } from "./record.ts";
import { OpenLink } from "./open-link.tsx";
import { PaymentState } from "./payment-state.tsx";

const words = text.payments;
const column = columnsOf<PaymentRecord>();

/** The columns of the payments list; ids of sortable ones are the fields that Get Payment sorts by. */
export const paymentColumns = column.columns([
  column.accessor("createdAt", {
    header: words.columns.created,
    enableHiding: false,
    cell: ({ row }) => <Time at={row.original.createdAt} className="text-ink-2" />,
    meta: { width: 96, card: "foot-end" },
  }),
  column.accessor("paymentId", {
    header: words.columns.payment,
    enableSorting: false,
    enableHiding: false,
    cell: ({ row }) => (
      <OpenLink paymentId={row.original.paymentId}>
        <Hash tail value={row.original.paymentId} />
      </OpenLink>
    ),
    meta: { width: 72, names: true, card: "cover" },
  }),
  column.display({
    id: "asset",
    header: words.columns.asset,
    cell: ({ row }) => <AssetName network={row.original.networkType} symbol={row.original.cryptoType} />,
    meta: { width: 108, card: "head-start" },
  }),
  column.accessor("quantity", {
    header: words.columns.due,
    enableSorting: false,
    cell: ({ row }) => <Money aligned asset={row.original.cryptoType} value={row.original.quantity} />,
    meta: { width: 120, align: "end", leaves: 3, card: "line" },
  }),
  column.accessor("quantityReceived", {
    header: words.columns.received,
    cell: ({ row }) => <Money aligned asset={row.original.cryptoType} value={row.original.quantityReceived} />,
    meta: { width: 120, align: "end", card: "line" },
  }),
  column.display({
    id: "difference",
    header: words.columns.difference,
    cell: ({ row }) => <Difference record={row.original} />,
    meta: { width: 136, align: "end", leaves: 2 },
  }),
  column.accessor("fiatReceivable", {
    header: words.columns.fiatDue,
    cell: ({ row }) => <Money aligned asset={row.original.fiat} unit value={row.original.fiatReceivable} />,
    meta: { width: 120, align: "end", leaves: 2, card: "head-end" },
  }),
  column.display({
    id: "fiatReceived",
    header: words.columns.fiatReceived,
    cell: ({ row }) => <Money aligned asset={row.original.fiat} value={row.original.fiatReceived} />,
    meta: { width: 96, align: "end", leaves: 1 },
  }),
  column.display({
    id: "status",
    header: words.columns.status,
    cell: ({ row }) => <PaymentState record={row.original} />,
    meta: { width: "rest", card: "foot-start" },
  }),
  column.display({
    id: "strategy",
    header: words.columns.strategy,
    cell: ({ row }) => (
      <>
        {words.strategy[row.original.strategy]}{" "}
        <span className="text-ink-3">{words.feeModel[row.original.feeModel]}</span>
      </>
    ),
    meta: { width: 92, leaves: 1 },
  }),
  column.accessor("subaccount", {
    header: words.columns.subaccount,
    enableSorting: false,
    cell: ({ row }) => <span className="text-ink-2">{row.original.subaccount}</span>,
    meta: { width: 100, leaves: 1 },
  }),
  column.accessor("reference", {
    header: words.columns.reference,
    enableSorting: false,
    cell: ({ row }) => <span className="font-mono text-12 text-ink-2">{row.original.reference ?? ""}</span>,
    meta: { width: 136 },
  }),
  column.accessor("expiryTime", {
    header: words.columns.expiry,
    cell: ({ row }) => <Time at={row.original.expiryTime} className="text-ink-2" />,
    meta: { width: 112 },
  }),
]);

/** Hidden until somebody asks for them. */
export const HIDDEN_AT_FIRST: Readonly<Record<string, boolean>> = { reference: false, expiryTime: false };

/** Columns that may be shown and hidden, with their words. */
export const HIDEABLE = [
  { id: "asset", label: words.columns.asset },
  { id: "quantity", label: words.columns.due },
  { id: "quantityReceived", label: words.columns.received },
  { id: "difference", label: words.columns.difference },
  { id: "fiatReceivable", label: words.columns.fiatDue },
  { id: "fiatReceived", label: words.columns.fiatReceived },
  { id: "status", label: words.columns.status },
  { id: "strategy", label: words.columns.strategy },
  { id: "subaccount", label: words.columns.subaccount },
  { id: "reference", label: words.columns.reference },
  { id: "expiryTime", label: words.columns.expiry },
];

function Difference({ record }: { record: PaymentRecord }) {
  const difference = differenceOf(record);
  if (!difference) return <span className="text-ink-3">–</span>;
  if (difference.compare(Decimal.ZERO) === 0) return <span className="text-ink-3">0</span>;
  return <Money aligned asset={record.cryptoType} signed value={difference} />;
}
