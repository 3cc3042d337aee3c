import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const LEADS = "a[href], button:not([disabled])";
/** Where arrows have a meaning of their own. */
const OWN_ARROWS = "input, select, textarea, [role=combobox], [role=menu], [role=listbox]";

/**
 * Arrows that nothing in a row has taken go from row to row of a short table, as in the desk's tables: to what each row leads to. From the table itself the
 * first of them goes to the first such row, or the last.
 */
export function stepRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const { target, currentTarget } = event;
  if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof Element) || target.closest(OWN_ARROWS)) return;
  const rows = [...currentTarget.querySelectorAll("tbody > tr")].filter((row) => row.querySelector(LEADS));
  const here = rows.findIndex((row) => row.contains(target));
  const next = here === -1 ? rows.at(step === 1 ? 0 : -1) : rows[here + step];
  if (rows.length === 0) return;
  event.preventDefault();
  next?.querySelector<HTMLElement>(LEADS)?.focus();
}
