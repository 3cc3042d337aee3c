"use client";

import { useState } from "react";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Asset, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { getBalanceMovementEndpoint } from "#lib/ledger/contract.ts";
import type { RangeName } from "#lib/contract/filters.ts";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { Views } from "#components/ui/views.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { PeriodSelect } from "#components/filters/period-select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";

const words = ledgerText.movement;

export type Movement = OutputOf<typeof getBalanceMovementEndpoint>;
type Period = Movement["data"][number];
type Customer = Movement["customers"][number];

/** How a period's opening became its closing, by asset, or what came and went by customer. */
export function MovementTable({
  movement,
  period,
  onPeriod,
}: {
  movement: Movement;
  period: RangeName;
  onPeriod: (period: RangeName) => void;
}) {
  const [byCustomer, setByCustomer] = useState(false);
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
            onView={(view) => setByCustomer(view === "customer")}
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
          columns={customerColumns()}
          keyOf={(one) => `${one.subaccount} ${one.asset} ${one.networkType}`}
          label={words.title}
          rows={moved}
        />
      ) : null}
      {byCustomer ? null : <PeriodTable fiat={fiat} label={words.title} rows={data} />}
      {unpriced.length > 0 ? (
        <p className="px-gutter py-2 text-12">
          <Unpriced assets={unpriced} />
        </p>
      ) : null}
    </Section>
  );
}

/** Opening, flows and closing of each asset that was held or moved. */
export function PeriodTable({ rows, fiat, label }: { rows: readonly Period[]; fiat: Fiat; label: string }) {
  const assets = rows.filter((one) => AMOUNTS.some((kind) => !one[kind].isZero()));
  if (assets.length === 0) return <None />;
  return (
    <ShortTable
      columns={columns(fiat)}
      keyOf={({ asset, networkType }) => `${asset}${networkType}`}
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

const assetColumn = { id: "asset", label: words.asset, names: true } as const;
const flows = <Row extends Period | Customer>(): ShortColumn<Row>[] =>
  FLOWS.map((kind) => ({ id: kind, label: words[kind], align: "end", cell: (row) => flowOf(row, kind) }));

const columns = (fiat: Fiat): ShortColumn<Period>[] => [
  { ...assetColumn, cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} /> },
  {
    id: "opening",
    label: words.opening,
    align: "end",
    cell: ({ asset, opening }) => <Money aligned asset={asset as Asset} value={opening} />,
  },
  ...flows<Period>(),
  {
    id: "closing",
    label: words.closing,
    align: "end",
    className: "font-medium",
    cell: ({ asset, closing }) => <Money aligned asset={asset as Asset} value={closing} />,
  },
  {
    id: "value",
    label: ledgerText.balances.value(fiat),
    align: "end",
    cell: ({ value }) => (value ? <Money asset={fiat} value={value} /> : "–"),
  },
];

const customerColumns = (): ShortColumn<Customer>[] => [
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
    cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} />,
  },
  ...flows<Customer>(),
];
