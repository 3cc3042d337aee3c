"use client";

import { type ReactNode, Suspense, useMemo, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { SETTLEMENT_FILTERS } from "#lib/settlements/filters.ts";
import { readFilters } from "#components/filters/codec.ts";
import { NewestList } from "#components/filters/newest-list.tsx";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { patched, useUrl } from "#components/url.ts";
import { useOf } from "#components/whose.tsx";
import { HOUSE_TABLE, SETTLEMENT_TABLE } from "./settlement-columns.tsx";
import { useSettlements } from "./settlements-data.ts";

/** Loaded when they are opened. */
const SettlementDrawer = lazyPart(async () => (await import("./settlement-drawer.tsx")).SettlementDrawer);
const StatementDialog = lazyPart(async () => (await import("./statement-dialog.tsx")).StatementDialog);

const words = settlementsText;
const OPEN: readonly SettlementRecord["status"][] = ["DUE", "ASKED"];
const SUMS = {
  counts: ({ status }: SettlementRecord) => OPEN.includes(status),
  amountsOf: (rows: readonly SettlementRecord[]) => rows.map(({ currency, due }) => ({ asset: currency, amount: due })),
};

/** The list of settlements; its filter and the open row are in the URL. */
export function SettlementsTab({ tabs }: { tabs: ReactNode }) {
  const { params } = useUrl();
  const ofHouse = useOf() === "house";
  const filtered = useMemo(() => readFilters(SETTLEMENT_FILTERS, params), [params]);
  const all = useSettlements(filtered.values);
  const kind = ofHouse ? HOUSE_TABLE : SETTLEMENT_TABLE;
  const open = useOpenRow("settlement", all.rows, kind.idOf);
  const [stating, setStating] = useState(false);
  return (
    <>
      <NewestList
        by="period"
        drawer={
          open.id === undefined ? null : (
            <SettlementDrawer
              listed={open.record}
              onClose={open.close}
              onStep={open.step}
              settlementId={open.id}
              takeFocus={open.takeFocus}
            />
          )
        }
        empty={{
          title: words.empty.title,
          text: ofHouse ? words.empty.house : words.empty.text,
          action: <ButtonLink href={patched(params, { tab: "terms" })}>{words.empty.terms}</ButtonLink>,
        }}
        filtered={filtered}
        filters={SETTLEMENT_FILTERS}
        kind={kind}
        labels={{ names: words.filter, options: { status: words.states }, any: words.filter.all }}
        list={all}
        open={open}
        sums={{ ...SUMS, caption: words.openSum }}
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
        words={words}
      />
      {stating ? (
        <Suspense>
          <StatementDialog onClose={() => setStating(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
