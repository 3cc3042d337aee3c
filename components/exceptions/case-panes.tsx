"use client";

import type { CasePerson } from "#lib/cases/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useCase } from "./cases-data.ts";
import { Decision } from "./decision.tsx";
import { CaseTitle, Story, StoryHead } from "./story.tsx";

const words = exceptionsText.drawer;

/** One case: what happened, and beside it what can be decided; each scrolls alone, and the button stays. */
export function CasePanes({
  caseId,
  fiat,
  people,
  takeFocus,
  onClose,
  onStep,
}: {
  caseId: string;
  fiat: Fiat;
  people: readonly CasePerson[];
  takeFocus: boolean;
  onClose: () => void;
  onStep: ((by: -1 | 1) => void) | undefined;
}) {
  const { data: found, error, isPending, refetch } = useCase(caseId, fiat);
  return (
    <aside aria-label={words.loading} className="case-panes" data-alone={found ? undefined : true}>
      <article className="story">
        <StoryHead
          onClose={onClose}
          onStep={onStep}
          record={caseId}
          takeFocus={takeFocus}
          title={found ? <CaseTitle found={found} /> : words.loading}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section aria-label={words.happened} className="story-body" key={caseId} tabIndex={0}>
          {error ? <ErrorNote error={error} onRetry={refetch} /> : null}
          {found ? <Story found={found} people={people} /> : null}
          {found === null ? <Empty title={words.missing} /> : null}
          {isPending ? <Waiting lines={6} /> : null}
        </section>
      </article>
      {found ? <Decision found={found} key={caseId} people={people} /> : null}
    </aside>
  );
}
