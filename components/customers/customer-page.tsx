"use client";

import { useMemo } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { saveCustomerCall } from "#lib/customers/calls.ts";
import type { CustomerRecord, getCustomerEndpoint } from "#lib/customers/contract.ts";
import { CUSTOMER_PERIOD } from "#lib/customers/filters.ts";
import { useNow } from "#components/clock.ts";
import { Comments } from "#components/comments/comments.tsx";
import { DocumentButton } from "#components/documents/document-button.tsx";
import type { Range } from "#components/filters/range.ts";
import { RangeMenu } from "#components/filters/range-menu.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { customersText } from "#lib/i18n/customers.ts";
import { ofCustomer, PeriodTable } from "#components/ledger/movement-table.tsx";
import { Pair, Section } from "#components/ui/section.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { patched, useUrl } from "#components/url.ts";
import { CustomerArrivals } from "./customer-arrivals.tsx";
import { CustomerBills, CustomerConversions } from "./customer-lists.tsx";
import { CustomerFigures, CustomerOutcomes } from "./customer-figures.tsx";
import { movementTimes, periodOf, sameOf } from "./customer-period.ts";
import { useCustomer } from "./customers-data.ts";
import { fiatIn, ValuedIn } from "#components/ui/valued-in.tsx";
import { Former } from "#components/ui/former.tsx";

const words = customersText.one;
const RANGE_STEP_MS = 3_600_000;
const TABS = ["bills", "conversions"] as const;

/** One customer in a period: what was held, came and went, and their records; or what belongs to no bill. */
export function CustomerPage() {
  const { params } = useUrl();
  // Each begins anew: what was shown of one never stands under another's name.
  return <OneCustomer key={params.get("subaccount") ?? ""} />;
}

function OneCustomer() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS) ?? Date.now();
  const subaccount = params.get("subaccount") || undefined;
  const fiat = fiatIn(params, "in");
  const range = useMemo(() => periodOf(params), [params]);
  const requested = { ...movementTimes(range, now, zone), in: fiat, ...(subaccount !== undefined && { subaccount }) };
  const customer = useCustomer(requested);
  const unknown = isApiFault(customer.error) && customer.error.code === "NOT_FOUND";
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-1 border-b border-rule px-gutter py-2">
        <h1 className="min-w-0 text-15 font-semibold wrap-anywhere">
          <bdi>{subaccount ?? customersText.noBill}</bdi>
        </h1>
        <RangeMenu filters={CUSTOMER_PERIOD} onChange={change} range={range} />
        <span className="ms-auto flex items-center gap-2 text-12">
          <ValuedIn fiat={fiat} onChange={(one) => change({ in: one }, "replace")} />
        </span>
      </div>
      {unknown ? (
        <Empty actions={<ButtonLink href="/customers">{words.unknown.all}</ButtonLink>} title={words.unknown.title}>
          {words.unknown.text}
        </Empty>
      ) : null}
      {customer.error && !unknown ? (
        <ErrorNote error={customer.error} onRetry={() => void customer.refetch()} title={words.failed} />
      ) : null}
      {customer.isPending ? <Waiting lines={12} /> : null}
      {customer.data ? (
        <Former when={customer.isPlaceholderData}>
          <Parts range={range} record={customer.data} requested={requested} />
        </Former>
      ) : null}
      {subaccount !== undefined && customer.data ? (
        <>
          <Section title={commentsText.title}>
            <div className="max-w-160 px-gutter pb-4">
              <Comments kind="CUSTOMER" objectId={subaccount} of="account" />
            </div>
          </Section>
          <Records now={now} params={params} range={range} subaccount={subaccount} />
        </>
      ) : null}
    </>
  );
}

function Parts({
  record,
  requested,
  range,
}: {
  record: CustomerRecord;
  requested: GivenOf<typeof getCustomerEndpoint>;
  range: Range;
}) {
  const { subaccount, bills, data, in: fiat, unpriced } = record;
  return (
    <>
      {bills === undefined ? <p className="px-gutter py-3 text-12 text-ink-3">{words.noBillHint}</p> : null}
      <CustomerFigures range={range} record={record} />
      <Section
        end={
          <>
            {subaccount === undefined ? null : (
              <ButtonLink href={sameOf("/ledger", subaccount, range)} prefetch={false} size="small">
                {words.movements}
              </ButtonLink>
            )}
            <DocumentButton
              label={words.file}
              name="customer.csv"
              fetchFile={(file) => file(saveCustomerCall, requested)}
            />
          </>
        }
        hint={words.statementHint}
        title={words.statement}
      >
        <PeriodTable
          fiat={fiat}
          label={words.statement}
          of={{ startTime: requested.startTime, endTime: requested.endTime, ...ofCustomer(subaccount) }}
          rows={data}
        />
        {unpriced.length > 0 ? (
          <p className="px-gutter py-2 text-12">
            <Unpriced assets={unpriced} />
          </p>
        ) : null}
      </Section>
      {subaccount !== undefined && bills ? (
        <Pair>
          <CustomerArrivals arrivals={bills.arrivals} range={range} subaccount={subaccount} />
          <CustomerOutcomes bills={bills} fiat={fiat} range={range} subaccount={subaccount} />
        </Pair>
      ) : null}
    </>
  );
}

/** The customer's bills or conversions; one table at a time, since the address keeps one layout. */
function Records({ params, ...of }: { params: URLSearchParams; now: number; range: Range; subaccount: string }) {
  const shown = TABS.find((tab) => tab === params.get("tab")) ?? TABS[0];
  const tabs = TABS.map((tab) => ({
    label: words.tabs[tab],
    href: `/customers/one${patched(params, { tab: tab === TABS[0] ? undefined : tab, columns: undefined, order: undefined })}`,
    current: tab === shown,
  }));
  return (
    <>
      <div className="flex min-h-11 items-center border-b border-rule px-gutter">
        <Tabs className="-mx-2" label={words.tabs.label} tabs={tabs} />
      </div>
      {shown === "bills" ? <CustomerBills {...of} /> : <CustomerConversions {...of} />}
    </>
  );
}
