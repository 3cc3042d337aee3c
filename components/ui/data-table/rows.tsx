"use client";

import type { ReactTable, Row as TableRow } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { CARDS, useMedia } from "#components/media.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/text/text.ts";
import { Check } from "../check.tsx";
import { type CellLook, ROLE } from "./cell-look.ts";
import type { DataTableProps } from "./data-table.tsx";
import type { DeskFeatures } from "./features.ts";
import { useRowKeys } from "./row-keys.ts";

type Props<Row extends object> = DataTableProps<Row> & {
  table: ReactTable<DeskFeatures, Row>;
  scroll: RefObject<HTMLDivElement | null>;
  looks: Map<string, CellLook>;
  filler: boolean;
};

const ROW_PX = { comfortable: 36, compact: 28 } as const;
const CARD_PX = 105;
const HEAD_PX = 32;
/** How many rows before the end the next page is asked for. */
const AHEAD = 30;

/** The rows in view and a few around them; the rest is room above and below. */
export function Rows<Row extends object>(props: Props<Row>) {
  const { table, scroll, more } = props;
  const { density } = usePreferences();
  const cards = useMedia(CARDS);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = table.getRowModel().rows;
  const height = cards ? CARD_PX : ROW_PX[density];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (cards ? (scroll.current?.closest<HTMLElement>(".main") ?? null) : scroll.current),
    estimateSize: () => height,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 12,
    scrollMargin: cards ? (body.current?.offsetTop ?? 0) : HEAD_PX,
    scrollPaddingStart: cards ? 0 : HEAD_PX,
    initialRect: { width: 1000, height: 900 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured sizes are void when the kind of row changes
  useEffect(() => virtual.measure(), [height]);

  const shown = virtual.getVirtualItems();
  const above = (shown[0]?.start ?? 0) - virtual.options.scrollMargin;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin);
  const near = (shown.at(-1)?.index ?? 0) >= rows.length - AHEAD;
  const loadMore = useEffectEvent(() => more?.load());
  const wanted = Boolean(more?.has && !more.loading && near);
  useEffect(() => {
    if (wanted) loadMore();
  }, [wanted]);

  const cursor = useCursor(body);
  const goTo = (at: number) => {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (!row) return;
    virtual.scrollToIndex(row.index, { align: "auto" });
    cursor.focus(row.id);
    if (props.openId !== undefined && props.openId !== row.id) props.onFollow(row.id);
  };
  useRowKeys({
    rows,
    currentId: () => cursor.id() ?? props.openId,
    goTo,
    onOpen: props.onOpen,
    onEscape: props.onEscape,
  });

  return (
    <tbody ref={body} {...ROLE.rowgroup}>
      {above > 0 ? <Room height={above} /> : null}
      {shown.map((item) => {
        const row = rows[item.index];
        if (!row) return null;
        return (
          <Line
            {...props}
            cards={cards}
            index={item.index}
            key={row.id}
            measure={cards ? virtual.measureElement : undefined}
            row={row}
          />
        );
      })}
      {more?.loading ? (
        <tr className="row" {...ROLE.row}>
          <td className="text-ink-3" colSpan={spanOf(rows[0])} data-card="line" {...ROLE.cell}>
            <span role="status">{text.table.more}</span>
          </td>
        </tr>
      ) : null}
      {below > 0 ? <Room height={below} /> : null}
    </tbody>
  );
}

const spanOf = <Row extends object>(row: TableRow<DeskFeatures, Row> | undefined) =>
  (row?.getAllCells().length ?? 0) + 1;

/** Drawn anew only when something of its own has changed: scrolling draws the rows that come in, not those in view. */
const Line = memo(Drawn) as typeof Drawn;

function Drawn<Row extends object>({
  row,
  index,
  measure,
  ...props
}: Props<Row> & {
  row: TableRow<DeskFeatures, Row>;
  index: number;
  cards: boolean;
  measure: ((node: Element | null) => void) | undefined;
}) {
  const selected = row.getIsSelected();
  const open = (event: MouseEvent) => {
    if (isControl(event.target) || window.getSelection()?.isCollapsed === false) return;
    props.onOpen(row.id);
  };
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selected}
      className="row"
      data-current={props.openId === row.id || undefined}
      data-index={index}
      data-row={row.id}
      onClick={open}
      ref={measure}
      {...ROLE.row}
    >
      <td className="pin" {...ROLE.cell}>
        <Check
          checked={selected}
          hideLabel
          label={text.table.select(props.kind.nameOf(row.original))}
          onChange={row.getToggleSelectedHandler()}
        />
      </td>
      {row.getAllCells().map((cell) => {
        const { meta } = cell.column.columnDef;
        const look = props.looks.get(cell.column.id);
        const shared = {
          className: look?.className,
          "data-card": look?.card,
          "data-label": look?.label,
          style: look?.style,
        };
        return meta?.names ? (
          <th {...shared} key={cell.id} {...ROLE.rowheader} scope="row">
            <props.table.FlexRender cell={cell} />
          </th>
        ) : (
          <td {...shared} key={cell.id} {...ROLE.cell}>
            <props.table.FlexRender cell={cell} />
          </td>
        );
      })}
      {props.filler ? <td {...ROLE.none} /> : null}
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
