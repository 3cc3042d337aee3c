import Link from "next/link";
import type { ActivityRecord } from "#lib/overview/contract.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { Glyph, type GlyphName } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { MARKS, type Tone } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Section } from "#components/ui/section.tsx";

const words = overviewText.activity;

/** The last things that happened, newest first; each leads to its record. */
export function Activity({ activity }: { activity: readonly ActivityRecord[] }) {
  return (
    <Section
      end={
        <Link
          className="inline-flex min-h-6 items-center text-12 text-accent hover:underline"
          href="/payments"
          prefetch={false}
        >
          {words.all}
        </Link>
      }
      title={words.title}
    >
      {activity.length === 0 ? <p className="px-gutter pb-4 text-ink-3">{words.none}</p> : null}
      <ul>
        {activity.map((event) => (
          <li className="border-t border-rule" key={`${event.objectId}${event.type}${event.at}`}>
            <Line event={event} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Line({ event }: { event: ActivityRecord }) {
  const [tone, glyph] = lookOf(event.type);
  const conversion = event.type.startsWith("conversion.");
  return (
    <Link
      className="flex min-h-row items-center gap-2.5 px-gutter hover:bg-hover focus-visible:-outline-offset-2"
      href={conversion ? `/conversions?invoice=${event.objectId}` : `/payments?open=${event.objectId}`}
      prefetch={false}
    >
      <Time at={event.at} className="w-21 flex-none text-ink-3" />
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className="min-w-0 flex-1 truncate">
        <b className="font-medium">{words.types[event.type] ?? event.type}</b>{" "}
        <span className="text-ink-2">{conversion ? pairOf(event) : subjectOf(event)}</span>
      </span>
      <Amount event={event} />
    </Link>
  );
}

const pairOf = ({ cryptoType, fiat }: ActivityRecord) => (cryptoType && fiat ? words.pair(cryptoType, fiat) : "");
const subjectOf = ({ subaccount, strategy }: ActivityRecord) =>
  [subaccount ? words.for(subaccount) : "", strategy].filter(Boolean).join(", ");

function Amount({ event }: { event: ActivityRecord }) {
  const { type, fiat, cryptoType } = event;
  if (type === "payment.created" && event.fiatReceivable && fiat)
    return (
      <span>
        <Money asset={fiat} unit value={event.fiatReceivable} />
      </span>
    );
  const quantity = type.startsWith("conversion.") ? event.quantity : event.quantityReceived;
  if (!quantity || quantity.isZero() || !cryptoType) return null;
  return (
    <span>
      <Money asset={cryptoType} unit value={quantity} />
    </span>
  );
}

const LOOKS: [RegExp, Tone, GlyphName][] = [
  [/\.(held|reversed|failed)$/, "fail", "attn"],
  [/\.(converted|completed|executed)$/, "done", "done"],
  [/\.(detected|quoted)$/, "out", "pie"],
  [/\.(confirmed|executing|released|reopened|underpaid)$/, "wait", "half"],
  [/\.credited$/, "none", "kept"],
  [/\.(expired|dropped)$/, "none", "expired"],
  [/\.(cancelled|declined)$/, "none", "cancel"],
];

function lookOf(type: string): [Tone, GlyphName] {
  const look = LOOKS.find(([shape]) => shape.test(type));
  return look ? [look[1], look[2]] : ["none", "pending"];
}
