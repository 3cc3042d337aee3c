import type { Locator } from "playwright/test";

/** One thing on a page that holds digits: where it stands, by headings, names and labels, and what it says. */
export type Shown = { where: string; text: string };

/**
 * Everything with a digit that a part of a page shows: cells by their row and column, values by their term, buttons by
 * their words, sentences by the heading over them. Also what only a screen reader hears, and what fields hold.
 */
export const readShown = (part: Locator): Promise<Shown[]> => part.evaluate(shownIn);

/** Runs in the browser, so it stands alone. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: nothing outside of it is there in the browser
function shownIn(root: Element): Shown[] {
  const UNITS = [
    "td, th",
    "dd, dt",
    "button, summary, option, label, legend",
    "p, li, h1, h2, h3, h4, a, caption, [role=status]",
  ];
  const flat = (text: string | null | undefined) => (text ?? "").replace(/[^\S\u00a0]+/g, " ").trim();
  const wordless = (text: string) => flat(text).replace(/\s*\d[\d\u00a0.,:/]*\s*/g, "#");
  const isShown = (one: Element) => one.checkVisibility();

  const unitOf = (node: Element): Element => {
    for (const wanted of UNITS) {
      const found = node.closest(wanted);
      if (found && root.contains(found) && found !== root) return found;
    }
    const block = node.closest("div, section, main, aside, form, fieldset");
    return block && root.contains(block) ? block : node;
  };
  const headings = [...root.querySelectorAll("h1, h2, h3, h4, legend")].filter(isShown);
  /** The heading over it, by its own words; one that is itself a figure names nothing. */
  const headingOver = (one: Element): string => {
    const over = headings.filter((each) => !each.contains(one) && each.compareDocumentPosition(one) & 4).at(-1);
    if (!over || /\d/.test(over.textContent ?? "")) return "";
    return flat([...over.childNodes].map((each) => (each.nodeType === 3 ? each.textContent : "")).join(" "));
  };
  const placeOf = (one: Element): string => {
    const named = one.parentElement?.closest("[aria-label]");
    const name =
      named && named !== root && root.contains(named) ? wordless(named.getAttribute("aria-label") ?? "") : "";
    return [...new Set([headingOver(one), name])].filter(Boolean).join(" > ");
  };
  const columnOf = (cell: HTMLTableCellElement): string => {
    let at = 0;
    for (let one = cell.previousElementSibling; one; one = one.previousElementSibling)
      at += (one as HTMLTableCellElement).colSpan;
    return flat(cell.closest("table")?.tHead?.rows[0]?.cells[at]?.textContent);
  };
  const rowOf = (cell: Element): string => {
    const row = cell.closest("tr");
    return flat((row?.querySelector("th[scope=row]") ?? row?.querySelector("td, th"))?.textContent);
  };
  const termOf = (one: Element): string => {
    let term: Element | null = one;
    while (term && term.tagName !== "DT") term = term.previousElementSibling;
    return flat(term?.textContent);
  };
  const labelOf = (one: Element): string => {
    if (one.closest("thead")) return "column";
    if (one instanceof HTMLTableCellElement) return `[${rowOf(one)}] ${columnOf(one)}`;
    if (one.tagName === "DD") return termOf(one);
    if (one.matches("button, summary, option, label, a"))
      return `${one.tagName.toLowerCase()} ${wordless(one.textContent ?? "")}`;
    return /^H\d$/.test(one.tagName) ? "heading" : "";
  };

  const pieces = new Map<Element, { parent: Element; text: string }[]>();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest("style, script") || !isShown(parent)) continue;
    const unit = unitOf(parent);
    const before = pieces.get(unit);
    if (before) before.push({ parent, text: node.textContent ?? "" });
    else pieces.set(unit, [{ parent, text: node.textContent ?? "" }]);
  }
  /** Digits of one element, and of those inside it, are one figure; beside each other, or after a word, they are two. */
  const isOne = (last: Element, parent: Element, seam: string) =>
    (last.contains(parent) || parent.contains(last)) &&
    (parent.closest(".hash, .address") !== null || !/^[^\W\d]\d$/.test(seam));
  const textOf = (parts: { parent: Element; text: string }[]) =>
    parts.reduce((all, { parent, text }, at) => {
      const last = parts[at - 1]?.parent;
      return all + (last && !isOne(last, parent, all.slice(-1) + text.slice(0, 1)) ? " " : "") + text;
    }, "");
  const shown: Shown[] = [];
  const add = (one: Element, label: string, text: string) => {
    if (/\d/.test(text)) shown.push({ where: `${placeOf(one)} | ${label}`, text: flat(text) });
  };
  for (const [unit, parts] of pieces) add(unit, labelOf(unit), textOf(parts));
  for (const one of root.querySelectorAll("[aria-label], [aria-valuetext], input, textarea, a, td[title]")) {
    if (!isShown(one)) continue;
    const name = one.getAttribute("aria-label") ?? "";
    if (one.matches("[role=img]")) add(one, "picture", name);
    if (one.matches("[role=slider]")) add(one, "chosen", one.getAttribute("aria-valuetext") ?? "");
    if (one.matches("button")) add(one, `named ${wordless(name)}`, name);
    if (one.matches("td[title]")) add(one, `${labelOf(one)} hint`, one.getAttribute("title") ?? "");
    if (one.matches("input:not([type=checkbox], [type=radio]), textarea")) {
      const field = one as HTMLInputElement;
      add(one, `field ${flat(field.labels?.[0]?.textContent) || name}`, field.value);
    }
    const href = one.getAttribute("href") ?? "";
    if (/^(bitcoin|bitcoincash|ethereum|tron):/.test(href)) add(one, "opens", href);
  }
  return shown;
}
