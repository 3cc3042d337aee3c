"use client";

import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "../button.tsx";
import { Check } from "../check.tsx";
import { Icon } from "../icons.tsx";
import { Menu } from "../menu.tsx";
import type { Visibility } from "./table-view.ts";

const SQUARE = "inline-flex size-7 items-center justify-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink-1";

/** Which columns show, and how dense the rows are. */
export function TableTools({
  columns,
  visibility,
  onVisibility,
}: {
  columns: readonly { id: string; label: string }[];
  visibility: Visibility;
  onVisibility: (next: Visibility) => void;
}) {
  const { density, set } = usePreferences();
  const { comfortable, compact } = text.table;
  return (
    <span className="hidden gap-1 card:inline-flex">
      <Menu button={<Icon name="columns" />} buttonClass={SQUARE} label={text.table.columns}>
        {() => (
          <div className="grid px-2 py-1">
            {columns.map(({ id, label }) => (
              <Check
                checked={visibility[id] !== false}
                className="min-h-7"
                key={id}
                label={label}
                onChange={(event) => onVisibility({ ...visibility, [id]: event.target.checked })}
              />
            ))}
          </div>
        )}
      </Menu>
      <Button
        aria-label={text.table.density(density === "compact" ? compact : comfortable)}
        look="plain"
        onClick={() => set("density", density === "compact" ? "comfortable" : "compact")}
        size="small"
        square
        title={text.table.density(density === "compact" ? compact : comfortable)}
      >
        <Icon name="dense" />
      </Button>
    </span>
  );
}
