"use client";

import { FlexRender, type Row as TableRow, useTable } from "@tanstack/react-table";
import { measureElement, useVirtualizer } from "@tanstack/react-virtual";
import {
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { CARDS, useMedia } from "#components/media.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#lib/i18n/text.ts";
import { Check } from "../check.tsx";
import { Cell } from "./cell.tsx";
import { type CellLook, ROLE } from "./cell-look.ts";
import type { DataTableProps } from "./data-table.tsx";
import { type DeskFeatures, features, type TableKind } from "./features.ts";
import { useRowKeys } from "./row-keys.ts";
import { ticked } from "./selection.ts";

type Props<Row extends object> = DataTableProps<Row> & {
  scroll: RefObject<HTMLDivElement | null>;
  looks: Map<string, CellLook>;
  filler: boolean;
};

const ROW_PX = { comfortable: 36, compact: 28 } as const;
const CARD_PX = 105;
const HEAD_PX = 32;
/** How many rows before the end the next page is requested. */
const AHEAD = 60;

/** The rows in view and a few around them; the rest is room above and below. */
export function Rows<Row extends object>(props: Props<Row>) {
  const { rows, desk, picks, opens, scroll, more, detailOf } = props;
  const { kind } = desk;
  const { density } = usePreferences();
  const cards = useMedia(CARDS);
  const body = useRef<HTMLTableSectionElement>(null);
  const height = cards ? CARD_PX : ROW_PX[density];
  const page = () => scroll.current?.closest<HTMLElement>(".main") ?? null;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (cards ? page() : scroll.current),
    estimateSize: () => height,
    // A row of what is hidden, while a part of the page is awaited anew, has no height that could be measured.
    measureElement: (...row) => measureElement(...row) || height,
    getItemKey: useCallback((at: number) => idAt(rows, kind, at) ?? at, [rows, kind]),
    overscan: 6,
    // Rows are drawn as the browser has time for them: a pull so fast that a screenful is passed at once stays smooth.
    useFlushSync: false,
    scrollMargin: cards ? topIn(page(), body.current) : HEAD_PX,
    scrollPaddingStart: cards ? 0 : HEAD_PX,
    initialRect: { width: 1000, height: 900 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured sizes are void when the kind of row changes
  useEffect(() => virtual.measure(), [height]);

  const shown = virtual.getVirtualItems();
  const from = shown[0]?.index ?? 0;
  const to = (shown.at(-1)?.index ?? -1) + 1;
  const inView = useMemo(() => rows.slice(from, to), [rows, from, to]);
  const table = useTable<DeskFeatures, Row>({
    features,
    columns: kind.columns,
    data: inView,
    getRowId: kind.idOf,
    state: { ...desk.state, rowSelection: picks?.selection ?? NONE },
    enableRowSelection: picks !== undefined,
    onRowSelectionChange: (change) =>
      picks?.onSelect((before) => (typeof change === "function" ? change(before) : change)),
  });
  const above = (shown[0]?.start ?? 0) - virtual.options.scrollMargin;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin);
  const near = to > rows.length - AHEAD;
  const loadMore = useEffectEvent(() => more?.load());
  const wanted = Boolean(more?.has && !more.loading && near);
  useEffect(() => {
    if (wanted) loadMore();
  }, [wanted]);

  const cursor = useCursor(body);
  const goTo = (at: number) => {
    const place = Math.min(Math.max(at, 0), rows.length - 1);
    const id = idAt(rows, kind, place);
    if (id === undefined) return;
    virtual.scrollToIndex(place, { align: "auto" });
    cursor.focus(id);
    if (opens?.id !== undefined && opens.id !== id) opens.onFollow(id);
  };
  // Keys reach rows that are not in view, of which the table knows nothing.
  const pick = (id: string, on?: boolean) => picks?.onSelect((before) => ticked(before, [id], on ?? !before[id]));
  useRowKeys({
    rows,
    idOf: kind.idOf,
    pick,
    currentId: () => cursor.id() ?? opens?.id,
    goTo,
    opens,
  });

  return (
    <tbody ref={body} {...ROLE.rowgroup}>
      {above > 0 ? <Room height={above} /> : null}
      {table.getRowModel().rows.map((row) => (
        <Line
          current={opens?.id === row.id}
          detail={detailOf?.(row.original)}
          filler={props.filler}
          index={from + row.index}
          key={row.id}
          looks={props.looks}
          measure={cards || detailOf ? virtual.measureElement : undefined}
          onOpen={opens?.onOpen}
          pickName={picks && kind.nameOf(row.original)}
          row={row}
          selected={row.getIsSelected()}
        />
      ))}
      {more?.loading ? (
        <tr className="row" {...ROLE.row}>
          <td className="text-ink-3" data-card="line" {...ROLE.cell}>
            <span role="status">{text.table.more}</span>
          </td>
        </tr>
      ) : null}
      {below > 0 ? <Room height={below} /> : null}
    </tbody>
  );
}

const NONE = {};

/** How far below the top of what scrolls something begins; what is hidden is nowhere. */
function topIn(box: Element | null, part: Element | null): number {
  if (!box || !part?.checkVisibility()) return 0;
  return part.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}

const idAt = <Row extends object>(rows: readonly Row[], kind: TableKind<Row>, at: number): string | undefined =>
  rows[at] && kind.idOf(rows[at]);

type LineProps<Row extends object> = {
  row: TableRow<DeskFeatures, Row>;
  looks: Map<string, CellLook>;
  filler: boolean;
  /** Its place in the whole list. */
  index: number;
  current: boolean;
  selected: boolean;
  /** What it is called where it may be selected. */
  pickName: string | undefined;
  detail: ReactNode;
  onOpen: ((id: string) => void) | undefined;
  measure: ((node: Element | null) => void) | undefined;
};

/** Drawn anew only when something of its own has changed: scrolling draws the rows that come in, not those in view. */
const Line = memo(Drawn, isSame) as typeof Drawn;

/** The table makes its rows anew as others come into view; what they are made of tells whether they differ. */
function isSame<Row extends object>(before: LineProps<Row>, after: LineProps<Row>): boolean {
  return (Object.keys(after) as (keyof LineProps<Row>)[]).every((name) =>
    name === "row" ? before.row.original === after.row.original : before[name] === after[name],
  );
}

function Drawn<Row extends object>(props: LineProps<Row>) {
  const { row, index, current, selected, pickName, looks, detail, onOpen, measure } = props;
  const open = (event: MouseEvent) => {
    if (isControl(event.target) || window.getSelection()?.isCollapsed === false) return;
    onOpen?.(row.id);
  };
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={pickName === undefined ? undefined : selected}
      className={detail ? "row opened" : "row"}
      data-current={current || undefined}
      data-index={index}
      data-row={row.id}
      onClick={onOpen && open}
      ref={measure}
      {...ROLE.row}
    >
      {pickName === undefined ? null : (
        <td className="pin" data-card="pick" {...ROLE.cell}>
          <Check
            checked={selected}
            hideLabel
            label={text.table.select(pickName)}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell) => (
        <Cell key={cell.id} look={looks.get(cell.column.id) ?? NONE}>
          <FlexRender cell={cell} />
        </Cell>
      ))}
      {props.filler ? <td {...ROLE.none} /> : null}
      {detail ? (
        <td className="detail" data-card="detail" {...ROLE.cell}>
          {detail}
        </td>
      ) : null}
    </tr>
  );
}

function Room({ height }: { height: number }) {
  return (
    <tr {...ROLE.none} className="gap-row" style={{ height }}>
      <td style={{ height }} />
    </tr>
  );
}

/** Which row has the focus, and a way to focus one that may only be drawn in a moment. */
function useCursor(body: RefObject<HTMLTableSectionElement | null>) {
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (wanted === undefined) return;
    const link = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted)}"] a[href]`);
    if (!link) return;
    link.focus({ preventScroll: true });
    setWanted(undefined);
  });
  return {
    focus: setWanted,
    id: () => document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"],
  };
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest("a, button, input, label") !== null;
