"use client";

import { useMay } from "#components/may.ts";
import { useOf } from "#components/whose.tsx";
import { text } from "#lib/i18n/text.ts";
import { Count } from "#components/ui/tabs.tsx";
import { useCaseSummary } from "./case-summary.ts";

/** How many cases are open, beside the page's name; nothing when none is. */
export function CaseCount({ className }: { className?: string }) {
  return useMay(useOf() === "house" ? "house:cases" : "cases:read") ? <Counted className={className ?? ""} /> : null;
}

function Counted({ className }: { className: string }) {
  const count = useCaseSummary().data?.count ?? 0;
  if (count === 0) return null;
  return (
    <span className={className} title={text.nav.openCases(count)}>
      <Count urgent value={count} />
    </span>
  );
}
