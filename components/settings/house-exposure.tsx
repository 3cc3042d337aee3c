"use client";

import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { getExposureCall } from "#lib/liquidity/calls.ts";
import type { getExposureEndpoint } from "#lib/liquidity/contract.ts";
import { houseText } from "#lib/i18n/house.ts";
import { Section } from "#components/ui/section.tsx";
import { useApi } from "#components/staff.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { AssetName, Money, PartOfRow } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { spanText } from "#lib/i18n/times.ts";
import { Waiting } from "#components/ui/waiting.tsx";

const words = houseText.exposure;
/** Promises and the book have no events of the house: they are read again at this pace while the page is seen. */
const REFRESH_MS = 10_000;

type Row = OutputOf<typeof getExposureEndpoint>["cryptos"][number];
const PARTS = ["promised", "seen", "held", "hedged"] as const;
const WHOLES = ["open", "limit"] as const;

/** What the house promises, holds and hedges of each crypto, against its limits. */
export function HouseExposure() {
  const { data, error, refetch } = useQuery({
    ...useApi().queryOptions(getExposureCall, {}),
    refetchInterval: REFRESH_MS,
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  return (
    <Section hint={words.hint} title={words.title}>
      {data ? (
        <ShortTable columns={COLUMNS} keyOf={({ asset }) => asset} label={words.title} rows={data.cryptos} />
      ) : (
        <Waiting lines={4} />
      )}
    </Section>
  );
}

const COLUMNS: ShortColumn<Row>[] = [
  { id: "asset", label: words.asset, names: true, cell: ({ asset }) => <AssetName symbol={asset} /> },
  ...PARTS.map(
    (name): ShortColumn<Row> => ({
      id: name,
      label: words[name],
      align: "end",
      cell: ({ asset, [name]: value }) => <PartOfRow asset={asset} value={value} />,
    }),
  ),
  ...WHOLES.map(
    (name): ShortColumn<Row> => ({
      id: name,
      label: words[name],
      align: "end",
      cell: ({ asset, [name]: value }) =>
        value === undefined ? words.noLimit : <Money aligned asset={asset} value={value} />,
    }),
  ),
  { id: "age", label: words.age, align: "end", cell: ({ ageMs }) => (ageMs === undefined ? "–" : spanText(ageMs)) },
];
