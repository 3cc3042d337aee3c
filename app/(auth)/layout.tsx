import type { ReactNode } from "react";
import { SandboxBadge } from "#components/shell/top-bar.tsx";
import { text } from "#lib/i18n/text.ts";
import { Mark } from "#components/ui/icons.tsx";
import { mode } from "../mode.ts";

/** What stands before the desk: the same bar, nothing else. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="bar flex h-bar items-center gap-3 px-3">
        <span className="flex items-center gap-2 font-semibold tracking-[-0.01em]">
          <Mark />
          {text.product}
        </span>
        {mode() === "sandbox" ? <SandboxBadge /> : null}
      </header>
      <main className="mx-auto grid w-full max-w-100 px-4 py-6 card:py-16">{children}</main>
    </>
  );
}
