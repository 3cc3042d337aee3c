import { conversionsText } from "#lib/i18n/conversions.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { patched } from "#components/url.ts";
import { useConversionCounts, viewCountText } from "#components/views/view-counts.ts";
import { type ConversionFilter, type View, viewOf, VIEWS } from "./filter.ts";

const words = conversionsText.views;
const NAMES = Object.keys(VIEWS) as View[];
/** What is open waits for a person, and what ended without a sale has to be looked at: their tabs say how much it is. */
const COUNTED: readonly View[] = ["open", "ended"];

/** Ready choices of states, within the other filters of the page. */
export function ConversionViews({ filter, params }: { filter: ConversionFilter; params: URLSearchParams }) {
  const current = viewOf(filter);
  const queryOf = (view: View) => patched(params, { status: VIEWS[view], view: undefined, invoice: undefined });
  const counts = useConversionCounts(COUNTED.map((view) => ({ id: view, query: queryOf(view) })));
  const tabs = NAMES.map((view) => ({
    label: words[view],
    count: counts[view] ? viewCountText(counts[view]) : undefined,
    href: `/conversions${queryOf(view)}`,
    current: current === view,
  }));
  return <Tabs className="-mx-2 min-w-0 max-card:order-3 max-card:w-full" label={words.label} tabs={tabs} />;
}
