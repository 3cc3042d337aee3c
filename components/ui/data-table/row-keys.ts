"use client";

import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { text } from "#lib/i18n/text.ts";
import type { Opens } from "./data-table.tsx";

type Walk<Row extends object> = {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  currentId: () => string | undefined;
  goTo: (at: number) => void;
  /** Selects a row or not, the other way round if it is not said. */
  pick: (id: string, on?: boolean) => void;
  opens: Opens | undefined;
};

/** Where rows open: j/k and arrows walk, Enter opens, x selects, Shift+arrow extends, Escape closes. */
export function useRowKeys<Row extends object>(walk: Walk<Row>): void {
  const { rows, idOf, currentId, goTo, pick, opens } = walk;
  const active = opens !== undefined;
  const { keys } = text.table;
  const group = text.keyboard.groups.table;
  const place = () => {
    const id = currentId();
    return id === undefined ? -1 : rows.findIndex((row) => idOf(row) === id);
  };
  const pickAt = (at: number, on?: boolean) => {
    const row = rows[at];
    if (row) pick(idOf(row), on);
  };
  const down = () => goTo(place() + 1);
  const up = () => goTo(Math.max(place() - 1, 0));
  const extend = (by: 1 | -1) => {
    const from = place();
    pickAt(from, true);
    pickAt(from + by, true);
    goTo(from + by);
  };
  useShortcut("j", keys.down, group, down, active);
  useShortcut("k", keys.up, group, up, active);
  useShortcut("ArrowDown", keys.down, group, down, active);
  useShortcut("ArrowUp", keys.up, group, up, active);
  useShortcut("x", keys.select, group, () => pickAt(place()), active);
  useShortcut("Shift+ArrowDown", keys.extend, group, () => extend(1), active);
  useShortcut("Shift+ArrowUp", keys.extend, group, () => extend(-1), active);
  const open = () => {
    const id = currentId();
    if (id) opens?.onOpen(id);
  };
  useShortcut("o", keys.open, group, open, active);
  useShortcut("Escape", keys.close, group, () => opens?.onEscape(), active);
}
