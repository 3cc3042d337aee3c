"use client";

import { useGo } from "#components/connection.ts";
import { type ReactNode, useMemo } from "react";
import { CONVERSIONS } from "#components/conversions/conversion-columns.tsx";
import { useConversions } from "#components/conversions/conversions-data.ts";
import type { Range } from "#components/filters/range.ts";
import { customersText } from "#lib/i18n/customers.ts";
import { PAYMENTS } from "#components/payments/payment-columns.tsx";
import { usePayments } from "#components/payments/payments-data.ts";
import { usePreferences } from "#components/preferences.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { DataTable } from "#components/ui/data-table/data-table.tsx";
import { useDeskTable } from "#components/ui/data-table/desk-table.ts";
import type { TableKind } from "#components/ui/data-table/features.ts";
import type { ListState } from "#components/ui/data-table/list-page.tsx";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { OpenRecord } from "#components/ui/row-link.tsx";
import { sameOf } from "./customer-period.ts";
import { timesOf } from "#components/filters/range.ts";
import { Former } from "#components/ui/former.tsx";

const words = customersText.one;

type Of = { subaccount: string; range: Range; now: number };

/** The customer's bills, as the payments list has them; one opens there. */
export function CustomerBills({ subaccount, range, now }: Of) {
  const { zone } = usePreferences();
  const query = useMemo(
    () => ({ ...timesOf(range, now, zone), subaccount, sort: "-createdAt" as const }),
    [range, now, zone, subaccount],
  );
  const list = usePayments(query);
  return (
    <Records
      all={sameOf("/payments", subaccount, range)}
      allWord={words.allBills}
      empty={words.noBills}
      hrefOf={(id) => `/payments?${new URLSearchParams({ paymentId: id, open: id })}`}
      kind={PAYMENTS}
      label={words.tabs.bills}
      list={list}
      loading={list.isPending}
    />
  );
}

/** The conversions that hold or held crypto of the customer's bills. */
export function CustomerConversions({ subaccount, range, now }: Of) {
  const { zone } = usePreferences();
  const query = useMemo(() => ({ ...timesOf(range, now, zone), subaccount }), [range, now, zone, subaccount]);
  const list = useConversions(query);
  return (
    <Records
      all={sameOf("/conversions", subaccount, range)}
      allWord={words.allConversions}
      empty={words.noConversions}
      hrefOf={(id) => `/conversions?invoice=${id}`}
      kind={CONVERSIONS}
      label={words.tabs.conversions}
      list={list}
      loading={list.isPending}
    />
  );
}

function Records<Row extends object>({
  kind,
  list,
  loading,
  label,
  all,
  allWord,
  empty,
  hrefOf,
}: {
  kind: TableKind<Row>;
  list: ListState<Row>;
  loading: boolean;
  label: string;
  all: string;
  allWord: string;
  empty: { title: string; text: string };
  hrefOf: (id: string) => string;
}): ReactNode {
  const go = useGo();
  const desk = useDeskTable(kind);
  const show = (id: string) => go(hrefOf(id));
  return (
    <div className="list flex max-h-[max(320px,calc(100dvh-140px))] flex-col max-card:max-h-none">
      <div className="flex flex-none items-center justify-end gap-2 px-gutter py-1.5">
        <ButtonLink href={all} prefetch={false} size="small">
          {allWord}
        </ButtonLink>
        <TableTools desk={desk} />
      </div>
      {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      <Former when={list.isPlaceholderData}>
        <OpenRecord value={{ show, hrefOf }}>
          <DataTable
            desk={desk}
            empty={list.isError ? null : <Empty title={empty.title}>{empty.text}</Empty>}
            label={label}
            loading={loading}
            more={{ has: list.hasNextPage, loading: list.isFetchingNextPage, load: () => void list.fetchNextPage() }}
            rows={list.rows}
          />
        </OpenRecord>
      </Former>
    </div>
  );
}
