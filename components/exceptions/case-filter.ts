import { CASE_KINDS, CASE_SORTS, type CaseKind } from "#lib/cases/case-kinds.ts";
import { FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { CaseQuery } from "./cases-data.ts";

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

export const sortParam = <Id extends string>({ id, desc }: { id: Id; desc: boolean }): Id | `-${Id}` =>
  desc ? `-${id}` : id;

const OF_VIEW: Record<View, CaseQuery> = {
  all: {},
  mine: { owner: "mine" },
  nobody: { owner: "nobody" },
  muted: { state: "MUTED" },
  closed: { state: "CLOSED" },
};

export function caseQuery(filter: CaseFilter): CaseQuery {
  const { view, kind, minimum, fiat, sort } = filter;
  return {
    ...OF_VIEW[view],
    kind,
    minimum: minimum === undefined ? undefined : Decimal.from(minimum),
    fiat,
    sort: sortParam(sort),
  };
}
