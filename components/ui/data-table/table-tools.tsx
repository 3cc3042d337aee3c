"use client";

import { usePreferences } from "#components/preferences.tsx";
import { text } from "#lib/i18n/text.ts";
import { Button } from "../button.tsx";
import { Check } from "../check.tsx";
import { Icon, type IconName } from "../icons.tsx";
import { Panel } from "../menu.tsx";
import { leavingAt } from "./cell-look.ts";
import type { DeskTable, TableColumn } from "./desk-table.ts";
import { isPlain, isWanted } from "./layout.ts";
import { boundedWidth, REST_FROM, WIDTH_STEP } from "./widths.ts";

const SQUARE = "inline-flex size-7 items-center justify-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink-1";
type Tools<Row extends object> = { desk: DeskTable<Row> };

/** Which columns show, where, how wide, which stay in sight; and how dense the rows are. */
export function TableTools<Row extends object>(props: Tools<Row>) {
  const { density, set } = usePreferences();
  const words = text.table;
  const left = leftAt(props.desk);
  const now = words.density(density === "compact" ? words.compact : words.comfortable);
  return (
    <span className="hidden items-center gap-1 card:inline-flex">
      {left.map(({ step, count }) =>
        count > 0 ? (
          <span className={`left-${step} text-12 text-ink-3`} key={step}>
            {words.left(count)}
          </span>
        ) : null,
      )}
      <Panel button={<Icon name="columns" />} buttonClass={SQUARE} label={words.columns}>
        {() => <ColumnList {...props} />}
      </Panel>
      <Button
        aria-label={now}
        look="plain"
        onClick={() => set("density", density === "compact" ? "comfortable" : "compact")}
        size="small"
        square
        title={now}
      >
        <Icon name="dense" />
      </Button>
    </span>
  );
}

/** How many columns that are ticked have left at each step of a narrow list. */
function leftAt<Row extends object>(desk: DeskTable<Row>): { step: number; count: number }[] {
  const leaving = desk.columns.filter(({ id }) => !isWanted(desk.layout, id)).map((column) => leavingAt(column, desk));
  return [0, 1, 2, 3, 4].map((step) => ({ step, count: leaving.filter((leaves) => leaves <= step).length }));
}

function ColumnList<Row extends object>({ desk }: Tools<Row>) {
  const words = text.table;
  return (
    <div className="w-88">
      <ul className="grid max-h-[min(420px,60vh)] overflow-y-auto">
        {desk.movable().map((column) => (
          <ColumnLine column={column} desk={desk} key={column.id} />
        ))}
      </ul>
      <div className="border-t border-rule p-1 pt-2">
        <Button look="plain" onClick={desk.reset} size="small" unavailable={isPlain(desk.layout)}>
          {words.plain}
        </Button>
      </div>
    </div>
  );
}

function ColumnLine<Row extends object>({ column, desk }: Tools<Row> & { column: TableColumn<Row> }) {
  const words = text.table;
  const { id } = column;
  const { label, width } = column.columnDef.meta ?? { label: () => id, width: "rest" };
  const name = label();
  const shown = column.getIsVisible();
  const pinned = column.getIsPinned() !== false;
  const from = width === "rest" ? (desk.layout.columnSizing[id] ?? REST_FROM) : column.getSize();
  const widen = (by: number) => desk.setWidth(id, boundedWidth(from + by));
  return (
    <li className="flex items-center gap-0.5 ps-2">
      <Check
        checked={shown}
        className="min-h-8 flex-1"
        label={name}
        onChange={(event) => column.toggleVisibility(event.target.checked)}
      />
      {shown ? (
        <>
          <Tool
            icon="pin"
            label={words.pin(name)}
            onPress={() => column.pin(pinned ? false : "start")}
            pressed={pinned}
          />
          <Tool icon="up" label={words.earlier(name)} onPress={() => desk.move(id, -1)} />
          <Tool icon="down" label={words.later(name)} onPress={() => desk.move(id, 1)} />
          <Tool icon="minus" label={words.narrower(name)} onPress={() => widen(-WIDTH_STEP)} />
          <Tool icon="plus" label={words.wider(name)} onPress={() => widen(WIDTH_STEP)} />
        </>
      ) : null}
    </li>
  );
}

function Tool({
  icon,
  label,
  pressed,
  onPress,
}: {
  icon: IconName;
  label: string;
  pressed?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      aria-label={label}
      aria-pressed={pressed}
      className="grid size-7 place-items-center rounded-2 text-ink-3 hover:bg-hover hover:text-ink-1 focus-visible:-outline-offset-2 aria-pressed:bg-accent-wash aria-pressed:text-accent"
      onClick={onPress}
      title={label}
      type="button"
    >
      <Icon name={icon} size={12} />
    </button>
  );
}
