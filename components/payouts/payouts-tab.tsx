"use client";

import { type ReactNode, Suspense, useMemo, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { PAYOUT_FILTERS } from "#lib/payouts/filters.ts";
import { useAsksSecondPerson } from "#components/approvals/second-person.ts";
import { readFilters, someOf } from "#components/filters/codec.ts";
import { NewestList } from "#components/filters/newest-list.tsx";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { useMay } from "#components/may.ts";
import { Button } from "#components/ui/button.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { useUrl } from "#components/url.ts";
import { useOf } from "#components/whose.tsx";
import { HOUSE_TABLE, PAYOUT_TABLE } from "./payout-columns.tsx";
import { usePayouts } from "./payouts-data.ts";
import { OPEN } from "./state-of.ts";

/** Loaded when they are opened. */
const PayoutDrawer = lazyPart(async () => (await import("./payout-drawer.tsx")).PayoutDrawer);
const NewPayout = lazyPart(async () => (await import("./new-payout.tsx")).NewPayout);

const words = payoutsText;
const FILTERS = someOf(PAYOUT_FILTERS, "status", "asset", "minimum", "maximum");
const SUMS = {
  counts: ({ status }: PayoutRecord) => OPEN.includes(status),
  amountsOf: (rows: readonly PayoutRecord[]) => rows.map(({ asset, quantity }) => ({ asset, amount: quantity })),
};

/** What a first payout needs. */
const Needed = () => (useAsksSecondPerson() ? words.empty.asks : words.empty.text);

/** The list of payouts; its filter, the open row and the form are in the URL. */
export function PayoutsTab({ tabs }: { tabs: ReactNode }) {
  const { params } = useUrl();
  const ofHouse = useOf() === "house";
  const mayAsk = useMay("payouts:request") && !ofHouse;
  const filtered = useMemo(() => readFilters(FILTERS, params), [params]);
  const all = usePayouts(filtered.values);
  const kind = ofHouse ? HOUSE_TABLE : PAYOUT_TABLE;
  const open = useOpenRow("payout", all.rows, kind.idOf);
  const [making, setMaking] = useState(params.get("new") !== null);
  return (
    <>
      <NewestList
        by="at"
        drawer={
          open.id === undefined ? null : (
            <PayoutDrawer
              listed={open.record}
              onClose={open.close}
              onStep={open.step}
              payoutId={open.id}
              takeFocus={open.takeFocus}
            />
          )
        }
        empty={{
          title: words.empty.title,
          text: ofHouse ? words.empty.house : <Needed />,
          action: mayAsk ? <Button onClick={() => setMaking(true)}>{words.new}</Button> : undefined,
        }}
        filtered={filtered}
        filters={FILTERS}
        kind={kind}
        labels={{ names: words.filter, options: { status: words.states }, any: words.filter.all }}
        list={all}
        open={open}
        sums={{ ...SUMS, caption: words.reserved }}
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
        words={words}
      />
      {making && mayAsk ? (
        <Suspense>
          <NewPayout onClose={() => setMaking(false)} onMade={open.opener.show} />
        </Suspense>
      ) : null}
    </>
  );
}
