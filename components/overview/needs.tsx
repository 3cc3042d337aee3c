"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { NeedRecord, OverviewRecord } from "#lib/payments/contract.ts";
import { useNow } from "#components/clock.ts";
import { text } from "#components/text/text.ts";
import { Glyph, type GlyphName } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { MARKS, type Tone } from "#components/ui/state.tsx";
import { spanText } from "#components/ui/times.ts";

const words = text.overview.needs;
type Kind = "held" | "late" | "reversed" | "failed";

const KINDS: { kind: Kind; href: string; tone: Tone; glyph: GlyphName }[] = [
  { kind: "held", href: "/payments?range=90d&label=HELD", tone: "fail", glyph: "attn" },
  { kind: "reversed", href: "/payments?range=90d&label=REVERSED", tone: "fail", glyph: "attn" },
  { kind: "failed", href: "/conversions?range=90d&view=ended", tone: "fail", glyph: "attn" },
  { kind: "late", href: "/payments?range=90d&label=LATE&convertible=true", tone: "wait", glyph: "half" },
];

/** What waits for a person, each a link to exactly those records. */
export function Needs({ facts }: { facts: OverviewRecord["facts"] }) {
  return (
    <section aria-label={words.title} className="border-b border-rule">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] [&>li]:-mb-px [&>li]:border-b [&>li]:border-rule [&>li+li]:border-s max-card:[&>li+li]:border-s-0">
        {KINDS.map(({ kind, ...look }) => (
          <li key={kind}>
            <Need
              {...look}
              kind={kind}
              need={kind === "failed" ? { ...facts.failed, byAsset: [] } : facts.needs[kind]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Need({ kind, need, href, tone, glyph }: (typeof KINDS)[number] & { need: NeedRecord }) {
  const now = useNow(30_000);
  if (need.count === 0) {
    return (
      <p className="flex h-full min-h-13 items-center gap-2 px-gutter text-ink-3">
        <Glyph className={MARKS.none} name="done" />
        {words.clear[kind]}
      </p>
    );
  }
  const age = need.at !== null && now !== undefined ? words.since(spanText(Math.max(0, now - need.at))) : words.window;
  return (
    <Link
      className="flex min-h-13 items-start gap-2 px-gutter py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
      href={href}
      prefetch={false}
    >
      <Glyph className={`mt-0.75 ${MARKS[tone]}`} name={glyph} />
      <span className="grid min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3 font-medium">
          {words[kind](need.count)}
          <Stake need={need} />
        </span>
        <span className="text-12 text-ink-3">{age}</span>
      </span>
    </Link>
  );
}

function Stake({ need: { byAsset } }: { need: NeedRecord }): ReactNode {
  const [first] = byAsset;
  if (!first) return null;
  if (byAsset.length > 1) return <span className="font-normal text-ink-2">{words.assets(byAsset.length)}</span>;
  return (
    <span>
      <Money asset={first.cryptoType} unit value={first.quantity} />
    </span>
  );
}
