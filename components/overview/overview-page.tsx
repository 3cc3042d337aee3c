"use client";

import type { Fiat } from "#lib/kernel/assets.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { useNow } from "#components/clock.ts";
import { useMay } from "#components/may.ts";
import { usePreferences } from "#components/preferences.tsx";
import { chartsText } from "#components/i18n/charts.ts";
import { overviewText } from "#components/i18n/overview.ts";
import { text } from "#components/i18n/text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { timesOf } from "#components/filters/range.ts";
import { fiatIn, ValuedIn } from "#components/ui/valued-in.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { dayText } from "#components/ui/times.ts";
import { useUrl } from "#components/url.ts";
import { ConversionResult } from "#components/charts/conversion-result.tsx";
import { DeliveryTime } from "#components/charts/delivery-time.tsx";
import { usePerformance } from "#components/charts/performance-data.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { Activity } from "./activity.tsx";
import { Connections } from "./connections.tsx";
import { Exposure } from "./exposure.tsx";
import { Needs } from "./needs.tsx";
import { BalanceDays } from "./balance-days.tsx";
import { Expiring } from "./expiring.tsx";
import { Filling } from "./filling.tsx";
import { Holdings } from "./holdings.tsx";
import { Outcomes } from "./outcomes.tsx";
import { type Balances, useOutcomes, useOverview, useValuedBalances } from "./overview-data.ts";
import { InOrder, Pair } from "#components/ui/section.tsx";
import { Volume } from "./volume.tsx";

const words = overviewText;

/** What do we hold, what is at risk, what must I do: every number leads to the records behind it. */
export function OverviewPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(60_000);
  const mayMake = useMay("payments:write");
  const fiat = fiatIn(params, "fiat");
  const overview = useOverview(fiat);
  const balances = useValuedBalances({ in: fiat });
  const failed = overview.error ?? balances.error;
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.overview}</h1>
        <span className="text-ink-3">{now === undefined ? "" : dayText(now, zone)}</span>
        <span className="ms-auto flex items-center gap-2 text-12 text-ink-2">
          <ValuedIn fiat={fiat} onChange={(one) => change({ fiat: one }, "replace")} />
          {mayMake ? (
            <ButtonLink href="/bills/new" look="primary" size="small">
              {text.nav.bills}
            </ButtonLink>
          ) : null}
        </span>
      </div>
      {failed ? (
        <ErrorNote
          error={failed}
          onRetry={() => void Promise.all([overview.refetch(), balances.refetch()])}
          title={words.failed}
        />
      ) : null}
      {failed && !(overview.data && balances.data) ? null : (
        <Parts balances={balances.data} fiat={fiat} overview={overview.data} />
      )}
    </>
  );
}

/** Every part asks for its own at once, and is shown in its place. */
function Parts({
  overview,
  balances,
  fiat,
}: {
  overview: OverviewRecord | undefined;
  balances: Balances | undefined;
  fiat: Fiat;
}) {
  return (
    <InOrder>
      {overview ? <Filling percent={overview.filling} /> : <Shape />}
      <Needs fiat={fiat} />
      {balances ? <Holdings balances={balances} fiat={balances.in ?? fiat} /> : <Waiting />}
      <Pair>
        <BalanceDays fiat={fiat} />
        <InOrder>
          <Bills fiat={fiat} show={Expiring} />
          {overview ? <Exposure overview={overview} /> : null}
        </InOrder>
      </Pair>
      <Pair>
        <InOrder>
          <Bills fiat={fiat} show={Outcomes} />
          {overview ? <Volume overview={overview} /> : null}
        </InOrder>
        <Performance fiat={fiat} show={ConversionResult} />
      </Pair>
      <Pair>
        {overview ? <Activity activity={overview.facts.activity} /> : null}
        <InOrder>
          {overview ? <Connections overview={overview} /> : null}
          <Performance fiat={fiat} show={DeliveryTime} />
        </InOrder>
      </Pair>
    </InOrder>
  );
}

/** How bills of the week came out, or which expire next. */
function Bills({ fiat, show: Shown }: { fiat: Fiat; show: typeof Outcomes }) {
  const { zone } = usePreferences();
  const now = useNow(60_000);
  const week = timesOf({ kind: "7d" }, now ?? Date.now(), zone).startTime;
  const { data, error, refetch } = useOutcomes(fiat, week);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.outcomes.failed} />;
  return data ? <Shown outcomes={data} /> : <Waiting />;
}

/** Charts come on their own: they look far back, and nothing above waits for them. */
function Performance({ fiat, show: Shown }: { fiat: Fiat; show: typeof DeliveryTime }) {
  const { data, error, refetch } = usePerformance(fiat);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={chartsText.failed} />;
  return data ? <Shown performance={data} /> : <Waiting />;
}

function Shape() {
  return (
    <Waiting className="gap-6 py-5">
      {[13, 60, 44, 52].map((height) => (
        <Skeleton className="w-full" key={height} />
      ))}
    </Waiting>
  );
}
