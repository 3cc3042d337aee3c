import type { Fiat } from "#lib/kernel/assets.ts";
import type { CustomerLine } from "#lib/customers/contract.ts";
import { customersText } from "#lib/i18n/customers.ts";
import { countText } from "#lib/i18n/amount.ts";
import { columnsOf, tableKind } from "#components/ui/data-table/features.ts";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { CustomerLink } from "#components/ui/customer-link.tsx";

const words = customersText.columns;

/** A line with the fiat that the list is valued in. */
export type CustomerRow = CustomerLine & { fiat: Fiat };
const column = columnsOf<CustomerRow>();

/** Ids of sortable columns are the fields that the list sorts by. */
export const CUSTOMERS = tableKind<CustomerRow>(
  "customers",
  column.columns([
    column.accessor("subaccount", {
      cell: ({ row }) => <CustomerLink className="font-medium" name={row.original.subaccount} />,
      meta: { label: () => words.customer, width: "rest", names: true, card: "head-start" },
    }),
    column.accessor("bills", {
      enableSorting: false,
      cell: ({ row }) => <Count value={row.original.bills} />,
      meta: { label: () => words.bills, width: 88, align: "end", leaves: 3, card: "line" },
    }),
    column.accessor("value", {
      cell: ({ row }) => <Money asset={row.original.fiat} value={row.original.value} />,
      meta: { label: () => words.value, width: 136, align: "end", card: "head-end" },
    }),
    column.accessor("open", {
      enableSorting: false,
      cell: ({ row }) => <Count value={row.original.open} />,
      meta: { label: () => words.open, width: 80, align: "end", leaves: 3, card: "line" },
    }),
    column.accessor("openValue", {
      enableSorting: false,
      cell: ({ row }) => <Money asset={row.original.fiat} value={row.original.openValue} />,
      meta: { label: () => words.openValue, width: 120, align: "end", leaves: 2 },
    }),
    column.accessor("waiting", {
      enableSorting: false,
      cell: ({ row }) => <Count value={row.original.waiting} />,
      meta: { label: () => words.waiting, width: 96, align: "end", leaves: 3, card: "line" },
    }),
    column.accessor("waitingValue", {
      enableSorting: false,
      cell: ({ row }) => <Money asset={row.original.fiat} value={row.original.waitingValue} />,
      meta: { label: () => words.waitingValue, width: 136, align: "end", leaves: 2 },
    }),
    column.accessor("lastBillAt", {
      cell: ({ row }) => <Time at={row.original.lastBillAt} className="text-ink-2" />,
      meta: { label: () => words.last, width: 136, card: "line" },
    }),
  ]),
  { idOf: ({ subaccount }) => subaccount, nameOf: ({ subaccount }) => subaccount },
);

const Count = ({ value }: { value: number }) => (
  <span className={value === 0 ? "figure text-ink-3" : "figure"}>{countText(value)}</span>
);
