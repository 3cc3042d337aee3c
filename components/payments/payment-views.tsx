import { text } from "#components/text/text.ts";
import { type TabLink, Tabs } from "#components/ui/tabs.tsx";
import { FILTER_PARAMS } from "./filter.ts";

const words = text.payments.views;

const VIEWS = [
  { label: words.recent, query: "" },
  { label: words.today, query: "range=today" },
  { label: words.ending, query: "range=today&status=PENDING&sort=expiryTime" },
  { label: words.held, query: "range=90d&label=HELD" },
  { label: words.late, query: "range=90d&label=LATE" },
  { label: words.underpaid, query: "range=90d&amountStatus=UNDERPAID" },
  { label: words.convertible, query: "range=90d&convertible=true" },
];

/** Ready filters, each with its own address. */
export function PaymentViews({ params }: { params: URLSearchParams }) {
  const now = shape(params);
  const tabs: TabLink[] = VIEWS.map(({ label, query }) => ({
    label,
    href: query ? `/payments?${query}` : "/payments",
    current: now === shape(new URLSearchParams(query)),
  }));
  return <Tabs className="-mx-2 min-w-0 max-card:order-3 max-card:w-full" label={words.label} tabs={tabs} />;
}

function shape(params: URLSearchParams): string {
  return [...FILTER_PARAMS, "sort"]
    .flatMap((name) => (params.get(name) ? [`${name}=${params.get(name)}`] : []))
    .join("&");
}
