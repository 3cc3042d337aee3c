"use client";

import type { Fiat } from "#lib/kernel/assets.ts";
import { BalanceChart } from "#components/charts/balance-chart.tsx";
import { BalanceHistory, useSpan } from "#components/charts/balance-history.tsx";
import { useBalanceHistory } from "./overview-data.ts";

/** What the account held at the close of each day; a day leads to the ledger as of then. */
export function BalanceDays({ fiat }: { fiat: Fiat }) {
  return (
    <BalanceHistory history={useBalanceHistory(fiat, useSpan())}>
      {(data, choice) => (
        <BalanceChart choice={choice} days={data.days} fiat={data.in} grows rowsAt="/ledger" zone="UTC" />
      )}
    </BalanceHistory>
  );
}
