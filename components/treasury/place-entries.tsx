"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { placeEntriesText } from "#lib/i18n/place-entries.ts";
import { placeName } from "#lib/i18n/places.ts";
import { listPlaceEntriesCall } from "#lib/places/calls.ts";
import type { listPlaceEntriesEndpoint } from "#lib/places/contract.ts";
import { keyOf } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { useApi } from "#components/staff.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dash } from "#components/ui/dash.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { assetIn } from "./holding-rows.ts";

const words = placeEntriesText;
const { statement } = ledgerText;
const PAGE = 50;

type Wanted = Omit<GivenOf<typeof listPlaceEntriesEndpoint>, "limit" | "startsAfter">;
type Entry = OutputOf<typeof listPlaceEntriesEndpoint>["data"][number];

/** The rows that a place's in, out and fees of a period are the sums of. */
export function PlaceEntries({ wanted }: { wanted: Wanted }) {
  const { account, query } = useApi();
  const list = useList<Entry, OutputOf<typeof listPlaceEntriesEndpoint>>({
    keyOf: (held) => keyOf(listPlaceEntriesCall, account, held, wanted),
    read: (startsAfter, signal) =>
      query(listPlaceEntriesCall, { ...wanted, limit: PAGE, ...(startsAfter && { startsAfter }) }, { signal }),
    idOf: ({ transactionId }) => transactionId,
    arriving: "show",
  });
  if (list.error) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} />;
  if (list.isPending) return <Waiting lines={3} />;
  if (list.rows.length === 0) return <p className="py-3 text-ink-3">{words.none}</p>;
  return (
    <div className="grid justify-items-start gap-2 py-2">
      <ShortTable
        className="max-h-96 w-full overflow-auto"
        columns={COLUMNS}
        keyOf={({ transactionId }) => transactionId}
        label={words.title(placeName(wanted.place), wanted.asset)}
        rows={list.rows}
      />
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} size="small">
          {list.isFetchingNextPage ? statement.loading : statement.more}
        </Button>
      ) : null}
    </div>
  );
}

const amount = (kind: "in" | "out" | "fees"): ShortColumn<Entry> => ({
  id: kind,
  get label() {
    return ledgerText.movement[kind];
  },
  align: "end",
  cell: (row) => {
    if (row[kind].isZero()) return <Dash />;
    const value = kind === "in" ? row.in : Decimal.ZERO.minus(row[kind]);
    return <Money asset={assetIn(row)} signed={kind === "in"} value={value} />;
  },
});

const column = (id: string, label: () => string, cell: (row: Entry) => ReactNode): ShortColumn<Entry> => ({
  id,
  get label() {
    return label();
  },
  cell,
});

const COLUMNS: ShortColumn<Entry>[] = [
  column(
    "at",
    () => statement.time,
    ({ at }) => <Time at={at} className="text-ink-2" />,
  ),
  {
    id: "event",
    get label() {
      return statement.event;
    },
    names: true,
    cell: ({ event }) => words.events[event] ?? ledgerText.events[event] ?? event,
  },
  column(
    "account",
    () => words.account,
    ({ account }) => account ?? words.operator,
  ),
  column(
    "record",
    () => statement.record,
    (row) => <Record row={row} />,
  ),
  amount("in"),
  amount("out"),
  amount("fees"),
  column(
    "transaction",
    () => words.transaction,
    ({ transactionId }) => <Hash copy={words.transaction} tail value={transactionId} />,
  ),
];

/** What caused it. A payout opens; what is of another account is found by its number. */
function Record({ row: { payoutId, moveId, invoiceId, paymentId } }: { row: Entry }) {
  if (payoutId)
    return (
      <Link
        className="inline-flex min-h-6 items-center gap-1.5 hover:underline"
        href={`/payouts?payout=${payoutId}`}
        prefetch={false}
      >
        {statement.payout} <Hash tail value={payoutId} />
      </Link>
    );
  const [name, value] = moveId
    ? [words.move, moveId]
    : invoiceId
      ? [statement.conversion, invoiceId]
      : [statement.payment, paymentId];
  if (!value) return <Dash />;
  return (
    <span className="inline-flex items-center gap-1.5">
      {name} <Hash copy={name} tail value={value} />
    </span>
  );
}
