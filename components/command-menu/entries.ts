import { definitionOf, SETTINGS } from "#lib/settings/definitions.ts";
import { isAt, NAV, type NavEntry } from "#components/nav/nav-entries.ts";
import { finderText } from "#lib/i18n/finder.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import type { IconName } from "#components/ui/icons.tsx";
import type { FoundLine } from "./found-entry.ts";

const words = finderText;

/** One line of the finder: where it leads or what it does, and the keys that do so without it. */
export type Entry = {
  id: string;
  label: string;
  hint: string;
  icon: IconName;
  href?: string;
  run?: () => void;
  keys?: string;
  /** A record, with what tells it from others. */
  found?: FoundLine;
};

const pagesOf = (offered: readonly NavEntry[]): Entry[] =>
  offered.map((page) => ({
    id: `page ${page.href}`,
    label: page.label(),
    hint: words.page,
    href: page.href,
    icon: page.icon,
    keys: `g ${page.goKey}`,
  }));

/** Settings by the name that their page gives them; the house's own to who sees the house's page. */
export function settingEntries(ofAccount: boolean, ofHouse: boolean): Entry[] {
  return Object.keys(SETTINGS).flatMap((name): Entry[] => {
    const label = settingsText.names[name]?.label;
    const isHouse = definitionOf(name)?.owner === "house";
    if (label === undefined || !(isHouse ? ofHouse : ofAccount || ofHouse)) return [];
    const tab = isHouse || !ofAccount ? "house" : "rules";
    return [{ id: `setting ${name}`, label, hint: words.setting, href: `/settings?tab=${tab}#${name}`, icon: "set" }];
  });
}

/** Pages, actions and settings by their words, then the records that were found; nothing is guessed. */
export function entriesFor(
  typed: string,
  {
    offered = NAV,
    actions = [],
    settings = [],
    found = [],
  }: {
    offered?: readonly NavEntry[];
    actions?: readonly Entry[];
    settings?: readonly Entry[];
    found?: readonly FoundLine[];
  } = {},
): Entry[] {
  const wanted = typed.trim().toLowerCase();
  const isOffered = ({ href }: { href?: string }) =>
    href === undefined || offered.some((page) => isAt(href.split(/[?#]/)[0] ?? href, page));
  const known = [...pagesOf(offered), ...actions, ...(wanted === "" ? [] : settings)];
  return [
    ...known.filter(({ label }) => label.toLowerCase().includes(wanted)),
    ...found.map((line) => ({
      id: line.id,
      label: line.label,
      hint: line.kind,
      href: line.href,
      icon: line.icon,
      found: line,
    })),
  ].filter((entry) => entry.id.startsWith("action") || isOffered(entry));
}
