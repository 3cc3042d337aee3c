"use client";

import type { ReactNode } from "react";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { chartsText } from "#lib/i18n/charts.ts";
import { dateText } from "#lib/i18n/times.ts";
import { RowsLink } from "#components/ui/rows-link.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { dayWords } from "./plot.tsx";

/** What was held at the close of a day of a zone, or now, by asset and network. */
export type BalanceDay = {
  day: string;
  at: number;
  total: Decimal;
  unpriced: readonly string[];
  data: readonly { asset: string; holding: Decimal; value?: Decimal | undefined }[];
};

/** The days of a chart of balances. */
export type BalanceDays = {
  /** Oldest first; the last one is now. */
  days: readonly BalanceDay[];
  fiat: Fiat;
  /** Whose days they are. */
  zone: string;
  /** The page that shows, as of an instant, the rows that a figure is the sum of. */
  rowsAt: "/ledger" | "/treasury";
};

/** More days than these stand so close that they are drawn side by side, and the year is said of each. */
const CLOSE = 90;
export const areClose = (days: readonly BalanceDay[]): boolean => days.length > CLOSE;

export const nameOf = (day: string, days: readonly BalanceDay[]): string =>
  areClose(days) ? dateText(Date.parse(`${day}T12:00:00Z`), "utc") : dayWords(day);

/** Where the rows stand that make up a figure of a day: of one asset, or of all. */
export function hrefOfDay({ days, fiat, rowsAt }: BalanceDays, day: BalanceDay, asset?: string): string {
  const then = day === days.at(-1) ? {} : { at: new Date(day.at).toISOString() };
  return `${rowsAt}?${new URLSearchParams({ ...then, ...(asset === undefined ? {} : { asset }), in: fiat })}`;
}

/** A figure of a day as the way to them. */
export const Rows = ({
  of,
  day,
  asset,
  children,
}: {
  of: BalanceDays;
  day: BalanceDay;
  asset?: string;
  children: ReactNode;
}) => <RowsLink href={hrefOfDay(of, day, asset)}>{children}</RowsLink>;

/** The column that names each day, which leads to all that was held at its close. */
export const dayColumn = (of: BalanceDays): ShortColumn<BalanceDay> => ({
  id: "day",
  label: chartsText.dayOf(of.zone),
  names: true,
  cell: (day) => (
    <Rows day={day} of={of}>
      {nameOf(day.day, of.days)}
    </Rows>
  ),
});
