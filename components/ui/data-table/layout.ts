import type { TableState, Updater } from "@tanstack/react-table";
import type { Columns, DeskFeatures } from "./features.ts";
import { boundedWidth } from "./widths.ts";

/**
 * What a reader changed about a table, in the slices that TanStack Table keeps it in; what is absent rules as the
 * table itself says. Pinned ones stand in the reader's order, whatever order they were pinned in.
 */
export type Layout = Pick<
  TableState<DeskFeatures>,
  "columnOrder" | "columnPinning" | "columnSizing" | "columnVisibility"
>;

export const PLAIN: Layout = {
  columnOrder: [],
  columnPinning: { start: [], end: [] },
  columnSizing: {},
  columnVisibility: {},
};

/** The table's own state: what it says itself, changed by its reader. */
export function stateOf({ ids, fixed, hidden, sorted }: Columns, layout: Layout, sortedBy?: string): Layout {
  const place = (id: string) => {
    const at = layout.columnOrder.indexOf(id);
    return at < 0 ? layout.columnOrder.length : at;
  };
  const pinned = ids.filter((id) => isPinned(layout, id) && !fixed.includes(id)).sort((a, b) => place(a) - place(b));
  const shown = (of: readonly string[], is: boolean) => Object.fromEntries(of.map((id) => [id, is]));
  return {
    columnOrder: layout.columnOrder,
    columnPinning: { start: [...fixed, ...pinned], end: [] },
    columnSizing: layout.columnSizing,
    columnVisibility: {
      ...shown(hidden, false),
      ...layout.columnVisibility,
      ...shown(fixed, true),
      ...Object.fromEntries(sorted.map((id) => [id, id === sortedBy])),
    },
  };
}

/** The layout after a change of one slice of {@link stateOf}; the table's own defaults are kept only where changed. */
export function changed<Slice extends keyof Layout>(
  columns: Columns,
  layout: Layout,
  slice: Slice,
  change: Updater<Layout[Slice]>,
): Layout {
  const before = stateOf(columns, layout);
  const after = { ...before, [slice]: typeof change === "function" ? change(before[slice]) : change };
  const chosen = Object.entries(after.columnVisibility).filter(
    ([id, is]) => id in layout.columnVisibility || is !== (before.columnVisibility[id] ?? true),
  );
  return {
    columnOrder: after.columnOrder,
    columnPinning: { start: after.columnPinning.start.filter((id) => !columns.fixed.includes(id)), end: [] },
    columnSizing: after.columnSizing,
    columnVisibility: Object.fromEntries(chosen),
  };
}

/**
 * Puts a column where another one is; that one and those between move up, in the order given of all columns. Nothing
 * passes the columns that name the row; what is put among pinned ones is pinned too.
 */
export function movedTo(
  { fixed }: Columns,
  layout: Layout,
  ids: readonly string[],
  id: string,
  target: string,
): Layout {
  const [from, to] = [ids.indexOf(id), ids.indexOf(target)];
  if (from < 0 || to < 0 || from === to || fixed.includes(id) || fixed.includes(target)) return layout;
  const others = layout.columnPinning.start.filter((one) => one !== id);
  return {
    ...layout,
    columnOrder: ids.toSpliced(from, 1).toSpliced(to, 0, id),
    columnPinning: { start: isPinned(layout, target) ? [...others, id] : others, end: [] },
  };
}

export const isPinned = (layout: Layout, id: string): boolean => layout.columnPinning.start.includes(id);

/** Whether the reader chose this column or its width, so that it stays on a narrow list too. */
export const isWanted = (layout: Layout, id: string): boolean =>
  layout.columnVisibility[id] === true || isPinned(layout, id) || id in layout.columnSizing;

export const isPlain = ({ columnOrder, columnPinning, columnSizing, columnVisibility }: Layout): boolean =>
  columnOrder.length + columnPinning.start.length === 0 &&
  Object.keys({ ...columnSizing, ...columnVisibility }).length === 0;

/** The layout as the address carries it: `difference.h_reference.s_asset.p.w140`, and the order as ids. Plain ones say nothing. */
export function writeLayout(layout: Layout): { columns: string | undefined; order: string | undefined } {
  const { columnOrder, columnPinning, columnSizing, columnVisibility } = layout;
  const ids = new Set([...Object.keys(columnVisibility), ...columnPinning.start, ...Object.keys(columnSizing)]);
  const columns = [...ids].map((id) => {
    const [shown, width] = [columnVisibility[id], columnSizing[id]];
    const flags = [
      shown === undefined ? "" : shown ? "s" : "h",
      isPinned(layout, id) ? "p" : "",
      width === undefined ? "" : `w${width}`,
    ];
    return [id, ...flags.filter(Boolean)].join(".");
  });
  return { columns: columns.join("_") || undefined, order: columnOrder.join("_") || undefined };
}

/** Reads what {@link writeLayout} wrote; columns and flags that are unknown here are left out. */
export function readLayout(known: readonly string[], columns: string | null, order: string | null): Layout {
  const ids = (order ?? "").split("_").filter((id) => known.includes(id));
  const layout: Layout = {
    columnOrder: [...new Set(ids)],
    columnPinning: { start: [], end: [] },
    columnSizing: {},
    columnVisibility: {},
  };
  for (const part of (columns ?? "").split("_")) {
    const [id = "", ...flags] = part.split(".");
    if (known.includes(id)) for (const flag of flags) readFlag(layout, id, flag);
  }
  return layout;
}

function readFlag(layout: Layout, id: string, flag: string): void {
  const width = /^w(\d{1,4})$/.exec(flag)?.[1];
  if (flag === "s" || flag === "h") layout.columnVisibility[id] = flag === "s";
  else if (flag === "p" && !isPinned(layout, id)) layout.columnPinning.start.push(id);
  else if (width) layout.columnSizing[id] = boundedWidth(Number(width));
}
