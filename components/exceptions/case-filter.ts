import { CASE_FILTERS } from "#lib/cases/filters.ts";
import { type Filtered, readFilters, someOf } from "#components/filters/codec.ts";
import { readSort, type Sort, sortParam } from "#components/filters/sort.ts";
import type { CaseQuery } from "./cases-data.ts";

export const VIEWS = ["all", "mine", "nobody", "muted", "closed"] as const;
export type View = (typeof VIEWS)[number];

export const SORT_FIELDS = ["due", "worth", "since"] as const;
type SortField = (typeof SORT_FIELDS)[number];
/** Kind, age, least worth, and what everything is valued in; the views select by owner and state. */
const OF_PAGE = someOf(CASE_FILTERS, "kind", "age", "minimum", "fiat");
export type CaseFilter = Filtered<typeof OF_PAGE> & { view: View; sort: Sort<SortField> };

export const DEFAULT_SORT: Sort<SortField> = { id: "due", desc: false };

/** Reads the page's address; what it does not know it leaves out. */
export const readCaseFilter = (params: URLSearchParams): CaseFilter => ({
  ...readFilters(OF_PAGE, params),
  view: VIEWS.find((one) => one === params.get("view")) ?? "all",
  sort: readSort(SORT_FIELDS, params.get("sort"), DEFAULT_SORT),
});

/** What everything is valued in. */
export const fiatOf = ({ values }: CaseFilter) => values.fiat ?? "EUR";

const OF_VIEW: Record<View, CaseQuery> = {
  all: {},
  mine: { owner: "mine" },
  nobody: { owner: "nobody" },
  muted: { state: "MUTED" },
  closed: { state: "CLOSED" },
};

export const caseQuery = (filter: CaseFilter): CaseQuery => ({
  ...filter.values,
  ...OF_VIEW[filter.view],
  fiat: fiatOf(filter),
  sort: sortParam(filter.sort),
});
