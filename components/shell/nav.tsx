"use client";

import { useGo } from "#components/connection.ts";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { ApprovalCount } from "#components/approvals/approval-count.tsx";
import { CaseCount } from "#components/exceptions/case-count.tsx";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { text } from "#lib/i18n/text.ts";
import { Icon } from "#components/ui/icons.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { AccountSwitch } from "./account-switch.tsx";
import { isAt, type NavEntry } from "#components/nav/nav-entries.ts";
import { useNav } from "#components/nav/use-nav.ts";

const ITEM =
  "flex h-8 items-center gap-2.25 rounded-2 px-2 text-ink-2 hover:bg-sunken hover:text-ink-1 aria-[current]:bg-sheet aria-[current]:font-medium aria-[current]:text-ink-1 aria-[current]:shadow-[0_0_0_1px_var(--edge)] forced-colors:aria-[current]:outline-2";

/** The way around, at the side of a wide window. */
export function Nav({ onHelp }: { onHelp: () => void }) {
  const here = usePathname();
  const pages = useNav();
  return (
    <nav aria-label={text.nav.main} className="hidden flex-col overflow-auto bg-ground px-2 py-3 card:flex">
      <AccountSwitch />
      {pages.map((entry, at) => (
        <NavItem
          current={isAt(here, entry)}
          entry={entry}
          key={entry.href}
          ruled={entry.group !== pages[at - 1]?.group && at > 0}
        />
      ))}
      <button
        className="mt-auto flex min-h-8 items-center gap-2 rounded-2 px-2 text-12 text-ink-3 hover:bg-sunken hover:text-ink-1"
        onClick={onHelp}
        type="button"
      >
        <Kbd keys="?" /> <span className="nav-word">{text.nav.shortcuts}</span>
      </button>
    </nav>
  );
}

function NavItem({ entry, current, ruled }: { entry: NavEntry; current: boolean; ruled: boolean }) {
  const router = useRouter();
  const goTo = useGo();
  const go = () => goTo(entry.href);
  // Not all pages at once while the first one is being read: the one that is pointed at.
  const fetchAhead = () => router.prefetch(entry.href);
  useShortcut(`g ${entry.goKey}`, entry.label(), text.keyboard.groups.go, go);
  useShortcut(entry.letter ?? "", entry.label(), text.keyboard.groups.go, go, entry.letter !== undefined);
  return (
    <>
      {ruled ? <hr className="m-2 border-edge" /> : null}
      <Link
        aria-current={current ? "page" : undefined}
        className={ITEM}
        href={entry.href}
        onFocus={fetchAhead}
        onPointerEnter={fetchAhead}
        prefetch={false}
        title={entry.label()}
      >
        <Icon className={current ? "text-accent" : "text-ink-3"} name={entry.icon} />
        <span className="nav-word">{entry.label()}</span>
        {entry.counts === "cases" ? <CaseCount className="ms-auto" /> : null}
        {entry.counts === "approvals" ? <ApprovalCount className="ms-auto" /> : null}
      </Link>
    </>
  );
}

const TAB =
  "grid min-w-0 grid-cols-[minmax(0,1fr)] place-content-center justify-items-center gap-0.75 text-center text-11 font-medium wrap-anywhere text-ink-2 focus-visible:-outline-offset-2 aria-[current]:text-accent";
/** So many pages stand in the bar itself; the others are under More. */
const IN_BAR = 4;

/** The way around on a phone, under the thumb. */
export function TabBar() {
  const here = usePathname();
  const pages = useNav();
  const rest = pages.slice(IN_BAR);
  const restHere = rest.some((entry) => isAt(here, entry));
  return (
    <nav
      aria-label={text.nav.short}
      className="grid h-15 auto-cols-fr grid-flow-col border-t border-edge bg-sheet card:hidden"
    >
      {pages.slice(0, IN_BAR).map((entry) => (
        <Link
          aria-current={isAt(here, entry) ? "page" : undefined}
          className={TAB}
          href={entry.href}
          key={entry.href}
          prefetch={false}
        >
          <Icon name={entry.icon} size={18} />
          {entry.label()}
        </Link>
      ))}
      {rest.length > 0 ? (
        <Panel
          button={<Icon name="more" size={18} />}
          buttonClass={cx(TAB, "h-full w-full", restHere && "text-accent")}
          label={text.nav.more}
          shownLabel
          side="top"
        >
          {(close) =>
            rest.map((entry) => (
              <Link
                aria-current={isAt(here, entry) ? "page" : undefined}
                className="flex min-h-11 items-center gap-3 rounded-2 px-3 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-accent"
                data-line
                href={entry.href}
                key={entry.href}
                onClick={close}
                prefetch={false}
              >
                <Icon className="text-ink-3" name={entry.icon} />
                {entry.label()}
              </Link>
            ))
          }
        </Panel>
      ) : null}
    </nav>
  );
}
