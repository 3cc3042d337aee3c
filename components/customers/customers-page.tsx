"use client";

import { useMemo } from "react";
import { CUSTOMER_FILTERS, CUSTOMER_SORTS, type CustomerSort } from "#lib/customers/filters.ts";
import type { CustomerList } from "#lib/customers/contract.ts";
import { useNow } from "#components/clock.ts";
import { cleared, queryOf, readFilters } from "#components/filters/codec.ts";
import { ClearFilters, isFiltered } from "#components/filters/filter-fields.tsx";
import { FilterTexts } from "#components/filters/filter-texts.tsx";
import { RangeMenu } from "#components/filters/range-menu.tsx";
import { readSort, type Sort, sortInUrl, sortParam } from "#components/filters/sort.ts";
import { useMay } from "#components/may.ts";
import { customersText } from "#lib/i18n/customers.ts";
import { text } from "#lib/i18n/text.ts";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { countText } from "#lib/i18n/amount.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { allOf } from "#components/ui/data-table/all-of.ts";
import { DataTable } from "#components/ui/data-table/data-table.tsx";
import { useDeskTable } from "#components/ui/data-table/desk-table.ts";
import { TotalsFoot, TotalsWaiting } from "#components/ui/data-table/foot.tsx";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import { useUrl } from "#components/url.ts";
import { CUSTOMERS } from "./customer-columns.tsx";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { type CustomersQuery, useCustomers } from "./customers-data.ts";
import { fiatIn, ValuedIn } from "#components/ui/valued-in.tsx";
import { Former } from "#components/ui/former.tsx";

const words = customersText;
const RANGE_STEP_MS = 3_600_000;
const MOST_FIRST: Sort<CustomerSort> = { id: "value", desc: true };

/** Every customer that a bill names, and what is of none; all of its state is the URL. */
export function CustomersPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS);
  const filtered = useMemo(() => readFilters(CUSTOMER_FILTERS, params), [params]);
  const sort = readSort(CUSTOMER_SORTS, params.get("sort"), MOST_FIRST);
  const sorted = sortParam(sort);
  const fiat = fiatIn(params, "in");
  const query = useMemo<CustomersQuery>(
    () => ({
      ...queryOf<typeof CUSTOMER_FILTERS>(filtered, now ?? Date.now(), zone),
      in: fiat,
      sort: sorted,
    }),
    [filtered, now, zone, fiat, sorted],
  );
  const list = useCustomers(query);
  const rows = useMemo(() => list.rows.map((row) => ({ ...row, fiat })), [list.rows, fiat]);
  const desk = useDeskTable(CUSTOMERS, {
    sorting: sort,
    onSort: (next) => change({ sort: sortInUrl({ id: next.id as CustomerSort, desc: next.desc }, MOST_FIRST) }),
  });
  return (
    <div className="list flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-1 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{words.title}</h1>
        <span className="ms-auto flex items-center gap-2 text-12">
          <ValuedIn fiat={fiat} onChange={(one) => change({ in: one }, "replace")} />
        </span>
      </div>
      <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-rule px-gutter py-2">
        <RangeMenu filters={CUSTOMER_FILTERS} onChange={change} range={filtered.range} />
        <FilterTexts
          filtered={filtered}
          filters={CUSTOMER_FILTERS}
          labels={{ names: { name: words.filter.name }, options: {}, any: "" }}
          onChange={change}
        />
        <ClearFilters filters={CUSTOMER_FILTERS} label={words.filter.clear} onChange={change} params={params} />
        <span className="ms-auto">
          <TableTools desk={desk} />
        </span>
      </div>
      {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      <Former when={list.isPlaceholderData}>
        <DataTable
          desk={desk}
          empty={
            list.isError ? null : (
              <NoCustomers
                isNarrowed={isFiltered(CUSTOMER_FILTERS, params)}
                onClear={() => change(cleared(CUSTOMER_FILTERS))}
              />
            )
          }
          label={words.title}
          loading={list.isPending}
          more={{ has: list.hasNextPage, loading: list.isFetchingNextPage, load: () => void list.fetchNextPage() }}
          rows={rows}
          total={list.latest?.total.customers}
        />
        <p className="flex flex-none flex-wrap items-center gap-x-3 border-t border-rule px-gutter py-2 text-12 text-ink-3">
          {words.base} <Unpriced assets={list.latest?.unpriced ?? []} />
          <CustomerLink className="text-accent" name={undefined}>
            {words.noBill}
          </CustomerLink>
        </p>
        {list.isError ? null : <Totals latest={list.latest} shown={rows.length} />}
      </Former>
    </div>
  );
}

/** Why there is none, and the next step: the way back from filters where some are on. */
function NoCustomers({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const may = useMay("payments:write");
  if (isNarrowed)
    return (
      <Empty actions={<Button onClick={onClear}>{words.filter.clear}</Button>} title={words.empty.title}>
        {words.empty.text}
      </Empty>
    );
  return (
    <Empty
      actions={may ? <ButtonLink href="/bills/new">{text.nav.bills}</ButtonLink> : undefined}
      title={words.empty.title}
    >
      {words.empty.first}
    </Empty>
  );
}

/** What all customers come to that the filter finds, also those that are not loaded yet. */
function Totals({ latest, shown }: { latest: CustomerList | undefined; shown: number }) {
  if (!latest) return <TotalsWaiting />;
  const { total, in: fiat } = latest;
  if (total.customers === 0) return null;
  return (
    <TotalsFoot
      caption={words.totals.bills(countText(total.bills))}
      count={words.totals.of(countText(shown), countText(allOf(shown, total.customers)))}
    >
      <span>
        <Money asset={fiat} unit value={total.value} />
      </span>
      <span className="text-12 text-ink-3">{words.totals.open(countText(total.open))}</span>
      <span>
        <Money asset={fiat} unit value={total.openValue} />
      </span>
      <span className="text-12 text-ink-3">{words.totals.waiting(countText(total.waiting))}</span>
      <span>
        <Money asset={fiat} unit value={total.waitingValue} />
      </span>
    </TotalsFoot>
  );
}
