import type { RowSelectionState } from "@tanstack/react-table";

/** Ids of the rows that are ticked, also of those that are not in view. */
export type Selection = RowSelectionState;

/** The selection with these rows ticked, or without them. */
export function ticked(before: Selection, ids: readonly string[], on: boolean): Selection {
  const named = new Set(ids);
  const others = Object.entries(before).filter(([id]) => !named.has(id));
  return Object.fromEntries(on ? [...others, ...ids.map((id) => [id, true as const] as const)] : others);
}
