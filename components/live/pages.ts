/** A page of a list; `startsAfter` leads to the next one and is null at the end. */
export type Page<Row> = { readonly data: readonly Row[]; readonly startsAfter: string | null };

/** Rows by their keys, in their order. */
export type Collected<Row> = ReadonlyMap<string, Row>;

/** A key that is met again: the same row, on two pages that overlap; or another one, where rows have no key of their own. */
export type Repeated = "same" | "other";

/** Collects the rows of all pages in their order: of pages that go on from those before only the new are read. */
export function collector<Row>(
  idOf: (row: Row) => string,
  repeated: Repeated = "same",
): (pages: readonly Page<Row>[]) => Collected<Row> {
  let read: readonly Page<Row>[] = [];
  let rows = new Map<string, Row>();
  return (pages) => {
    const goesOn = read.every((page, at) => page === pages[at]);
    if (goesOn && read.length === pages.length) return rows;
    const added = pages.slice(goesOn ? read.length : 0).flatMap(({ data }) => data);
    rows = new Map(goesOn ? rows : []);
    for (const row of added) add(row, idOf(row));
    read = pages;
    return rows;
  };

  function add(row: Row, id: string): void {
    if (!rows.has(id)) rows.set(id, row);
    else if (repeated === "other") rows.set(`${id} ${rows.size}`, row);
  }
}

/** What a row says after its first page was read again: `fresh` is its record there, `whole` that the page is all there is. */
export type Renewal<Row> = (held: Row, fresh: Row | undefined, whole: boolean) => Row;

/** The same rows in the same order, each as it stands by now. */
export function renewed<Row>(
  rows: Collected<Row>,
  newest: Page<Row> | undefined,
  idOf: (row: Row) => string,
  renewal: Renewal<Row>,
): readonly Row[] {
  if (!newest) return [...rows.values()];
  const fresh = new Map(newest.data.map((row) => [idOf(row), row]));
  return Array.from(rows, ([id, held]) => renewal(held, fresh.get(id), newest.startsAfter === null));
}

/**
 * How many rows have come since the list was read: those of its first page, read again, that it does not hold. While it
 * has more pages to load, what follows the last row it holds is no newcomer: rows above have left, and it moved up.
 */
export function countNewer<Row>(
  rows: Collected<Row>,
  newest: Page<Row> | undefined,
  idOf: (row: Row) => string,
  hasMore: boolean,
): number {
  const known = (newest?.data ?? []).map((row) => rows.has(idOf(row)));
  const last = hasMore && known.includes(true) ? known.lastIndexOf(true) : known.length;
  return known.slice(0, last).filter((isKnown) => !isKnown).length;
}
