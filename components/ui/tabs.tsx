"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { countText } from "#lib/i18n/amount.ts";
import { cx } from "./class-names.ts";

export type TabLink = {
  href: string;
  label: string;
  current: boolean;
  /** A number, or the text of one that was not counted to its end. */
  count?: number | string | undefined;
  urgent?: boolean;
};

/**
 * Views of one page as links: each has its own address, so it is navigation and not a widget. Where the bar is too narrow
 * for all of them the current one is in its middle.
 */
export function Tabs({ label, tabs, className }: { label: string; tabs: readonly TabLink[]; className?: string }) {
  const bar = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.href;
  useEffect(() => {
    // By hand: `scrollIntoView` would move the page as well.
    const tab = current === undefined ? undefined : bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      aria-label={label}
      className={cx("relative flex gap-0.5 overflow-x-auto [scrollbar-width:none]", className)}
      ref={bar}
    >
      {tabs.map((tab) => (
        <Link
          aria-current={tab.current ? "true" : undefined}
          className="inline-flex h-7 flex-none items-center gap-1.5 rounded-2 px-2 text-ink-2 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink-1 forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2"
          href={tab.href}
          key={tab.href}
          prefetch={false}
          scroll={false}
        >
          {tab.label}
          {tab.count === undefined ? null : <Count urgent={tab.urgent ?? false} value={tab.count} />}
        </Link>
      ))}
    </nav>
  );
}

/** A small number beside a name; red only when it needs a person's attention. */
export function Count({ value, urgent = false }: { value: number | string; urgent?: boolean }) {
  return (
    <span
      className={cx(
        "figure inline-grid h-4.5 min-w-5 place-items-center rounded-full border px-1.25 text-11 font-medium",
        urgent ? "border-fail-edge bg-fail-wash text-fail-text" : "border-edge text-ink-3",
      )}
    >
      {typeof value === "number" ? countText(value) : value}
    </span>
  );
}
