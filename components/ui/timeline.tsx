"use client";

import Link from "next/link";
import { usePreferences } from "#components/preferences.tsx";
import { Hash } from "./hash.tsx";
import { Glyph, type GlyphName } from "./icons.tsx";
import { MARKS, type Tone } from "./state.tsx";
import { clockText, dayBeside, fullText } from "#lib/i18n/times.ts";

/** One cause on the way of a record. `at` is absent where the record does not tell the moment: it follows the entry above. */
export type Happening = {
  key: string;
  at?: number | undefined;
  tone: Tone;
  glyph: GlyphName;
  title: string;
  amount?: string | undefined;
  note?: string | undefined;
  code?: string | undefined;
  /** An id or hash of it: what it is called, and where it leads when it has a page. */
  hash?: { value: string; name: string; href?: string } | undefined;
};

/** Every cause on a record's way, each with the moment, the rule and the money. */
export function Timeline({ list, now }: { list: readonly Happening[]; now: number }) {
  const { zone } = usePreferences();
  const dayOf = (at: number) => dayBeside(at, now, zone);
  const today = dayOf(now);
  const days = list.map((one) => (one.at === undefined ? undefined : dayOf(one.at)));
  return (
    <ol className="timeline">
      {list.map((one, at) => {
        const before = days.slice(0, at).findLast((day) => day !== undefined) ?? today;
        return <Entry day={days[at] === before ? undefined : days[at]} key={one.key} one={one} />;
      })}
    </ol>
  );
}

function Entry({ one, day }: { one: Happening; day: string | undefined }) {
  const { zone } = usePreferences();
  return (
    <li>
      {one.at === undefined ? (
        <span />
      ) : (
        <time
          className="figure text-12 leading-5 text-ink-3"
          dateTime={new Date(one.at).toISOString()}
          title={fullText(one.at, zone)}
        >
          {clockText(one.at, zone)}
          {day ? <span className="block leading-4">{day}</span> : null}
        </time>
      )}
      <span className={MARKS[one.tone]}>
        <Glyph className="mt-0.75" name={one.glyph} />
      </span>
      <div className="min-w-0">
        <div className="flex items-baseline gap-3">
          <p className="font-medium">{one.title}</p>
          {one.amount ? <span className="figure ms-auto font-medium">{one.amount}</span> : null}
        </div>
        {one.note || one.code ? (
          <p className="text-12 text-pretty whitespace-pre-line text-ink-2">
            {one.code ? (
              <code className="me-1 rounded-1 border border-edge px-1 py-px font-mono text-11 font-medium text-ink-1">
                {one.code}
              </code>
            ) : null}
            {one.note}
          </p>
        ) : null}
        {one.hash ? <Reference {...one.hash} /> : null}
      </div>
    </li>
  );
}

function Reference({ value, name, href }: { value: string; name: string; href?: string }) {
  if (!href)
    return (
      <p>
        <Hash copy={name} value={value} />
      </p>
    );
  return (
    <p>
      <Link className="inline-flex min-h-6 items-center text-12 text-accent hover:underline" href={href}>
        {name}
      </Link>
    </p>
  );
}
