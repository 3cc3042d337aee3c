"use client";

import { networkName } from "#lib/i18n/networks.ts";
import Link from "next/link";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { useNow } from "#components/clock.ts";
import { useCaseSummary } from "#components/exceptions/case-summary.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { Glyph, type GlyphName } from "#components/ui/icons.tsx";
import { MARKS, type Tone } from "#components/ui/state.tsx";
import { spanText } from "#lib/i18n/times.ts";
import { Section } from "#components/ui/section.tsx";

const words = overviewText.connections;

/** Whether prices come, the worker works, chains are followed and webhooks arrive; what does not leads to its cases, a chain to how it is read. */
export function Connections({ overview: { connections, prices } }: { overview: OverviewRecord }) {
  const now = useNow(1_000);
  const oldest = Math.min(...prices.map(({ at }) => at));
  const sources = Math.min(...prices.map(({ count }) => count));
  const priced = prices.length > 0;
  const { data: summary } = useCaseSummary();
  const casesOf = (kind: CaseKind) => summary?.byKind.find((one) => one.kind === kind)?.count ?? 0;
  const [stale, failing] = [casesOf("STALE_PRICE"), casesOf("WEBHOOK")];
  return (
    <Section title={words.title}>
      <ul>
        <Line
          detail={priced ? words.sources(sources) : ""}
          fact={
            stale > 0 ? words.stale(stale) : priced ? (now ? spanText(Math.max(0, now - oldest)) : "") : words.noPrices
          }
          href={stale > 0 ? "/exceptions?kind=STALE_PRICE" : undefined}
          name={words.prices}
          ok={priced ? (stale > 0 ? "late" : true) : false}
        />
        <Line
          detail=""
          fact={connections.worker ? words.running : words.silent}
          name={words.worker}
          ok={connections.worker}
        />
        {connections.chains.map(({ network, height, lag }) => (
          <Line
            detail={words.height(rateText(height))}
            fact={lag.isZero() ? words.following : words.behind(rateText(lag))}
            href="/settings?tab=chains"
            key={network}
            name={networkName(network)}
            ok={lag.isZero() ? true : "late"}
          />
        ))}
        <Line
          detail=""
          fact={failing > 0 ? words.failing(failing) : words.delivering}
          href={failing > 0 ? "/exceptions?kind=WEBHOOK" : undefined}
          name={words.webhooks}
          ok={failing === 0}
        />
      </ul>
    </Section>
  );
}

const LOOKS: Record<"true" | "false" | "late", [Tone, GlyphName]> = {
  true: ["done", "done"],
  late: ["wait", "half"],
  false: ["fail", "attn"],
};

function Line({
  name,
  detail,
  fact,
  ok,
  href,
}: {
  name: string;
  detail: string;
  fact: string;
  ok: boolean | "late";
  /** The page that describes the problem. */
  href?: string | undefined;
}) {
  const [tone, glyph] = LOOKS[`${ok}`];
  return (
    <li className="flex min-h-row items-center gap-2.5 border-t border-rule px-gutter">
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className="flex-1 font-medium">{name}</span>
      <span className="figure text-ink-3">{detail}</span>
      <span className="figure min-w-20 text-end">
        {href ? (
          <Link
            className="inline-flex min-h-6 items-center text-accent underline decoration-accent-edge underline-offset-3 hover:decoration-accent"
            href={href}
            prefetch={false}
          >
            {fact}
          </Link>
        ) : (
          fact
        )}
      </span>
    </li>
  );
}
