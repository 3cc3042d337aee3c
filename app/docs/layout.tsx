import Link from "next/link";
import type { ReactNode } from "react";
import { DocsNav } from "#components/docs/docs-nav.tsx";
import { SandboxBadge } from "#components/shell/top-bar.tsx";
import { ThemeMenu } from "#components/nav/theme-menu.tsx";
import { en } from "#lib/i18n/docs.en.ts";
import { text } from "#lib/i18n/text.ts";
import { Mark } from "#components/ui/icons.tsx";
import { mode } from "../mode.ts";
import { allPages } from "./library.ts";

/** Public: integrators read the documentation with or without a session. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="sr-only focus:not-sr-only" href="#content">
        {text.skip}
      </a>
      <header className="bar flex h-bar items-center gap-3 px-4">
        <Link className="flex min-h-8 items-center gap-2 font-semibold tracking-[-0.01em]" href="/docs/quick-start">
          <Mark />
          {en.title}
        </Link>
        {mode() === "sandbox" ? <SandboxBadge /> : null}
        <span className="ms-auto flex items-center gap-2">
          <Link className="text-ink-2 hover:text-ink-1" href="/">
            {en.desk}
          </Link>
          <ThemeMenu />
        </span>
      </header>
      <div className="docs">
        <DocsNav pages={allPages().map(({ slug, title, group }) => ({ slug, title, group }))} />
        {children}
      </div>
    </>
  );
}
