"use client";

import type { PaymentRecord } from "#lib/payments/contract.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/text/text.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { MARKS } from "#components/ui/state.tsx";
import { clockText, dayText, fullText } from "#components/ui/times.ts";
import { type Happening, timelineOf } from "./timeline-of.ts";

/** Every cause on a payment's way, each with the moment, the rule and the money. */
export function Timeline({ record, now }: { record: PaymentRecord; now: number }) {
  const { zone } = usePreferences();
  const list = timelineOf(record, now);
  const today = dayText(now, zone);
  const days = list.map((one) => (one.at === undefined ? undefined : dayText(one.at, zone)));
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
          <p className="text-12 text-pretty text-ink-2">
            {one.code ? (
              <code className="me-1 rounded-1 border border-edge px-1 py-px font-mono text-11 font-medium text-ink-1">
                {one.code}
              </code>
            ) : null}
            {one.note}
          </p>
        ) : null}
        {one.hash ? (
          <p>
            <Hash copy={text.payments.drawer.copy.tx} value={one.hash} />
          </p>
        ) : null}
      </div>
    </li>
  );
}
