"use client";

import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { listBalanceEntriesCall } from "#lib/ledger/calls.ts";
import type { listBalanceEntriesEndpoint } from "#lib/ledger/contract.ts";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { Cause } from "#components/treasury/cause.tsx";
import { EntryList, entryColumn, entryColumns } from "#components/treasury/entry-list.tsx";

const { movement, statement } = ledgerText;
const PAGE = 50;

export type EntriesWanted = Omit<GivenOf<typeof listBalanceEntriesEndpoint>, "limit" | "startsAfter">;
type Entry = OutputOf<typeof listBalanceEntriesEndpoint>["data"][number];

/** The rows that the account's in, out and fees of a period are the sums of: all, one customer's, or what is of no bill. */
export function BalanceEntries({ wanted, label }: { wanted: EntriesWanted; label: string }) {
  const list = useList({
    ...usePagesOf(listBalanceEntriesCall, wanted, PAGE),
    idOf: ({ transactionId }: Entry) => transactionId,
    arriving: "show",
  });
  return <EntryList columns={COLUMNS} label={label} list={list} />;
}

const COLUMNS = entryColumns<Entry>(
  (event) => ledgerText.events[event] ?? event,
  entryColumn(
    "customer",
    () => movement.customer,
    ({ subaccount }) => (subaccount === undefined ? movement.nobody : <CustomerLink name={subaccount} />),
  ),
  entryColumn(
    "record",
    () => statement.record,
    (row) => <Cause of={row} />,
  ),
);
