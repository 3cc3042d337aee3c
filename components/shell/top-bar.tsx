"use client";

import Link from "next/link";
import { Bell } from "./bell.tsx";
import { LiveDot } from "#components/live/live.tsx";
import type { Mode } from "#components/mode.tsx";
import { text } from "#lib/i18n/text.ts";
import { Icon, Mark } from "#components/ui/icons.tsx";
import { SearchField } from "./search-field.tsx";
import { BAR_BUTTON, ThemeMenu } from "#components/nav/theme-menu.tsx";
import { UserMenu } from "./user-menu.tsx";
import { ZoneMenu } from "./zone-menu.tsx";

/** The bar over every page; plum belongs to the sandbox alone. `onePerson`: nothing needs a second one. */
export function TopBar({ mode, onePerson, onFind }: { mode: Mode; onePerson: boolean; onFind: () => void }) {
  return (
    <header className="bar relative z-6 flex items-center gap-2 ps-3 pe-2 card:gap-3 card:pe-gutter">
      <Link className="flex min-h-8 items-center gap-2 font-semibold tracking-[-0.01em]" href="/" prefetch={false}>
        <Mark />
        <span className="sr-only card:not-sr-only">{text.product}</span>
      </Link>
      {mode === "sandbox" ? <SandboxBadge /> : null}
      <SearchField onFind={onFind} wide={mode === "live"} />
      <div className="flex items-center gap-1 card:ms-auto">
        {onePerson ? <OnePersonBadge /> : null}
        <LiveDot />
        <ZoneMenu />
        <ThemeMenu />
        <Bell buttonClass={BAR_BUTTON} />
        <UserMenu />
      </div>
    </header>
  );
}

export function SandboxBadge() {
  return (
    <span
      className="inline-flex items-center gap-1.5 text-11 font-semibold tracking-[0.06em] text-sandbox-text flex-none card:min-w-[calc(var(--nav)-91px)] card:ps-1"
      title={text.mode.sandboxHint}
    >
      <Icon name="flask" size={14} />
      {text.mode.sandbox}
    </span>
  );
}

/** A guard that is off is said wherever the desk is; on a narrow screen by its icon. */
function OnePersonBadge() {
  return (
    <span
      className="inline-flex items-center gap-1 text-12 text-ink-2 whitespace-nowrap flex-none"
      title={text.mode.onePersonHint}
    >
      <Icon name="user" size={14} />
      <span className="sr-only wide:not-sr-only">{text.mode.onePerson}</span>
    </span>
  );
}
