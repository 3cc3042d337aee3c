import { CASE_KINDS, CASE_SORTS, type CaseKind } from "#lib/cases/case-kinds.ts";
import { FIATS, type Fiat } from "#lib/kernel/assets.ts";
import type { Query } from "#components/api.ts";

export const VIEWS = ["all", "mine", "nobody", "muted", "closed"] as const;
export type View = (typeof VIEWS)[number];

export type CaseFilter = {
  view: View;
  kind: CaseKind | undefined;
  /** As it was typed into the address; the API judges it. */
  minimum: string | undefined;
  fiat: Fiat;
  sort: { id: "worth" | "since"; desc: boolean };
};

export const DEFAULT_SORT = { id: "worth", desc: true } as const;
const AMOUNT = /^\d{1,12}(\.\d{1,8})?$/;

/** Reads the page's address; what it does not know it leaves out. */
export function readCaseFilter(params: URLSearchParams): CaseFilter {
  const minimum = params.get("minimum") ?? "";
  const sort = CASE_SORTS.find((one) => one === params.get("sort"));
  return {
    view: VIEWS.find((one) => one === params.get("view")) ?? "all",
    kind: CASE_KINDS.find((one) => one === params.get("kind")),
    minimum: AMOUNT.test(minimum) ? minimum : undefined,
    fiat: FIATS.find((one) => one === params.get("fiat")) ?? "EUR",
    sort: sort ? { id: sort.endsWith("worth") ? "worth" : "since", desc: sort.startsWith("-") } : DEFAULT_SORT,
  };
}

export const sortParam = ({ id, desc }: { id: string; desc: boolean }): string => (desc ? `-${id}` : id);

const OF_VIEW: Record<View, Query> = {
  all: {},
  mine: { owner: "mine" },
  nobody: { owner: "nobody" },
  muted: { state: "MUTED" },
  closed: { state: "CLOSED" },
};

export function caseQuery(filter: CaseFilter): Query {
  const { view, kind, minimum, fiat, sort } = filter;
  return { ...OF_VIEW[view], kind, minimum, fiat, sort: sortParam(sort) };
}
