import type { ReactNode } from "react";
import { SandboxBadge } from "#components/shell/top-bar.tsx";
import { LanguageSwitch } from "#components/payer/language-switch.tsx";
import { words } from "#components/payer/words.ts";
import { Mark } from "#components/ui/icons.tsx";
import { mode } from "../mode.ts";

/** Around a payer's page: whose kind of page it is, and in the sandbox that no real money belongs here. */
export default function PayerLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="bar flex min-h-bar flex-wrap items-center gap-x-3 px-4 py-1">
        <span className="flex items-center gap-2 font-semibold tracking-[-0.01em]">
          <Mark />
          {words.title}
        </span>
        {mode() === "sandbox" ? (
          <>
            <SandboxBadge />
            <span className="text-12 text-sandbox-text">{words.sandbox}</span>
          </>
        ) : null}
        <LanguageSwitch />
      </header>
      {children}
    </>
  );
}
