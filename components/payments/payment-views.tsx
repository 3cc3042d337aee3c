import { LIST_FILTERS } from "#lib/payments/filters.ts";
import { paramsOf } from "#components/filters/codec.ts";
import { paymentsText } from "#components/i18n/payments.ts";
import { type TabLink, Tabs } from "#components/ui/tabs.tsx";
import { SavedViews } from "#components/views/saved-views.tsx";

const words = paymentsText.views;

const VIEWS = [
  { name: "recent", query: "" },
  { name: "action", query: "range=90d&label=HELD" },
  { name: "today", query: "range=today" },
  { name: "expiring", query: "range=today&status=PENDING&sort=expiryTime" },
  { name: "late", query: "range=90d&label=LATE" },
  { name: "partial", query: "range=90d&amountStatus=PARTIAL" },
  { name: "under", query: "range=90d&amountStatus=UNDERPAID" },
  { name: "convertible", query: "range=90d&convertible=true" },
] as const;

/** Ready filters, each with its own address, and those that the person keeps. */
export function PaymentViews({ params }: { params: URLSearchParams }) {
  const now = shape(params);
  const tabs: TabLink[] = VIEWS.map(({ name, query }) => ({
    label: words[name],
    href: query ? `/payments?${query}` : "/payments",
    current: now === shape(new URLSearchParams(query)),
  }));
  return (
    <>
      <Tabs className="-mx-2 min-w-0 max-card:order-3 max-card:w-full" label={words.label} tabs={tabs} />
      <SavedViews page="payments" />
    </>
  );
}

function shape(params: URLSearchParams): string {
  return [...paramsOf(LIST_FILTERS), "sort"]
    .flatMap((name) => (params.get(name) ? [`${name}=${params.get(name)}`] : []))
    .join("&");
}
