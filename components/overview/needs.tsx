"use client";

import Link from "next/link";
import type { CaseRecord } from "#lib/cases/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { ApprovalsWaiting } from "#components/approvals/approval-count.tsx";
import { Age } from "#components/exceptions/age.tsx";
import { Due } from "#components/exceptions/due.tsx";
import { lookOf } from "#components/exceptions/case-look.ts";
import { useCaseSummary } from "#components/exceptions/case-summary.ts";
import { useFirstCases } from "#components/exceptions/cases-data.ts";
import { useMay } from "#components/may.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { MARKS } from "#components/ui/state.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { causeText } from "#components/exceptions/cause-text.ts";
import { Former, useFormer } from "#components/ui/former.tsx";

const words = overviewText.needs;
/** So many of the cases that are due first stand here; the others are in the inbox. */
const SHOWN = 4;

/** What waits for a person: the cases that are due first with deadline, age, owner and value, each leading into the inbox. */
export function Needs({ fiat }: { fiat: Fiat }) {
  return useMay("cases:read") ? <Sentence fiat={fiat} /> : null;
}

function Sentence({ fiat }: { fiat: Fiat }) {
  const { data: top, error, refetch, isPlaceholderData } = useFirstCases({ limit: SHOWN, by: "due", fiat });
  const { data: summary } = useCaseSummary();
  if (!top)
    return error ? (
      <ErrorNote error={error} onRetry={() => void refetch()} title={exceptionsText.failed} />
    ) : (
      <Waiting />
    );
  return (
    <Former when={isPlaceholderData}>
      <Shown summary={summary} top={top.data} />
    </Former>
  );
}

type Summaries = { top: readonly CaseRecord[]; summary: ReturnType<typeof useCaseSummary>["data"] };

function Shown({ top, summary }: Summaries) {
  return (
    <section aria-label={words.title} className="border-b border-rule" {...useFormer()}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-gutter pt-2">
        <h2 className="font-semibold">{words.title}</h2>
        {top.length > 0 ? (
          // Whether all are assigned is not known before the summary is, nor how many there are.
          <span className="text-12 text-ink-3">{summary ? words.unowned(summary.nobody) : null}</span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-12 text-ink-3">
            <Glyph className={MARKS.done} name="done" />
            {words.clear}
          </span>
        )}
        <ApprovalsWaiting />
        <Link
          className="ms-auto inline-flex min-h-6 items-center text-12 text-accent hover:underline"
          href="/exceptions"
          prefetch={false}
        >
          {words.all(summary?.count)}
        </Link>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] [&>li+li]:border-s [&>li]:border-rule max-card:[&>li+li]:border-s-0">
        {top.map((one) => (
          <li key={one.caseId}>
            <Need found={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Need({ found }: { found: CaseRecord }) {
  const { tone, glyph, word } = lookOf(found);
  return (
    <Link
      className="flex min-h-13 items-start gap-2 px-gutter py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
      href={`/exceptions?case=${encodeURIComponent(found.caseId)}`}
      prefetch={false}
      title={causeText(found)}
    >
      <Glyph className={`mt-0.75 ${MARKS[tone]}`} name={glyph} />
      <span className="grid min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3 font-medium">
          {word}
          <Due className="text-12 leading-5" record={found} />
        </span>
        <span className="flex items-baseline gap-2 text-12 text-ink-3">
          <Age className="flex-none" since={found.since} />{" "}
          <span className="min-w-0 flex-1 truncate">{found.assignee?.name ?? exceptionsText.nobody}</span>{" "}
          {found.worth ? (
            <span className="flex-none text-ink-1">
              <Money asset={found.fiat} unit value={found.worth} />
            </span>
          ) : null}
        </span>
      </span>
    </Link>
  );
}
