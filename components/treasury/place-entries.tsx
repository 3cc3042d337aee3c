"use client";

import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { placeEntriesText } from "#lib/i18n/place-entries.ts";
import { placeName } from "#lib/i18n/places.ts";
import { listPlaceEntriesCall } from "#lib/places/calls.ts";
import type { listPlaceEntriesEndpoint } from "#lib/places/contract.ts";
import { Cause } from "./cause.tsx";
import { EntryList, entryColumn, entryColumns } from "./entry-list.tsx";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { useAccount } from "#components/staff.tsx";

const words = placeEntriesText;
const PAGE = 50;

type Wanted = Omit<GivenOf<typeof listPlaceEntriesEndpoint>, "limit" | "startsAfter">;
type Entry = OutputOf<typeof listPlaceEntriesEndpoint>["data"][number];

/** The rows that a place's in, out and fees of a period are the sums of. */
export function PlaceEntries({ wanted }: { wanted: Wanted }) {
  const list = useList({
    ...usePagesOf(listPlaceEntriesCall, wanted, PAGE),
    idOf: ({ transactionId }: Entry) => transactionId,
    arriving: "show",
  });
  return <EntryList columns={COLUMNS} label={words.title(placeName(wanted.place), wanted.asset)} list={list} />;
}

const COLUMNS = entryColumns<Entry>(
  (event) => words.events[event] ?? ledgerText.events[event] ?? event,
  entryColumn(
    "account",
    () => words.account,
    ({ account }) => account ?? words.operator,
  ),
  entryColumn(
    "record",
    () => ledgerText.statement.record,
    (row) => <Record row={row} />,
  ),
);

/** What caused it. What is of another account than the one that is looked at is found by its number. */
function Record({ row }: { row: Entry }) {
  const { moveId: id } = row;
  const move = id ? { name: words.move, id, href: `/treasury?move=${id}` } : undefined;
  return <Cause also={move} isForeign={row.account !== useAccount()?.name} of={row} />;
}
