"use client";

import { useQuery } from "@tanstack/react-query";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { explainPriceCall } from "#lib/payments/calls.ts";
import type { PriceFacts } from "#lib/payments/contract.ts";
import { useApi } from "#components/staff.tsx";
import { paymentText } from "#lib/i18n/payment.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";

/** How a bill's price came about: every sample, their median, the rate and the rounding, so that a person can recompute it. */
export function PriceExplained({ paymentId }: { paymentId: string }) {
  const words = paymentText.price;
  const { queryOptions } = useApi();
  const { data, error, refetch } = useQuery({
    ...queryOptions(explainPriceCall, { paymentId }, "once"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting className="px-0!" />;
  const levels = levelsOf(data);
  return (
    <>
      <ShortTable
        className="-mx-gutter"
        columns={[
          { id: "source", label: words.source, names: true, cell: ({ source, pair }) => [source, pair].join(" ") },
          { id: "bid", label: words.bid, align: "end", cell: ({ bid }) => rateText(bid) },
          { id: "ask", label: words.ask, align: "end", cell: ({ ask }) => rateText(ask) },
          { id: "at", label: words.at, align: "end", cell: ({ at }) => <Time at={at} /> },
        ]}
        keyOf={({ source, pair }) => `${source} ${pair}`}
        label={words.samples}
        rows={data.samples}
      />
      {levels.length > 0 && (
        <ShortTable
          className="-mx-gutter mt-3"
          columns={[
            { id: "source", label: words.source, names: true, cell: ({ source }) => source },
            { id: "price", label: words.level, align: "end", cell: ({ price }) => rateText(price) },
            { id: "quantity", label: words.taken, align: "end", cell: ({ quantity }) => rateText(quantity) },
          ]}
          keyOf={({ source, price }) => `${source} ${price}`}
          label={words.levels}
          rows={levels}
        />
      )}
      <ol className="mt-3 grid gap-1 text-12 text-pretty text-ink-2">
        {stepsOf(data).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

type LevelRow = { source: string; price: Decimal; quantity: Decimal };

/** The levels of each book that the size takes; none where the best one takes all of it, for that is its bid. */
function levelsOf({ samples }: PriceFacts): LevelRow[] {
  if (samples.every(({ levels = [] }) => levels.length < 2)) return [];
  return samples.flatMap(({ source, pair, levels = [] }) =>
    levels.map((level) => ({ source: [source, pair].join(" "), ...level })),
  );
}

/** Median, rate and rounding as one sentence each, in the order in which they are applied. */
function stepsOf(facts: PriceFacts): string[] {
  const words = paymentText.price;
  const pair = `${facts.fiat} / ${facts.cryptoType}`;
  const explicit = facts.feeModel === "EXPLICIT";
  const price = rateText(facts.price);
  const legs = [...new Set(facts.samples.flatMap((sample) => sample.pair ?? []))];
  const bid = rateText(facts.bid);
  const median =
    legs.length > 0 ? words.crossed(legs.join(", "), bid, pair) : words.median(facts.samples.length, bid, pair);
  return [
    levelsOf(facts).length > 0 ? `${words.bySize} ${median}` : median,
    explicit ? words.noSpread(price) : words.spread(facts.spreadBps, price),
    explicit && facts.strategy !== "RAI"
      ? words.quantityWithFee(
          amountText(facts.fiatReceivable, scaleOf(facts.fiat)),
          facts.explicitFeeBps,
          rateText(facts.quantity),
        )
      : words.quantity(amountText(facts.fiatReceivable, scaleOf(facts.fiat)), rateText(facts.quantity)),
  ];
}
