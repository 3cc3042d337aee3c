"use client";

import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { floorTo } from "#lib/kernel/money.ts";
import { executionText } from "#lib/i18n/execution.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { placeEntriesText } from "#lib/i18n/place-entries.ts";
import { priceText, rateText, sumText } from "#lib/i18n/amount.ts";
import { listSoldOrdersCall } from "#lib/liquidity/calls.ts";
import type { listSoldOrdersEndpoint } from "#lib/liquidity/contract.ts";
import { Cause } from "./cause.tsx";
import { LineList } from "./entry-list.tsx";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { useAccount } from "#components/staff.tsx";
import { Dash } from "#components/ui/dash.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";

const words = executionText;
const PAGE = 50;

export type OrdersWanted = Omit<GivenOf<typeof listSoldOrdersEndpoint>, "limit" | "startsAfter">;
type Order = OutputOf<typeof listSoldOrdersEndpoint>["data"][number];

/** The orders that a row of execution quality is the sum of. */
export function SoldOrders({ wanted, label }: { wanted: OrdersWanted; label: string }) {
  const list = useList({
    ...usePagesOf(listSoldOrdersCall, wanted, PAGE),
    idOf: ({ orderId }: Order) => orderId,
    arriving: "show",
  });
  return (
    <LineList
      columns={columns(wanted.fiat)}
      idOf={({ orderId }) => orderId}
      label={label}
      list={list}
      texts={words.orders}
    />
  );
}

/** What is of another account than the one that is looked at is found by its number. */
function Record({ row }: { row: Order }) {
  return <Cause isForeign={row.account !== useAccount()?.name} of={row} />;
}

const columns = (fiat: Fiat): ShortColumn<Order>[] => [
  { id: "at", label: ledgerText.statement.time, cell: ({ at }) => <Time at={at} className="text-ink-2" /> },
  {
    id: "sold",
    label: words.columns.strategy,
    names: true,
    cell: ({ strategy, venue }) => `${words.strategies[strategy] ?? strategy}, ${venue}`,
  },
  {
    id: "account",
    label: placeEntriesText.account,
    cell: ({ account }) => account ?? placeEntriesText.operator,
  },
  { id: "record", label: ledgerText.statement.record, cell: (row) => <Record row={row} /> },
  {
    id: "quantity",
    label: words.columns.quantity,
    align: "end",
    cell: ({ asset, quantity }) => <Money asset={asset} unit value={quantity} />,
  },
  {
    id: "proceeds",
    label: words.columns.proceeds(fiat),
    align: "end",
    cell: ({ proceeds }) => <Money asset={fiat} value={proceeds} />,
  },
  ...(["midQuote", "midExecution"] as const).map(
    (name): ShortColumn<Order> => ({
      id: name,
      label: words.orders[name](fiat),
      align: "end",
      className: "figure",
      cell: ({ [name]: mid }) => (mid ? <span title={rateText(mid)}>{priceText(mid)}</span> : <Dash />),
    }),
  ),
  ...(["drift", "slippage"] as const).map(
    (name): ShortColumn<Order> => ({
      id: name,
      label: words.columns[name](fiat),
      align: "end",
      className: "figure",
      cell: ({ [name]: value }) =>
        value ? <span title={rateText(value)}>{sumText(floorTo(fiat, value), fiat)}</span> : <Dash />,
    }),
  ),
  {
    id: "fees",
    label: words.columns.fees(fiat),
    align: "end",
    cell: ({ fees }) => <Money asset={fiat} value={fees} />,
  },
  {
    id: "order",
    label: words.orders.order,
    cell: ({ orderId }) => <Hash copy={words.orders.order} tail value={orderId} />,
  },
];
