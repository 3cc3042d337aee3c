"use client";

import type { ReactNode } from "react";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { useNow } from "#components/clock.ts";
import { useMay } from "#components/may.ts";
import { usePreferences } from "#components/preferences.tsx";
import { chartsText } from "#lib/i18n/charts.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { text } from "#lib/i18n/text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { timesOf } from "#components/filters/range.ts";
import { fiatIn, ValuedIn } from "#components/ui/valued-in.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { dayText } from "#lib/i18n/times.ts";
import { patched, useUrl } from "#components/url.ts";
import { ConversionResult } from "#components/charts/conversion-result.tsx";
import { DeliveryTime } from "#components/charts/delivery-time.tsx";
import { type Period, PERIODS, periodInUrl, readPeriod } from "#components/charts/period.ts";
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
import { useOutcomes, useOverview, useValuedBalances } from "./overview-data.ts";
import { InOrder, Pair } from "#components/ui/section.tsx";
import { Volume } from "./volume.tsx";
import { Former } from "#components/ui/former.tsx";

const words = overviewText;

/** What do we hold, what is at risk, what must I do: every number leads to the records behind it. */
export function OverviewPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(60_000);
  const mayMake = useMay("payments:write");
  const fiat = fiatIn(params, "fiat");
  const period = readPeriod(params);
  const overview = useOverview(fiat);
  const balances = useValuedBalances({ in: fiat });
  const failed = overview.error ?? balances.error;
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.overview}</h1>
        <span className="text-ink-3">{now === undefined ? "" : dayText(now, zone)}</span>
        <span className="ms-auto flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2 max-card:ms-0">
          <Periods params={params} period={period} />
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
        <Parts balances={balances} fiat={fiat} overview={overview} period={period} />
      )}
    </>
  );
}

/** Every part asks for its own at once, and is shown in its place. */
function Parts({
  overview: { data: overview, isPlaceholderData: isFormer },
  balances: { data: balances, isPlaceholderData: areFormer },
  fiat,
  period,
}: {
  period: Period;
  overview: ReturnType<typeof useOverview>;
  balances: ReturnType<typeof useValuedBalances>;
  fiat: Fiat;
}) {
  const readsCost = useMay("house:read");
  const deliveryTime = <Performance fiat={fiat} period={period} show={DeliveryTime} />;
  const shown = (part: (overview: OverviewRecord) => ReactNode) =>
    overview ? <Former when={isFormer}>{part(overview)}</Former> : null;
  return (
    <InOrder>
      {overview ? <Filling percent={overview.filling} /> : <Shape />}
      <Needs fiat={fiat} />
      {balances ? (
        <Former when={areFormer}>
          <Holdings balances={balances} fiat={balances.in ?? fiat} />
        </Former>
      ) : (
        <Waiting />
      )}
      <Pair>
        <BalanceDays fiat={fiat} />
        <InOrder>
          <Bills fiat={fiat} period={period} show={Expiring} />
          {shown((one) => (
            <Exposure overview={one} />
          ))}
        </InOrder>
      </Pair>
      <Pair>
        <InOrder>
          <Bills fiat={fiat} period={period} show={Outcomes} />
          {shown((one) => (
            <Volume overview={one} />
          ))}
        </InOrder>
        {readsCost ? <Performance fiat={fiat} period={period} show={ConversionResult} /> : deliveryTime}
      </Pair>
      <Pair>
        {overview ? <Activity activity={overview.facts.activity} /> : null}
        <InOrder>
          {overview ? <Connections overview={overview} /> : null}
          {readsCost ? deliveryTime : null}
        </InOrder>
      </Pair>
    </InOrder>
  );
}

/** For which time is summed up, as links: each period has its own address. */
function Periods({ params, period }: { params: URLSearchParams; period: Period }) {
  const tabs = PERIODS.map((one) => ({
    label: words.period[one],
    href: `/${patched(params, { period: periodInUrl(one) })}`,
    current: one === period,
  }));
  return <Tabs className="max-card:order-last max-card:-mx-2 max-card:w-full" label={words.period.label} tabs={tabs} />;
}

type Shows<Part> = { fiat: Fiat; period: Period; show: Part };

/** How bills of the period came out, or which expire next. */
function Bills({ fiat, period, show: Shown }: Shows<typeof Outcomes>) {
  const { zone } = usePreferences();
  const now = useNow(60_000);
  const from = timesOf({ kind: period }, now ?? Date.now(), zone).startTime;
  const { data, error, refetch, isPlaceholderData } = useOutcomes(fiat, from);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.outcomes.failed} />;
  if (!data) return <Waiting />;
  return (
    <Former when={isPlaceholderData}>
      <Shown outcomes={data} period={period} />
    </Former>
  );
}

/** Charts come on their own: they look far back, and nothing above waits for them. */
function Performance({ fiat, period, show: Shown }: Shows<typeof ConversionResult>) {
  const { data, error, refetch, isPlaceholderData } = usePerformance(fiat);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={chartsText.failed} />;
  if (!data) return <Waiting />;
  return (
    <Former when={isPlaceholderData}>
      <Shown performance={data} period={period} />
    </Former>
  );
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
