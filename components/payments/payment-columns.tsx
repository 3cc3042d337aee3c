import type { PaymentRecord } from "#lib/payments/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { text } from "#lib/i18n/text.ts";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { Value } from "#components/filters/value-column.tsx";
import { columnsOf, tableKind } from "#components/ui/data-table/features.ts";
import { Hash } from "#components/ui/hash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { RowLink } from "#components/ui/row-link.tsx";
import { Time } from "#components/ui/time.tsx";
import { differenceOf } from "./record.ts";
import { PaymentState } from "./payment-state.tsx";

const words = paymentsText;
const column = columnsOf<PaymentRecord>();

/** Ids of sortable columns are the fields that Get Payment sorts by. */
const columns = column.columns([
  column.accessor("createdAt", {
    cell: ({ row }) => <Time at={row.original.createdAt} className="text-ink-2" />,
    meta: { label: () => words.columns.created, width: 116, narrow: 100, narrowFrom: 2, card: "foot-end" },
  }),
  column.accessor("paymentId", {
    enableSorting: false,
    cell: ({ row }) => (
      <RowLink id={row.original.paymentId}>
        <Hash tail value={row.original.paymentId} />
      </RowLink>
    ),
    meta: { label: () => words.columns.payment, width: 72, narrow: 68, narrowFrom: 2, names: true, card: "cover" },
  }),
  column.accessor("subaccount", {
    enableSorting: false,
    cell: ({ row }) => <CustomerLink className="text-ink-2" name={row.original.subaccount} />,
    meta: { label: () => words.columns.subaccount, width: "rest", card: "line" },
  }),
  column.accessor("reference", {
    enableSorting: false,
    cell: ({ row }) => <span className="font-mono text-12 text-ink-2">{row.original.reference ?? ""}</span>,
    meta: { label: () => words.columns.reference, width: 100, leaves: 2, yields: 0 },
  }),
  column.display({
    id: "asset",
    cell: ({ row }) => <AssetName network={row.original.networkType} symbol={row.original.cryptoType} />,
    meta: { label: () => words.columns.asset, width: 136, leaves: 3, card: "head-start" },
  }),
  column.accessor("fiatReceivable", {
    cell: ({ row }) => <Money aligned asset={row.original.fiat} unit value={row.original.fiatReceivable} />,
    meta: {
      label: () => words.columns.fiatDue,
      width: 120,
      narrow: 112,
      narrowFrom: 2,
      align: "end",
      leaves: 4,
      yields: 3,
      card: "head-end",
    },
  }),
  column.accessor((record) => record.fiatReceivable, {
    id: "value",
    cell: ({ row }) => <Value amount={row.original.fiatReceivable} symbol={row.original.fiat} />,
    meta: { label: () => text.views.sort.value, width: 120, align: "end", sorted: true, leaves: 4, card: "line" },
  }),
  column.accessor("quantity", {
    cell: ({ row }) => <Money aligned asset={row.original.cryptoType} value={row.original.quantity} />,
    meta: { label: () => words.columns.due, width: 120, align: "end", leaves: 2, yields: 1, card: "line" },
  }),
  column.accessor("quantityReceived", {
    cell: ({ row }) => <Money aligned asset={row.original.cryptoType} value={row.original.quantityReceived} />,
    meta: { label: () => words.columns.received, width: 120, align: "end", leaves: 3, yields: 2, card: "line" },
  }),
  column.accessor(differenceOf, {
    id: "difference",
    cell: ({ row }) => <Difference record={row.original} />,
    meta: { label: () => words.columns.difference, width: 112, align: "end", leaves: 1 },
  }),
  column.display({
    id: "fiatReceived",
    cell: ({ row }) => <Money aligned asset={row.original.fiat} value={row.original.fiatReceived} />,
    meta: { label: () => words.columns.fiatReceived, width: 96, align: "end", leaves: 1 },
  }),
  column.display({
    id: "status",
    cell: ({ row }) => <PaymentState record={row.original} />,
    meta: { label: () => words.columns.status, width: 212, card: "foot-start" },
  }),
  column.display({
    id: "strategy",
    cell: ({ row }) => (
      <>
        {words.strategy[row.original.strategy]}{" "}
        <span className="text-ink-3">{words.feeModel[row.original.feeModel]}</span>
      </>
    ),
    meta: { label: () => words.columns.strategy, width: 92, hidden: true },
  }),
  column.accessor("expiryTime", {
    cell: ({ row }) => <Time at={row.original.expiryTime} className="text-ink-2" />,
    meta: { label: () => words.columns.expiry, width: 112, hidden: true },
  }),
]);

/** The payments list. */
export const PAYMENTS = tableKind<PaymentRecord>("payments", columns, {
  idOf: (record) => record.paymentId,
  nameOf: (record) => `…${record.paymentId.slice(-6)}`,
});

function Difference({ record }: { record: PaymentRecord }) {
  const difference = differenceOf(record);
  if (!difference) return <span className="text-ink-3">–</span>;
  if (difference.compare(Decimal.ZERO) === 0) return <span className="text-ink-3">0</span>;
  return (
    <Money aligned asset={record.cryptoType} bad={record.amountStatus === "UNDERPAID"} signed value={difference} />
  );
}
