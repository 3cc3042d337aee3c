"use client";

import type { OverviewRecord } from "#lib/payments/contract.ts";
import { useNow } from "#components/clock.ts";
import { text } from "#components/text/text.ts";
import { Glyph, type GlyphName } from "#components/ui/icons.tsx";
import { MARKS, type Tone } from "#components/ui/state.tsx";
import { spanText } from "#components/ui/times.ts";
import { Section } from "./section.tsx";

const words = text.overview.connections;

/** Whether prices come, the worker works and the chains are followed. */
export function Connections({ overview: { connections, prices } }: { overview: OverviewRecord }) {
  const now = useNow(1_000);
  const oldest = Math.min(...prices.map(({ at }) => at));
  const sources = Math.min(...prices.map(({ count }) => count));
  const priced = prices.length > 0;
  return (
    <Section title={words.title}>
      <ul>
        <Line
          detail={priced ? words.sources(sources) : ""}
          fact={priced ? (now ? spanText(Math.max(0, now - oldest)) : "") : words.noPrices}
          name={words.prices}
          ok={priced}
        />
        <Line
          detail=""
          fact={connections.worker ? words.running : words.silent}
          name={words.worker}
          ok={connections.worker}
        />
        {connections.chains.map(({ network, height, lag }) => (
          <Line
            detail={words.height(height.toString())}
            fact={lag.isZero() ? words.following : words.behind(lag.toString())}
            key={network}
            name={words.networks[network] ?? network}
            ok={lag.isZero() ? true : "late"}
          />
        ))}
      </ul>
    </Section>
  );
}

const LOOKS: Record<"true" | "false" | "late", [Tone, GlyphName]> = {
  true: ["done", "done"],
  late: ["wait", "half"],
  false: ["fail", "attn"],
};

function Line({ name, detail, fact, ok }: { name: string; detail: string; fact: string; ok: boolean | "late" }) {
  const [tone, glyph] = LOOKS[`${ok}`];
  return (
    <li className="flex min-h-row items-center gap-2.5 border-t border-rule px-gutter">
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className="flex-1 font-medium">{name}</span>
      <span className="figure text-ink-3">{detail}</span>
      <span className="figure min-w-20 text-end">{fact}</span>
    </li>
  );
}
