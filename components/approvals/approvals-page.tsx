"use client";

import { approvalsText } from "#lib/i18n/approvals.ts";
import { text } from "#lib/i18n/text.ts";
import { ApprovalsTab } from "./approvals-tab.tsx";

const words = approvalsText;

/** What waits for a second person, and what became of earlier requests, with what each one changes. */
export function ApprovalsPage() {
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.approvals}</h1>
        <span className="text-12 text-ink-3">{words.waiting.hint}</span>
      </div>
      <ApprovalsTab />
    </>
  );
}
