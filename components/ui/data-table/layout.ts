/** What a reader changed about one column; what is absent rules as the table itself says. `width` in pixels. */
export type ColumnChoice = { shown?: boolean; pinned?: boolean; width?: number };

/** How a reader laid a table out. `order` is empty until somebody moved a column; columns it does not name follow. */
export type Layout = { order: readonly string[]; columns: Readonly<Record<string, ColumnChoice>> };

export const PLAIN: Layout = { order: [], columns: {} };
export const LEAST_WIDTH = 56;
export const MOST_WIDTH = 640;
/** How much one press of a button widens or narrows. */
export const WIDTH_STEP = 16;

/** A column as the layout needs to know it; `fixed` ones stay first, visible and pinned: they name the row. */
export type Placed = { id: string; fixed: boolean; hidden: boolean; width: number | undefined };

/** The columns from start to end: those that name the row, then the pinned ones, then the rest, each in the reader's order. */
export function arranged<Column extends Placed>(columns: readonly Column[], layout: Layout): Column[] {
  const place = (id: string) => {
    const at = layout.order.indexOf(id);
    return at < 0 ? layout.order.length : at;
  };
  const rank = (column: Column) => (column.fixed ? 0 : layout.columns[column.id]?.pinned ? 1 : 2);
  return columns
    .map((column, at) => ({ column, at }))
    .sort(
      (a, b) =>
        rank(a.column) - rank(b.column) ||
        (a.column.fixed ? 0 : place(a.column.id) - place(b.column.id)) ||
        a.at - b.at,
    )
    .map(({ column }) => column);
}

/** Whether a column shows: as the reader said, else as the table does. */
export const isShown = (column: Placed, layout: Layout): boolean =>
  column.fixed || (layout.columns[column.id]?.shown ?? !column.hidden);

/** Changes one column; a choice that is what the table says anyway is not kept. */
export function withColumn(layout: Layout, id: string, change: ColumnChoice): Layout {
  return { ...layout, columns: { ...layout.columns, [id]: { ...layout.columns[id], ...change } } };
}

/** Moves a column one place towards the start or the end, over the next one that shows and may be passed. */
export function moved(columns: readonly Placed[], layout: Layout, id: string, by: -1 | 1): Layout {
  const shown = arranged(columns, layout).filter((column) => isShown(column, layout));
  const next = shown[shown.findIndex((column) => column.id === id) + by];
  return next ? movedTo(columns, layout, id, next.id) : layout;
}

/** Puts a column where another one is; that one and those between move up. Nothing passes the columns that name the row. */
export function movedTo(columns: readonly Placed[], layout: Layout, id: string, target: string): Layout {
  const ids = arranged(columns, layout).map((column) => column.id);
  const [from, to] = [ids.indexOf(id), ids.indexOf(target)];
  const fixed = (one: string) => columns.find((column) => column.id === one)?.fixed ?? true;
  if (from < 0 || to < 0 || from === to || fixed(id) || fixed(target)) return layout;
  const order = ids.toSpliced(from, 1).toSpliced(to, 0, id);
  const pinned = layout.columns[target]?.pinned ?? false;
  const crosses = pinned !== (layout.columns[id]?.pinned ?? false);
  return crosses ? withColumn({ ...layout, order }, id, { pinned }) : { ...layout, order };
}

/** A width somebody may have meant. */
export const boundedWidth = (width: number): number => Math.min(Math.max(Math.round(width), LEAST_WIDTH), MOST_WIDTH);

/** The layout as the address carries it: `difference.h_reference.s_asset.p.w140`, and the order as ids. Plain ones say nothing. */
export function writeLayout(layout: Layout): { columns: string | undefined; order: string | undefined } {
  const columns = Object.entries(layout.columns).flatMap(([id, { shown, pinned, width }]) => {
    const flags = [
      shown === true ? "s" : shown === false ? "h" : "",
      pinned ? "p" : "",
      width === undefined ? "" : `w${width}`,
    ].filter(Boolean);
    return flags.length > 0 ? [[id, ...flags].join(".")] : [];
  });
  return { columns: columns.join("_") || undefined, order: layout.order.join("_") || undefined };
}

/** Reads what {@link writeLayout} wrote; columns and flags that are unknown here are left out. */
export function readLayout(known: readonly string[], columns: string | null, order: string | null): Layout {
  const entries = (columns ?? "").split("_").flatMap((part): [string, ColumnChoice][] => {
    const [id = "", ...flags] = part.split(".");
    if (!known.includes(id)) return [];
    return [[id, Object.assign({}, ...flags.map(readFlag)) as ColumnChoice]];
  });
  const ids = (order ?? "").split("_").filter((id) => known.includes(id));
  return { order: [...new Set(ids)], columns: Object.fromEntries(entries) };
}

function readFlag(flag: string): ColumnChoice {
  if (flag === "s" || flag === "h") return { shown: flag === "s" };
  if (flag === "p") return { pinned: true };
  const width = /^w(\d{1,4})$/.exec(flag)?.[1];
  return width ? { width: boundedWidth(Number(width)) } : {};
}
