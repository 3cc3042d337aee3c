"use client";

import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "../button.tsx";
import { Check } from "../check.tsx";
import { Icon, type IconName } from "../icons.tsx";
import { Panel } from "../menu.tsx";
import type { PlacedColumn } from "./features.ts";
import { arranged, boundedWidth, isShown, type Layout, moved, PLAIN, WIDTH_STEP, withColumn } from "./layout.ts";
import { isPlain } from "./use-layout.ts";

const SQUARE = "inline-flex size-7 items-center justify-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink-1";
/** What a column that takes the rest counts from when somebody first widens or narrows it. */
const REST_FROM = 240;

type Layouts = { columns: readonly PlacedColumn[]; layout: Layout; onLayout: (next: Layout) => void };

/** Which columns show, where, how wide, which stay in sight; and how dense the rows are. */
export function TableTools(props: Layouts) {
  const { density, set } = usePreferences();
  const words = text.table;
  const now = words.density(density === "compact" ? words.compact : words.comfortable);
  return (
    <span className="hidden gap-1 card:inline-flex">
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

function ColumnList({ columns, layout, onLayout }: Layouts) {
  const words = text.table;
  const movable = arranged(columns, layout).filter(({ fixed }) => !fixed);
  return (
    <div className="w-88">
      <ul className="grid max-h-[min(420px,60vh)] overflow-y-auto">
        {movable.map((column) => (
          <ColumnLine column={column} columns={columns} key={column.id} layout={layout} onLayout={onLayout} />
        ))}
      </ul>
      <div className="border-t border-rule p-1 pt-2">
        <Button look="plain" onClick={() => onLayout(PLAIN)} size="small" unavailable={isPlain(layout)}>
          {words.plain}
        </Button>
      </div>
    </div>
  );
}

function ColumnLine({ column, columns, layout, onLayout }: Layouts & { column: PlacedColumn }) {
  const words = text.table;
  const { id, look } = column;
  const name = look.label();
  const shown = isShown(column, layout);
  const pinned = layout.columns[id]?.pinned ?? false;
  const change = (choice: Parameters<typeof withColumn>[2]) => onLayout(withColumn(layout, id, choice));
  const widen = (by: number) =>
    change({ width: boundedWidth((layout.columns[id]?.width ?? column.width ?? REST_FROM) + by) });
  return (
    <li className="flex items-center gap-0.5 ps-2">
      <Check
        checked={shown}
        className="min-h-8 flex-1"
        label={name}
        onChange={(event) => change({ shown: event.target.checked })}
      />
      {shown ? (
        <>
          <Tool icon="pin" label={words.pin(name)} onPress={() => change({ pinned: !pinned })} pressed={pinned} />
          <Tool icon="up" label={words.earlier(name)} onPress={() => onLayout(moved(columns, layout, id, -1))} />
          <Tool icon="down" label={words.later(name)} onPress={() => onLayout(moved(columns, layout, id, 1))} />
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
