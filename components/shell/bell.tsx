"use client";

import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { CaseSummary } from "#lib/cases/contract.ts";
import { useRecoveries } from "#components/settings/recoveries.ts";
import { useSeesApprovals } from "#components/approvals/may-decide.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { useToDecide } from "#components/approvals/to-decide.ts";
import { useMay } from "#components/may.ts";
import { useOf } from "#components/whose.tsx";
import { text } from "#lib/i18n/text.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useCaseSummary } from "#components/exceptions/case-summary.ts";

/** Loaded when it is first opened, with the words of everything that can wait. */
const BellPanel = lazyPart(async () => (await import("#components/exceptions/bell-panel.tsx")).BellPanel);

const words = text.bell;

/**
 * What came up since the person last looked: going to it, or saying so, is having looked. What waits for their decision
 * stays until it is decided.
 */
export function Bell({ buttonClass }: { buttonClass: string }) {
  const ofCases = useMay(useOf() === "house" ? "house:cases" : "cases:read");
  const ofApprovals = useSeesApprovals();
  if (ofCases) return <WithCases buttonClass={buttonClass} />;
  return ofApprovals ? <Ringing buttonClass={buttonClass} /> : null;
}

function WithCases({ buttonClass }: { buttonClass: string }) {
  const { data } = useCaseSummary();
  return (
    <Ringing bell={data?.bell} buttonClass={buttonClass} fresh={data?.fresh ?? 0} mentions={data?.mentions ?? []} />
  );
}

type Rung = Pick<CaseSummary, "bell" | "mentions">;

/** `fresh` is absent for who sees no cases. */
function Ringing({
  buttonClass,
  fresh,
  bell,
  mentions = [],
}: {
  buttonClass: string;
  fresh?: number;
  bell?: Rung["bell"];
  mentions?: Rung["mentions"];
}) {
  const waiting = useToDecide();
  const recoveries = useRecoveries();
  const labels = [
    ...(fresh === undefined ? [] : [words.label(fresh)]),
    ...mentions.slice(0, 1).map(({ by }) => words.mentioned(actorText(by))),
    ...(recoveries.length > 0 ? [words.recoveries] : []),
    ...(waiting.length > 0 ? [text.secondPerson.count(waiting.length)] : []),
    ...(waiting.length === 0 && fresh === undefined ? [text.secondPerson.none] : []),
  ];
  return (
    <Panel
      button={
        <span className="relative text-ink-2">
          <Icon name="bell" />
          {(fresh ?? 0) + mentions.length + waiting.length + recoveries.length > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -end-0.5 -top-0.5 size-2 rounded-full bg-fail-mark forced-colors:border-4"
            />
          ) : null}
        </span>
      }
      buttonClass={buttonClass}
      label={labels.join("; ")}
    >
      {(close) => (
        <Suspense fallback={<Waiting className="w-80 max-w-full" />}>
          <BellPanel
            bell={bell}
            close={close}
            fresh={fresh}
            mentions={mentions}
            recoveries={recoveries}
            waiting={waiting}
          />
        </Suspense>
      )}
    </Panel>
  );
}
