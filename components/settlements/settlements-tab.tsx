"use client";

import { lazy, type ReactNode, useId, useMemo, useState } from "react";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { SETTLEMENT_STATES } from "#lib/settlements/settlement-states.ts";
import { settlementsText } from "#components/i18n/settlements.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectionFoot, TotalsFoot } from "#components/ui/data-table/foot.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { useUrl } from "#components/url.ts";
import { useOf } from "#components/whose.tsx";
import { HOUSE_TABLE, SETTLEMENT_TABLE } from "./settlement-columns.tsx";
import { useSettlements } from "./settlements-data.ts";

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
  const status = SETTLEMENT_STATES.find((one) => one === params.get("status"));
  const all = useSettlements(useMemo(() => (status === undefined ? {} : { status }), [status]));
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
        filters={<StatusFilter onChange={(next) => change({ status: next })} status={status} />}
        kind={kind}
        label={words.list}
        list={all}
        loading={all.isPending}
        onSort={unsorted}
        open={open}
        selectionFoot={(selected, clear) => (
          <SelectionFoot caption={words.columns.due} count={selected.length} onClear={clear}>
            <Sums rows={selected} />
          </SelectionFoot>
        )}
        sorting={NEWEST_FIRST}
        title={words.title}
        totals={
          <TotalsFoot caption={words.openSum} count={words.shown(all.rows.length)}>
            <Sums rows={all.rows.filter((row) => OPEN.includes(row.status))} />
          </TotalsFoot>
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
      {stating ? <StatementDialog onClose={() => setStating(false)} /> : null}
    </>
  );
}

type Status = SettlementRecord["status"] | undefined;

function StatusFilter({ status, onChange }: { status: Status; onChange: (status: Status) => void }) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2 text-12 text-ink-2">
      <label htmlFor={id}>{words.filter.status}</label>
      <Select
        id={id}
        onChange={({ target }) => onChange(SETTLEMENT_STATES.find((one) => one === target.value))}
        small
        value={status ?? ""}
      >
        <option value="">{words.filter.all}</option>
        {SETTLEMENT_STATES.map((one) => (
          <option key={one} value={one}>
            {words.states[one]}
          </option>
        ))}
      </Select>
    </span>
  );
}

/** What is due by fiat; different fiats are never added together. */
function Sums({ rows }: { rows: readonly SettlementRecord[] }) {
  const sums = new Map<SettlementRecord["currency"], Decimal>();
  for (const { currency, due } of rows) sums.set(currency, (sums.get(currency) ?? Decimal.ZERO).plus(due));
  if (sums.size === 0) return <Money asset="EUR" unit value={Decimal.ZERO} />;
  return [...sums].map(([currency, value]) => (
    <span className="me-3" key={currency}>
      <Money asset={currency} unit value={value} />
    </span>
  ));
}
