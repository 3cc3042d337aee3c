"use client";

import Link from "next/link";
import { useState } from "react";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { shareOf } from "#components/charts/values.ts";
import { chartsText } from "#lib/i18n/charts.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { DrawerSection } from "#components/ui/drawer.tsx";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { type Station, STATIONS, wayOf } from "./way-of.ts";
import { cryptoText, fiatText } from "./record.ts";

const words = paymentText.way;

type Row = { station: Station; quantity: Decimal; share: Decimal };

/** The way of a bill's units from the payer to what is credited for them, and how many are where now. */
export function UnitWay({ record, now }: { record: PaymentRecord; now: number }) {
  const [asTable, setAsTable] = useState(false);
  const { all, ...parts } = wayOf(record, now);
  if (all.isZero()) return null;
  const rows = STATIONS.map(
    (station): Row => ({
      station,
      quantity: parts[station],
      share: shareOf(parts[station], all),
    }),
  ).filter(({ station, quantity }) => station !== "out" || !quantity.isZero());
  return (
    <DrawerSection
      end={
        <Button look="plain" onClick={() => setAsTable(!asTable)} size="small">
          {asTable ? chartsText.chart : chartsText.table}
        </Button>
      }
      title={words.title}
    >
      <p className="mb-2 text-12 text-ink-3">{words.base(cryptoText(record, all))}</p>
      {asTable ? (
        <ShortTable columns={columns(record)} keyOf={({ station }) => station} label={words.title} rows={rows} />
      ) : (
        <Stations record={record} rows={rows} />
      )}
      {record.fiatReceived.isZero() ? null : (
        <p className="mt-2 text-12 text-ink-2">
          {words.credited(fiatText(record, record.fiatReceived))}{" "}
          <Link
            className="inline-flex min-h-6 items-center text-accent underline"
            href={`/ledger?asset=${record.fiat}`}
            prefetch={false}
          >
            {words.toLedger}
          </Link>
        </p>
      )}
    </DrawerSection>
  );
}

const LOOKS: Record<Station, string> = {
  payer: "border border-edge",
  chain: "bg-out-mark",
  custody: "part-kept",
  venue: "part-sold",
  out: "part-out",
};

/** Each station in its place, with a column as high as its share. */
function Stations({ rows, record }: { rows: readonly Row[]; record: PaymentRecord }) {
  return (
    <dl className="flex gap-1 border-b border-strong">
      {rows.map(({ station, quantity, share }) => (
        <div className="flex min-w-0 flex-1 flex-col" key={station}>
          <dt className="truncate text-12 text-ink-2">{words.stations[station]}</dt>
          <dd className="text-12 font-medium wrap-anywhere">
            <Money asset={record.cryptoType} value={quantity} />
          </dd>
          <dd aria-hidden="true" className="mt-auto flex h-10 items-end pt-1">
            {quantity.isZero() ? null : (
              <span
                className={`part block min-h-0.5 w-full forced-color-adjust-none ${LOOKS[station]}`}
                style={{ blockSize: `${share}%` }}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const columns = ({ cryptoType }: PaymentRecord): ShortColumn<Row>[] => [
  { id: "station", label: words.station, names: true, cell: ({ station }) => words.stations[station] },
  {
    id: "quantity",
    label: words.quantity(cryptoType),
    align: "end",
    cell: ({ quantity }) => <Money asset={cryptoType} value={quantity} />,
  },
  {
    id: "share",
    label: words.share,
    align: "end",
    className: "figure text-ink-3",
    cell: ({ share }) => `${amountText(share, 1)} %`,
  },
];
