"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, type ReactNode, Suspense } from "react";
import { FIATS, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { getExecutionQualityCall } from "#lib/liquidity/calls.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Bar } from "#components/charts/marks.tsx";
import { dayWords, Plot } from "#components/charts/plot.tsx";
import { lastDays, newestOf, scaleFor, tickText } from "#components/charts/scale.ts";
import { DAY_MS, timesOf } from "#components/filters/range.ts";
import { amountText, countText } from "#lib/i18n/amount.ts";
import { chartsText } from "#lib/i18n/charts.ts";
import { executionText } from "#lib/i18n/execution.ts";
import { useApi } from "#components/staff.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Former } from "#components/ui/former.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { RowOpener } from "#components/ui/row-opener.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { patched, useUrl } from "#components/url.ts";
import {
  accountsOf,
  type AccountSum,
  daysOf,
  type Execution,
  type ExecutionDay,
  type ExecutionGroup,
  type Group,
  groupsOf,
  isOf,
  salesPeriod,
  type Sums,
  sumsOf,
} from "./execution-rows.ts";
import { assetIn } from "./holding-rows.ts";
import type { OrdersWanted } from "./sold-orders.tsx";

/** Loaded when it is opened. */
const SoldOrders = lazy(async () => ({ default: (await import("./sold-orders.tsx")).SoldOrders }));

const words = executionText;
/** Sales have no events of the house: they are read again at this pace while the page is seen. */
const REFRESH_MS = 60_000;

/** How well the house sold in a period of whole days of UTC, as the figures are, and what its accounts have of it. */
export function ExecutionQuality({ now }: { now: number }) {
  const { params } = useUrl();
  const { startTime } = timesOf({ kind: salesPeriod(params) }, now, "utc");
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...useApi().queryOptions(getExecutionQualityCall, { startTime }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data) return <Waiting lines={12} />;
  return (
    <Former when={isPlaceholderData}>
      <Sold startTime={startTime} days={lastDays(now, Math.floor((now - startTime) / DAY_MS) + 1)} rows={data.data} />
      <Accounts rows={accountsOf(data.accounts)} />
    </Former>
  );
}

/** The sales into one fiat, all of them or those of one strategy, venue and pair. */
function Sold({ rows, days, startTime }: { rows: readonly Execution[]; days: readonly string[]; startTime: number }) {
  const { params, change } = useUrl();
  const fiats = FIATS.filter((one) => rows.some(({ fiat }) => fiat === one));
  const fiat = FIATS.find((one) => one === params.get("in")) ?? fiats[0] ?? "EUR";
  const into = rows.filter((one) => one.fiat === fiat);
  const groups = groupsOf(into);
  const only = groups.find((one) => groupKey(one) === params.get("of"));
  const shown = only ? into.filter((one) => isOf(one, only)) : into;
  const ofDay = useOrders<ExecutionDay>(({ day }) => ({
    key: day,
    name: dayWords(day),
    wanted: { startTime, fiat, day, ...(only && partsOf(only)) },
  }));
  const ofGroup = useOrders<ExecutionGroup>((group) => ({
    key: groupKey(group),
    name: groupName(group, fiat),
    wanted: { startTime, fiat, ...partsOf(group) },
  }));
  return (
    <>
      <SlippageDays
        choice={
          <>
            <span className="text-12 text-ink-2" id="sold-into">
              {words.fiat}
            </span>
            <Select
              aria-labelledby="sold-into"
              onChange={({ target }) => change({ in: target.value, of: undefined }, "replace")}
              small
              value={fiat}
            >
              {FIATS.filter((one) => one === fiat || fiats.includes(one)).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </>
        }
        days={days}
        fiat={fiat}
        orders={ofDay}
        lead={
          <>
            {only ? (
              <p className="px-gutter pb-2 text-12">
                {words.ofGroup(groupName(only, fiat))}{" "}
                <Button look="plain" onClick={() => change({ of: undefined })} size="small">
                  {words.all}
                </Button>
              </p>
            ) : null}
            <Figures fiat={fiat} sums={sumsOf(shown)} />
          </>
        }
        none={fiats.length > 0 ? words.days.none(fiat) : words.days.nothing}
        rows={daysOf(shown)}
      />
      {groups.length > 0 ? (
        <Section hint={words.groups.hint} title={words.groups.title}>
          <ShortTable
            className="[&_thead_th]:whitespace-normal"
            columns={[...groupColumns(fiat, params), ...sumColumns<ExecutionGroup>(fiat, ofGroup, OF_GROUPS)]}
            detailOf={ofGroup.detailOf}
            isCurrent={(row) => row === only}
            keyOf={groupKey}
            label={words.groups.title}
            rows={groups}
          />
        </Section>
      ) : null}
    </>
  );
}

const partsOf = ({ strategy, venue, asset }: Group): Group => ({ strategy, venue, asset });

/** A row's orders: how many they are opens them, and the address keeps which are open. */
type Orders<Row> = { cell: (row: Row, count: string) => ReactNode; detailOf: (row: Row) => ReactNode };

function useOrders<Row>(of: (row: Row) => { key: string; name: string; wanted: OrdersWanted }): Orders<Row> {
  const { params, change } = useUrl();
  const open = params.get("orders");
  return {
    cell: (row, count) => {
      const { key, name } = of(row);
      const isOpen = key === open;
      return (
        <RowOpener
          about={words.orders.of(name)}
          isOpen={isOpen}
          onOpen={() => change({ orders: isOpen ? undefined : key }, "replace")}
        >
          <span className="figure">{count}</span>
        </RowOpener>
      );
    },
    detailOf: (row) => {
      const { key, name, wanted } = of(row);
      if (key !== open) return null;
      return (
        <Suspense fallback={<Waiting lines={3} />}>
          <SoldOrders label={words.orders.of(name)} wanted={wanted} />
        </Suspense>
      );
    },
  };
}

const groupKey = ({ strategy, venue, asset }: Group): string => `${strategy}.${asset}.${venue}`;
const strategyName = (strategy: string): string => words.strategies[strategy] ?? strategy;
const groupName = ({ strategy, venue, asset }: Group, fiat: Fiat): string =>
  words.group(strategyName(strategy), venue, `${asset}/${fiat}`);

/** What the period came to; of a share the base stands beside it. */
function Figures({ sums, fiat }: { sums: Sums; fiat: Fiat }) {
  if (sums.orders === 0) return null;
  return (
    <section aria-label={words.figures}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 px-gutter pb-3">
        {SUMMED.map((name) => (
          <div key={name}>
            <dt className="text-12 text-ink-2">{words.columns[name](fiat)}</dt>
            <dd className="font-medium">
              <Money asset={fiat} value={sums[name]} />
              {name === "slippage" && !sums.atExecution.isZero() ? (
                <span className="ms-2 text-12 font-normal text-ink-3">{words.ofMid(bpsText(sums))}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const SUMMED = ["proceeds", "atQuote", "drift", "atExecution", "slippage", "fees"] as const;
type Summed = (typeof SUMMED)[number];
/** What the mid was at quote is what it was at execution and the drift: the table of groups is wide without it. */
const OF_GROUPS = SUMMED.filter((name) => name !== "atQuote");
const bpsText = ({ slippageBps }: Sums): string => amountText(slippageBps, 2);

function SlippageDays({
  rows,
  days,
  fiat,
  orders,
  none,
  lead,
  choice,
}: Pick<Parameters<typeof ChartSection>[0], "lead" | "choice" | "none"> & {
  rows: readonly ExecutionDay[];
  days: readonly string[];
  fiat: Fiat;
  orders: Orders<ExecutionDay>;
}) {
  const dayAt = (place: number) => rows.find(({ day }) => day === days[place]);
  const amount = (day: ExecutionDay, name: "slippage" | "atExecution") => amountText(day[name], scaleOf(fiat));
  const describe = (place: number) => {
    const day = dayAt(place);
    const name = dayWords(days[place] ?? "");
    if (!day) return chartsText.nothing(name);
    return words.days.point(name, {
      bps: bpsText(day),
      slippage: amount(day, "slippage"),
      atExecution: amount(day, "atExecution"),
      fiat,
      orders: day.orders,
    });
  };
  return (
    <ChartSection
      choice={choice}
      columns={[
        { id: "day", label: chartsText.day, names: true, cell: ({ day }) => dayWords(day) },
        ...sumColumns<ExecutionDay>(fiat, orders),
      ]}
      detailOf={orders.detailOf}
      hint={words.days.hint}
      keyOf={({ day }) => day}
      lead={lead}
      none={none}
      rows={rows}
      title={words.days.title}
    >
      <Plot
        days={days}
        describe={describe}
        label={words.days.chart(fiat)}
        mark={(place, where) => {
          const day = dayAt(place);
          return day ? <Bar cost place={where} value={drawn(day)} /> : null;
        }}
        scale={scaleFor(rows.map(drawn))}
        start={newestOf(days, rows)}
        tall
        tick={tickText}
      />
    </ChartSection>
  );
}

/** Only for drawing. */
const drawn = ({ slippageBps }: Sums): number => Number(slippageBps.toString());

/** A group's name leads to its days. */
const groupColumns = (fiat: Fiat, params: URLSearchParams): ShortColumn<ExecutionGroup>[] => [
  {
    id: "strategy",
    label: words.columns.strategy,
    names: true,
    cell: (row) => (
      <Link
        className="inline-flex min-h-6 items-center text-accent hover:underline"
        href={`/treasury${patched(params, { of: groupKey(row), in: fiat })}`}
        prefetch={false}
      >
        {strategyName(row.strategy)}
      </Link>
    ),
  },
  { id: "venue", label: words.columns.venue, cell: ({ venue }) => venue },
  { id: "pair", label: words.columns.pair, cell: ({ asset }) => `${asset}/${fiat}` },
  {
    id: "quantity",
    label: words.columns.quantity,
    align: "end",
    cell: ({ asset, quantity }) => <Money aligned asset={asset} value={quantity} />,
  },
];

const sumColumns = <Row extends Sums>(
  fiat: Fiat,
  orders: Orders<Row>,
  names: readonly Summed[] = SUMMED,
): ShortColumn<Row>[] => [
  {
    id: "orders",
    label: words.columns.orders,
    align: "end",
    cell: (row) => orders.cell(row, countText(row.orders)),
  },
  {
    id: "trades",
    label: words.columns.trades,
    align: "end",
    cell: ({ trades }) => <span className="figure">{countText(trades)}</span>,
  },
  ...names.flatMap((name): ShortColumn<Row>[] => [
    {
      id: name,
      label: words.columns[name](fiat),
      align: "end",
      cell: (row) => <Money asset={fiat} value={row[name]} />,
    },
    ...(name === "slippage" ? [BPS] : []),
  ]),
];

const BPS: ShortColumn<Sums> = {
  id: "bps",
  get label() {
    return words.columns.slippageBps;
  },
  align: "end",
  cell: (row) => (row.atExecution.isZero() ? "–" : <span className="figure">{bpsText(row)}</span>),
};

/** What the ledger has of the same days on the house's own accounts. */
function Accounts({ rows }: { rows: readonly AccountSum[] }) {
  if (rows.length === 0) return null;
  return (
    <Section hint={words.accounts.hint} title={words.accounts.title}>
      <ShortTable columns={ACCOUNT_COLUMNS} keyOf={accountKey} label={words.accounts.title} rows={rows} />
    </Section>
  );
}

const accountKey = ({ account, asset, networkType }: AccountSum): string => `${account} ${asset} ${networkType ?? ""}`;

const ACCOUNT_COLUMNS: ShortColumn<AccountSum>[] = [
  {
    id: "account",
    get label() {
      return words.accounts.account;
    },
    names: true,
    cell: ({ account }) => words.accounts.names[account],
  },
  {
    id: "asset",
    get label() {
      return words.accounts.asset;
    },
    cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} />,
  },
  {
    id: "amount",
    get label() {
      return words.accounts.amount;
    },
    align: "end",
    cell: (row) => <Money aligned asset={assetIn(row)} value={row.amount} />,
  },
];
