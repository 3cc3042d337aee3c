"use client";

import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { PAYOUT_FILTERS } from "#lib/payouts/filters.ts";
import { readFilters, someOf } from "#components/filters/codec.ts";
import { FilterFields } from "#components/filters/filter-fields.tsx";
import { payoutsText } from "#components/i18n/payouts.ts";
import { useMay } from "#components/may.ts";
import { Button } from "#components/ui/button.tsx";
import { SumsFoot } from "#components/ui/data-table/sums-foot.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { useUrl } from "#components/url.ts";
import { useOf } from "#components/whose.tsx";
import { HOUSE_TABLE, PAYOUT_TABLE } from "./payout-columns.tsx";
import { usePayouts } from "./payouts-data.ts";
import { OPEN } from "./state-of.ts";

/** Loaded when they are opened. */
const PayoutDrawer = lazy(async () => ({ default: (await import("./payout-drawer.tsx")).PayoutDrawer }));
const NewPayout = lazy(async () => ({ default: (await import("./new-payout.tsx")).NewPayout }));

const words = payoutsText;
const NEWEST_FIRST = { id: "at", desc: true };
const FILTERS = someOf(PAYOUT_FILTERS, "status", "asset", "minimum", "maximum");
/** The API knows one order. */
const unsorted = () => undefined;

/** The list of payouts; its filter, the open row and the form are in the URL. */
export function PayoutsTab({ tabs }: { tabs: ReactNode }) {
  const { params, change } = useUrl();
  const ofHouse = useOf() === "house";
  const mayAsk = useMay("payouts:request") && !ofHouse;
  const filtered = useMemo(() => readFilters(FILTERS, params), [params]);
  const all = usePayouts(filtered.values);
  const kind = ofHouse ? HOUSE_TABLE : PAYOUT_TABLE;
  const open = useOpenRow("payout", all.rows, kind.idOf, true);
  const [making, setMaking] = useState(params.get("new") !== null);
  return (
    <>
      <ListPage
        drawer={
          open.id === undefined ? null : (
            <PayoutDrawer
              onClose={open.close}
              onStep={open.step}
              payoutId={open.id}
              record={open.record}
              takeFocus={open.takeFocus}
            />
          )
        }
        empty={
          <Empty
            actions={mayAsk ? <Button onClick={() => setMaking(true)}>{words.new}</Button> : undefined}
            title={words.empty.title}
          >
            {ofHouse ? words.empty.house : words.empty.text}
          </Empty>
        }
        failed={words.failed}
        filters={
          <FilterFields
            filtered={filtered}
            filters={FILTERS}
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
            caption={words.reserved}
            count={words.shown(all.rows.length)}
            counts={({ status }) => OPEN.includes(status)}
            rows={all.rows}
          />
        }
        views={
          <>
            {tabs}
            {mayAsk ? (
              <Button className="ms-auto" look="primary" onClick={() => setMaking(true)} size="small">
                {words.new}
              </Button>
            ) : null}
          </>
        }
      />
      {making && mayAsk ? (
        <Suspense>
          <NewPayout onClose={() => setMaking(false)} onMade={open.opener.show} />
        </Suspense>
      ) : null}
    </>
  );
}

const amountsOf = (rows: readonly PayoutRecord[]) => rows.map(({ asset, quantity }) => ({ asset, amount: quantity }));
