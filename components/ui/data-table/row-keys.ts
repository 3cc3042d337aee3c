"use client";

import type { Row as TableRow } from "@tanstack/react-table";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { text } from "#components/text/text.ts";
import type { DeskFeatures } from "./features.ts";

type Walk<Row extends object> = {
  rows: readonly TableRow<DeskFeatures, Row>[];
  currentId: () => string | undefined;
  goTo: (at: number) => void;
  onOpen: (id: string) => void;
  onEscape: () => void;
};

/** j/k and arrows walk, Enter opens, x selects, Shift+arrow extends, Escape closes. */
export function useRowKeys<Row extends object>({ rows, currentId, goTo, onOpen, onEscape }: Walk<Row>): void {
  const { keys } = text.table;
  const group = text.keyboard.groups.table;
  const place = () => rows.findIndex((row) => row.id === currentId());
  const down = () => goTo(place() + 1);
  const up = () => goTo(Math.max(place() - 1, 0));
  const select = () => rows[place()]?.toggleSelected();
  const extend = (by: 1 | -1) => {
    rows[place()]?.toggleSelected(true);
    const next = place() + by;
    rows[next]?.toggleSelected(true);
    goTo(next);
  };
  useShortcut("j", keys.down, group, down);
  useShortcut("k", keys.up, group, up);
  useShortcut("ArrowDown", keys.down, group, down);
  useShortcut("ArrowUp", keys.up, group, up);
  useShortcut("x", keys.select, group, select);
  useShortcut("Shift+ArrowDown", keys.extend, group, () => extend(1));
  useShortcut("Shift+ArrowUp", keys.extend, group, () => extend(-1));
  useShortcut("o", keys.open, group, () => {
    const id = currentId();
    if (id) onOpen(id);
  });
  useShortcut("Escape", keys.close, group, onEscape);
}
