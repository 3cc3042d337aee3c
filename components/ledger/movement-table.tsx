"use client";

import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Asset, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { getBalanceMovementEndpoint } from "#lib/ledger/contract.ts";
import type { RangeName } from "#lib/contract/filters.ts";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { Views } from "#components/ui/views.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { PeriodSelect } from "#components/filters/period-select.tsx";
import { RowOpener } from "#components/ui/row-opener.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { patched, useUrl } from "#components/url.ts";
import type { EntriesWanted } from "./balance-entries.tsx";

/** Loaded when it is opened. */
const BalanceEntries = lazyPart(async () => (await import("./balance-entries.tsx")).BalanceEntries);

const words = ledgerText.movement;

export type Movement = OutputOf<typeof getBalanceMovementEndpoint>;
type Period = Movement["data"][number];
type Customer = Movement["customers"][number];
type Row = Period | Customer;
/** Which period the figures are of, as it was asked for, and of whom. */
export type MovementOf = Omit<EntriesWanted, "asset" | "networkType">;

/** How a period's opening became its closing, by asset, or what came and went by customer. */
export function MovementTable({
  movement,
  of,
  period,
  onPeriod,
}: {
  movement: Movement;
  of: MovementOf;
  period: RangeName;
  onPeriod: (period: RangeName) => void;
}) {
  const { params, change } = useUrl();
  const byCustomer = params.get("by") === "customer";
  const opening = useOpening(of);
  const { data, customers, unpriced, in: fiat } = movement;
  const moved = customers.filter((one) => FLOWS.some((kind) => !one[kind].isZero()));
  return (
    <Section
      end={
        <>
          <PeriodSelect onPeriod={onPeriod} period={period} />
          <Views
            label={words.by}
            names={{ asset: words.byAsset, customer: words.byCustomer }}
            onView={(view) => change({ by: view === "customer" ? view : undefined, entries: undefined }, "replace")}
            view={byCustomer ? "customer" : "asset"}
          />
        </>
      }
      hint={byCustomer ? words.customerHint : words.hint}
      title={words.title}
    >
      {byCustomer && moved.length === 0 ? <None /> : null}
      {byCustomer && moved.length > 0 ? (
        <ShortTable
          columns={customerColumns(opening)}
          detailOf={opening.detailOf}
          keyOf={keyOf}
          label={words.title}
          rows={moved}
        />
      ) : null}
      {byCustomer ? null : <PeriodTable fiat={fiat} label={words.title} leads of={of} rows={data} />}
      {unpriced.length > 0 ? (
        <p className="px-gutter py-2 text-12">
          <Unpriced assets={unpriced} />
        </p>
      ) : null}
    </Section>
  );
}

/** Opening, flows and closing of each asset that was held or moved; each opens the entries that its flows are the sums of. */
export function PeriodTable({
  rows,
  fiat,
  label,
  of,
  leads = false,
}: {
  rows: readonly Period[];
  fiat: Fiat;
  label: string;
  of: MovementOf;
  /** Whether opening and closing lead to the account's balances of their instants. */
  leads?: boolean;
}) {
  const opening = useOpening(of);
  const assets = rows.filter((one) => AMOUNTS.some((kind) => !one[kind].isZero()));
  if (assets.length === 0) return <None />;
  return (
    <ShortTable
      columns={columns(fiat, opening, (row, end) => <Held end={end} leads={leads} of={of} row={row} />)}
      detailOf={opening.detailOf}
      keyOf={keyOf}
      label={label}
      rows={assets}
    />
  );
}

const None = () => <p className="px-gutter pb-4 text-ink-3">{words.none}</p>;

const FLOWS = ["in", "out", "fees"] as const;
const AMOUNTS = ["opening", ...FLOWS, "closing"] as const;
/** What goes stands with its sign. */
const isTaken = (kind: string) => kind === "out" || kind === "fees";

function flowOf(row: Period | Customer, kind: (typeof FLOWS)[number]) {
  if (row[kind].isZero()) return "–";
  const value = isTaken(kind) ? Decimal.ZERO.minus(row[kind]) : row[kind];
  return (
    <span className="text-ink-2">
      {isTaken(kind) ? "" : "+"}
      <Money aligned asset={row.asset as Asset} value={value} />
    </span>
  );
}

/** A customer's line has its own, also the one of what is of no bill. */
const keyOf = (row: Row): string =>
  [
    [row.asset, ...(row.networkType ? [row.networkType] : [])].join("."),
    ...("closing" in row ? [] : [row.subaccount ?? ""]),
  ].join("/");

type Opening = { isOpen: (row: Row) => boolean; toggle: (row: Row) => void; detailOf: (row: Row) => ReactNode };

/** Which row is open, as the address says, and the entries beneath it. */
function useOpening(of: MovementOf): Opening {
  const { params, change } = useUrl();
  const isOpen = (row: Row) => keyOf(row) === params.get("entries");
  return {
    isOpen,
    toggle: (row) => change({ entries: isOpen(row) ? undefined : keyOf(row) }, "replace"),
    detailOf: (row) =>
      isOpen(row) ? (
        <Suspense fallback={<Waiting lines={3} />}>
          <BalanceEntries label={words.entries(assetText(row))} wanted={wantedOf(row, of)} />
        </Suspense>
      ) : null,
  };
}

function wantedOf(row: Row, of: MovementOf): EntriesWanted {
  const { asset, networkType } = row;
  const whose = "closing" in row ? {} : ofCustomer(row.subaccount);
  return { ...of, ...whose, asset, ...(networkType && { networkType }) };
}

/** Of one customer's bills, or of what is of no bill. */
export const ofCustomer = (subaccount: string | undefined): Pick<EntriesWanted, "subaccount" | "withoutBill"> =>
  subaccount === undefined ? { withoutBill: "true" } : { subaccount };

/** What was held at one end of the period, which leads to the balances of that instant where the account's are shown. */
function Held({ row, end, of, leads }: { row: Period; end: "opening" | "closing"; of: MovementOf; leads: boolean }) {
  const { params } = useUrl();
  const amount = <Money aligned asset={row.asset as Asset} value={row[end]} />;
  if (!leads) return amount;
  const then = end === "opening" ? of.startTime : of.endTime;
  const patch = { at: then === undefined ? undefined : new Date(then).toISOString(), asset: row.asset };
  return (
    <Link
      className="inline-flex min-h-6 items-center hover:underline"
      href={`/ledger${patched(params, { ...patch, entries: undefined })}`}
      prefetch={false}
    >
      {amount}
    </Link>
  );
}

const assetCell =
  ({ isOpen, toggle }: Opening) =>
  (row: Row) => (
    <RowOpener about={words.entries(assetText(row))} isOpen={isOpen(row)} onOpen={() => toggle(row)}>
      <AssetName network={row.networkType} symbol={row.asset} />
    </RowOpener>
  );

const assetColumn = { id: "asset", label: words.asset, names: true } as const;
const flows = <Row extends Period | Customer>(): ShortColumn<Row>[] =>
  FLOWS.map((kind) => ({ id: kind, label: words[kind], align: "end", cell: (row) => flowOf(row, kind) }));

const columns = (
  fiat: Fiat,
  opening: Opening,
  held: (row: Period, end: "opening" | "closing") => ReactNode,
): ShortColumn<Period>[] => [
  { ...assetColumn, cell: assetCell(opening) },
  {
    id: "opening",
    label: words.opening,
    align: "end",
    cell: (row) => held(row, "opening"),
  },
  ...flows<Period>(),
  {
    id: "closing",
    label: words.closing,
    align: "end",
    className: "font-medium",
    cell: (row) => held(row, "closing"),
  },
  {
    id: "value",
    label: ledgerText.balances.value(fiat),
    align: "end",
    cell: ({ value }) => (value ? <Money asset={fiat} value={value} /> : "–"),
  },
];

const customerColumns = (opening: Opening): ShortColumn<Customer>[] => [
  {
    id: "subaccount",
    label: words.customer,
    names: true,
    cell: ({ subaccount }) =>
      subaccount === undefined ? (
        <CustomerLink className="text-ink-3" name={undefined}>
          {words.nobody}
        </CustomerLink>
      ) : (
        <CustomerLink name={subaccount} />
      ),
  },
  {
    ...assetColumn,
    names: false,
    cell: assetCell(opening),
  },
  ...flows<Customer>(),
];
