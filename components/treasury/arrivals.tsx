"use client";

import Link from "next/link";
import type { Fiat } from "#lib/kernel/assets.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { placeName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { assetIn } from "./holding-rows.ts";
import { type Arrival, useArrivals } from "./treasury-data.ts";
import { Former } from "#components/ui/former.tsx";

const words = treasuryText.arrivals;

/** What is on its way: moves in transit, withdrawals that a venue has announced, deposits that are not final yet. */
export function Arrivals({ fiat }: { fiat: Fiat }) {
  const { data, error, refetch, isPlaceholderData } = useArrivals({ in: fiat });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data) return <Waiting lines={4} />;
  return (
    <Former when={isPlaceholderData}>
      <Section
        end={data.data.length > 0 ? <Money asset={data.in} unit value={data.total} /> : undefined}
        hint={words.hint}
        title={words.title}
      >
        {data.data.length === 0 ? (
          <p className="px-gutter pb-4 text-ink-3">{words.none}</p>
        ) : (
          <ShortTable
            columns={[
              { id: "what", label: words.what, names: true, cell: (row) => <What row={row} /> },
              {
                id: "quantity",
                label: words.quantity,
                align: "end",
                cell: (row) => <Money asset={assetIn(row)} unit value={row.quantity} />,
              },
              { id: "since", label: words.since, cell: ({ since }) => <Time at={since} /> },
              {
                id: "value",
                label: treasuryText.places.value(data.in),
                align: "end",
                cell: ({ value }) =>
                  value ? (
                    <Money asset={data.in} value={value} />
                  ) : (
                    <span className="text-wait-text">{overviewText.noPrice}</span>
                  ),
              },
            ]}
            keyOf={(row) => row.moveId ?? row.transferId ?? `${row.kind} ${row.asset} ${row.networkType ?? ""}`}
            label={words.title}
            rows={data.data}
          />
        )}
        {data.unpriced.length > 0 ? (
          <p className="px-gutter py-2 text-12">
            <Unpriced assets={data.unpriced} />
          </p>
        ) : null}
      </Section>
    </Former>
  );
}

/** What it is; a move leads to where the moves stand. */
function What({ row: { kind, from, to, count, inBlocks, asset } }: { row: Arrival }) {
  const way = words.way(from ? placeName(from) : words.outside, to ? placeName(to) : words.outside);
  if (kind === "DEPOSITS") return words.deposits(count, asset, inBlocks ?? 0);
  if (kind === "WITHDRAWAL") return words.withdrawal(from ? placeName(from) : words.outside);
  return (
    <Link className="hover:underline" href="#moves" prefetch={false}>
      {way}
    </Link>
  );
}
