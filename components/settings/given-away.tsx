"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getGivenAwayCall, saveGivenAwayCall } from "#lib/overview/given-away-calls.ts";
import type { GivenAway as Row, Habit } from "#lib/overview/given-away-contract.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Bar } from "#components/charts/marks.tsx";
import { dayWords, Plot } from "#components/charts/plot.tsx";
import { lastDays, newestOf, scaleFor, tickText } from "#components/charts/scale.ts";
import { houseText } from "#lib/i18n/house.ts";
import { saveFile } from "#components/save-file.ts";
import { useApi } from "#components/staff.tsx";
import { amountText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { Waiting } from "#components/ui/waiting.tsx";

const words = houseText.givenAway;
const DAYS = 30;

/** What promised prices gave away by day, as a chart of one fiat and a table of all, and who uses them on one side only. */
export function GivenAway() {
  const api = useApi();
  const { data, dataUpdatedAt, error, refetch } = useQuery(api.queryOptions(getGivenAwayCall, {}));
  const file = useMutation({
    mutationFn: async () => saveFile("given-away.csv", await api.file(saveGivenAwayCall, {})),
  });
  const [chosen, setChosen] = useState<Fiat>();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data) return <Waiting lines={4} />;
  const fiats = [...new Set(data.data.map(({ fiat }) => fiat))].sort();
  const fiat = chosen ?? fiats[0] ?? "EUR";
  const sums = sumsOf(data.data.filter((row) => row.fiat === fiat));
  const days = lastDays(dataUpdatedAt, DAYS);
  const at = (place: number) => sums.find(({ day }) => day === days[place]);
  return (
    <>
      <ChartSection
        columns={COLUMNS}
        hint={words.hint}
        keyOf={(row) => [row.day, row.account, row.subaccount, row.asset, row.fiat].join(" ")}
        none={words.none}
        rows={data.data.toReversed()}
        title={words.title}
      >
        <div className="flex items-center justify-between gap-3 px-gutter pb-2">
          <Select
            aria-label={words.fiat}
            onChange={({ target }) => setChosen(fiats.find((each) => each === target.value))}
            small
            value={fiat}
          >
            {fiats.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
          <Button busy={file.isPending} onClick={() => file.mutate()} size="small">
            {words.save}
          </Button>
        </div>
        {file.error ? <ErrorNote error={file.error} title={words.failed} /> : null}
        <Plot
          days={days}
          label={words.chart(fiat)}
          mark={(place, where) => {
            const day = at(place);
            return day ? <Bar place={where} value={Number(day.givenAway.toString())} /> : null;
          }}
          scale={scaleFor(sums.map(({ givenAway }) => Number(givenAway.toString())))}
          start={newestOf(days, sums)}
          tall
          describe={(place) => pointOf(dayWords(days[place] ?? ""), fiat, at(place))}
          tick={tickText}
        />
      </ChartSection>
      {data.oneSided.length > 0 ? <OneSided rows={data.oneSided} /> : null}
    </>
  );
}

/** Who pays only when the market has fallen below the price. */
function OneSided({ rows }: { rows: readonly Habit[] }) {
  return (
    <ul className="px-gutter py-3 text-wait-text">
      {rows.map((row) => (
        <li key={`${row.account} ${row.subaccount}`}>{words.oneSided(row)}</li>
      ))}
    </ul>
  );
}

type Sum = { day: string; givenAway: Decimal; paid: Decimal };

/** All accounts and pairs of one fiat, by day. */
function sumsOf(rows: readonly Row[]): Sum[] {
  const sums = [...Map.groupBy(rows, ({ day }) => day)].map(([day, same]) => ({
    day,
    givenAway: same.reduce((sum, row) => sum.plus(row.givenAway), Decimal.ZERO),
    paid: same.reduce((sum, row) => sum.plus(row.paid), Decimal.ZERO),
  }));
  return sums.sort((a, b) => (a.day < b.day ? -1 : 1));
}

function pointOf(day: string, fiat: Fiat, sum: Sum | undefined): string {
  const amount = (value: Decimal) => amountText(value, scaleOf(fiat));
  return sum ? words.point(day, amount(sum.givenAway), fiat, amount(sum.paid)) : words.nothing(day);
}

const AMOUNTS = ["promised", "paid", "market", "unused", "givenAway", "unmeasured"] as const;

const COLUMNS: ShortColumn<Row>[] = [
  { id: "day", label: words.columns.day, names: true, cell: ({ day }) => dayWords(day) },
  {
    id: "who",
    label: words.columns.who,
    cell: ({ account, subaccount }) => <bdi>{`${account}, ${subaccount}`}</bdi>,
  },
  { id: "pair", label: words.columns.pair, cell: ({ asset, fiat }) => `${asset}/${fiat}` },
  {
    id: "bills",
    label: words.columns.bills,
    align: "end",
    cell: ({ bills, unusedBills }) => <span className="figure">{words.bills(bills, unusedBills)}</span>,
  },
  ...AMOUNTS.map(
    (name): ShortColumn<Row> => ({
      id: name,
      label: words.columns[name],
      align: "end",
      cell: ({ fiat, [name]: value }) => <Money asset={fiat} value={value} />,
    }),
  ),
];
