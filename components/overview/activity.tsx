import Link from "next/link";
import type { Decimal } from "#lib/kernel/decimal.ts";
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
  const { hrefOf, aboutOf, amountOf } = KINDS[kindOf(event.type)];
  return (
    <Link
      className="flex min-h-row items-center gap-2.5 px-gutter hover:bg-hover focus-visible:-outline-offset-2"
      href={hrefOf(event)}
      prefetch={false}
    >
      <Time at={event.at} className="w-21 flex-none text-ink-3" />
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className="min-w-0 flex-1 truncate">
        <b className="font-medium">{words.types[event.type]}</b> <span className="text-ink-2">{aboutOf(event)}</span>
      </span>
      <Amount {...amountOf(event)} />
    </Link>
  );
}

type Kind = "payment" | "conversion" | "payout" | "refund" | "settlement" | "assignment";
type Sum = { asset?: ActivityRecord["asset"]; value?: Decimal | undefined };
type Shown = {
  hrefOf: (event: ActivityRecord) => string;
  aboutOf: (event: ActivityRecord) => string;
  amountOf: (event: ActivityRecord) => Sum;
};

const paymentOf = (id: string | undefined) => (id === undefined ? "/ledger" : `/payments?open=${id}`);
const quantityOf = ({ asset, quantity }: ActivityRecord): Sum => ({ asset, value: quantity });

/** Where each kind of event leads, whom or what it is about, and how much. */
const KINDS: Record<Kind, Shown> = {
  payment: {
    hrefOf: ({ objectId }) => paymentOf(objectId),
    aboutOf: ({ subaccount, strategy }) =>
      [subaccount ? words.for(subaccount) : "", strategy].filter(Boolean).join(", "),
    amountOf: ({ type, fiat, fiatReceivable, cryptoType, quantityReceived }) =>
      type === "payment.created"
        ? { asset: fiat, value: fiatReceivable }
        : { asset: cryptoType, value: quantityReceived },
  },
  conversion: {
    hrefOf: ({ objectId }) => `/conversions?invoice=${objectId}`,
    aboutOf: ({ cryptoType, fiat }) => (cryptoType && fiat ? words.pair(cryptoType, fiat) : ""),
    amountOf: ({ cryptoType, quantity }) => ({ asset: cryptoType, value: quantity }),
  },
  payout: {
    hrefOf: ({ objectId }) => `/payouts?payout=${objectId}`,
    aboutOf: ({ beneficiary, reference }) => (beneficiary ? words.to(beneficiary) : (reference ?? "")),
    amountOf: quantityOf,
  },
  refund: { hrefOf: ({ paymentId }) => paymentOf(paymentId), aboutOf: () => "", amountOf: quantityOf },
  settlement: {
    hrefOf: ({ objectId }) => `/settlements?settlement=${objectId}`,
    aboutOf: ({ reference }) => reference ?? "",
    amountOf: quantityOf,
  },
  assignment: { hrefOf: ({ paymentId }) => paymentOf(paymentId), aboutOf: () => "", amountOf: quantityOf },
};

const kindOf = (type: string) => type.slice(0, type.indexOf(".")) as Kind;

function Amount({ asset, value }: Sum) {
  if (!asset || !value || value.isZero()) return null;
  return (
    <span>
      <Money asset={asset} unit value={value} />
    </span>
  );
}

const LOOKS: [RegExp, Tone, GlyphName][] = [
  [/\.(held|reversed|failed|taken-back|unavailable)$/, "fail", "attn"],
  [/^payout\.confirmed$|\.(converted|completed|executed|paid|made)$/, "done", "done"],
  [/\.(detected|quoted|broadcast)$/, "out", "pie"],
  [/\.(confirmed|executing|released|reopened|underpaid|approved|requested)$/, "wait", "half"],
  [/\.credited$/, "none", "kept"],
  [/\.(expired|dropped)$/, "none", "expired"],
  [/\.(cancelled|declined|rejected)$/, "none", "cancel"],
];

function lookOf(type: string): [Tone, GlyphName] {
  const look = LOOKS.find(([shape]) => shape.test(type));
  return look ? [look[1], look[2]] : ["none", "pending"];
}
