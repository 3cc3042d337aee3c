import { LIST_FILTERS } from "#lib/payments/filters.ts";
import { paramsOf } from "#components/filters/codec.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { type TabLink, Tabs } from "#components/ui/tabs.tsx";
import { SavedViews } from "#components/views/saved-views.tsx";
import { useViewCounts, viewCountText } from "#components/views/view-counts.ts";

const words = paymentsText.views;

/** `counts`: what stands there waits for a person, so that its tab says how much it is. */
const VIEWS: readonly { name: keyof typeof words & string; query: string; counts?: "calm" | "urgent" }[] = [
  { name: "recent", query: "" },
  { name: "action", query: "range=90d&label=HELD", counts: "urgent" },
  { name: "today", query: "range=today" },
  { name: "expiring", query: "range=today&status=PENDING&sort=expiryTime" },
  { name: "late", query: "range=90d&label=LATE", counts: "calm" },
  { name: "partial", query: "range=90d&amountStatus=PARTIAL", counts: "calm" },
  { name: "under", query: "range=90d&amountStatus=UNDERPAID", counts: "calm" },
  { name: "convertible", query: "range=90d&convertible=true", counts: "calm" },
];
const COUNTED = VIEWS.filter(({ counts }) => counts).map(({ name, query }) => ({ id: name, query }));

/** Ready filters, each with its own address, and those that the person keeps. */
export function PaymentViews({ params }: { params: URLSearchParams }) {
  const now = shape(params);
  const known = useViewCounts(COUNTED);
  const tabs: TabLink[] = VIEWS.map(({ name, query, counts }) => ({
    label: words[name],
    count: known[name] ? viewCountText(known[name]) : undefined,
    urgent: counts === "urgent",
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
