import type { Found } from "#lib/search/contract.ts";
import { detectSearch, type Search } from "#components/payments/search.ts";
import { isAt, NAV, type NavEntry } from "#components/shell/nav-entries.ts";
import { text } from "#components/i18n/text.ts";
import type { IconName } from "#components/ui/icons.tsx";

const words = text.palette;

/** One line of the palette: where it leads, and the keys that go there without it. */
export type Entry = { id: string; label: string; hint: string; href: string; icon: IconName; keys?: string };

const pages = (): Entry[] =>
  NAV.map((page) => ({
    id: `page ${page.href}`,
    label: page.label(),
    hint: words.page,
    href: page.href,
    icon: page.icon,
    keys: `g ${page.goKey}`,
  }));

const actions = (): Entry[] =>
  [
    { label: words.actions.convert, href: "/conversions?new=1", icon: "conv" as const },
    { label: words.actions.held, href: "/payments?range=90d&label=HELD", icon: "case" as const },
    { label: words.actions.late, href: "/payments?range=90d&label=LATE", icon: "case" as const },
    { label: words.actions.free, href: "/payments?range=90d&convertible=true", icon: "pay" as const },
  ].map((action) => ({ ...action, id: `action ${action.href}`, hint: words.action }));

/** What fits what was typed, of what the pages offered to the person can show. */
export function entriesFor(typed: string, found: readonly Found[] = [], offered: readonly NavEntry[] = NAV): Entry[] {
  return fitting(typed, found).filter(({ href }) => offered.some((page) => isAt(href.split("?")[0] ?? href, page)));
}

/** Pages and actions by their words, records found by it, and the record that the text looks like. */
function fitting(typed: string, found: readonly Found[]): Entry[] {
  const wanted = typed.trim().toLowerCase();
  const known = [...pages(), ...actions()].filter(({ label }) => label.toLowerCase().includes(wanted));
  const looksLike = detectSearch(typed);
  if (!looksLike) return known;
  const whole = found.some(({ value }) => value.toLowerCase() === wanted);
  const guessed = whole ? [] : recordEntries(looksLike.by, looksLike.value);
  return [...(looksLike.by === "reference" ? known : []), ...found.map(foundEntry), ...guessed];
}

function foundEntry({ kind, by, value, id }: Found): Entry {
  const href = {
    payment: `/payments?${new URLSearchParams({ paymentId: id, open: id })}`,
    conversion: `/conversions?${new URLSearchParams({ invoice: id })}`,
    subaccount: `/payments?${new URLSearchParams({ range: "90d", subaccount: value })}`,
  }[kind];
  return { id: `found ${by} ${id}`, label: value, hint: words.found[by], href, icon: "find" };
}

function recordEntries(by: Search, value: string): Entry[] {
  const query = new URLSearchParams({ [by]: value });
  if (by === "paymentId") query.set("open", value);
  const payment = {
    id: `find ${by}`,
    label: value,
    hint: words.find[by],
    href: `/payments?${query}`,
    icon: "find" as const,
  };
  if (by !== "paymentId") return [payment];
  const invoice = { ...payment, id: "find invoice", hint: words.find.invoiceId, href: `/conversions?invoice=${value}` };
  return [payment, invoice];
}
