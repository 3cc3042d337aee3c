"use client";

import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { SETTLEMENT_FILTERS } from "#lib/settlements/filters.ts";
import { readFilters } from "#components/filters/codec.ts";
import { FilterFields } from "#components/filters/filter-fields.tsx";
import { settlementsText } from "#components/i18n/settlements.ts";
import { Button } from "#components/ui/button.tsx";
import { SumsFoot } from "#components/ui/data-table/sums-foot.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { useUrl } from "#components/url.ts";
import { useOf } from "#components/whose.tsx";
import { HOUSE_TABLE, SETTLEMENT_TABLE } from "./settlement-columns.tsx";
import { useSettlements } from "./settlements-data.ts";

/** Loaded when they are opened. */
const SettlementDrawer = lazy(async () => ({ default: (await import("./settlement-drawer.tsx")).SettlementDrawer }));
const StatementDialog = lazy(async () => ({ default: (await import("./statement-dialog.tsx")).StatementDialog }));

const words = settlementsText;
const NEWEST_FIRST = { id: "period", desc: true };
/** The API knows one order. */
const unsorted = () => undefined;
const OPEN: readonly SettlementRecord["status"][] = ["DUE", "ASKED"];

/** The list of settlements; its filter and the open row are in the URL. */
export function SettlementsTab({ tabs }: { tabs: ReactNode }) {
  const { params, change } = useUrl();
  const ofHouse = useOf() === "house";
  const filtered = useMemo(() => readFilters(SETTLEMENT_FILTERS, params), [params]);
  const all = useSettlements(filtered.values);
  const kind = ofHouse ? HOUSE_TABLE : SETTLEMENT_TABLE;
  const open = useOpenRow("settlement", all.rows, kind.idOf, true);
  const [stating, setStating] = useState(false);
  return (
    <>
      <ListPage
        drawer={
          open.id === undefined ? null : (
            <SettlementDrawer
              onClose={open.close}
              onStep={open.step}
              record={open.record}
              settlementId={open.id}
              takeFocus={open.takeFocus}
            />
          )
        }
        empty={<Empty title={words.empty.title}>{ofHouse ? words.empty.house : words.empty.text}</Empty>}
        failed={words.failed}
        filters={
          <FilterFields
            filtered={filtered}
            filters={SETTLEMENT_FILTERS}
            labels={{ names: words.filter, options: { status: words.states }, any: words.filter.all }}
            named
            onChange={(patch) => change(patch)}
          />
        }
        kind={kind}
        label={words.list}
        list={all}
        loading={all.isPending}
        onSort={unsorted}
        open={open}
        sorting={NEWEST_FIRST}
        title={words.title}
        totals={
          <SumsFoot
            amountsOf={amountsOf}
            caption={words.openSum}
            count={words.shown(all.rows.length)}
            counts={({ status }) => OPEN.includes(status)}
            rows={all.rows}
          />
        }
        views={
          <>
            {tabs}
            {ofHouse ? null : (
              <Button className="ms-auto" onClick={() => setStating(true)} size="small">
                {words.statement.open}
              </Button>
            )}
          </>
        }
      />
      {stating ? (
        <Suspense>
          <StatementDialog onClose={() => setStating(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const amountsOf = (rows: readonly SettlementRecord[]) =>
  rows.map(({ currency, due }) => ({ asset: currency, amount: due }));
