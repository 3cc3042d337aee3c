"use client";

import { lazy, type ReactNode, useId, useMemo, useState } from "react";
import { FIATS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { PAYOUT_STATES, type PayoutState } from "#lib/payouts/payout-states.ts";
import { payoutsText } from "#components/i18n/payouts.ts";
import { useMay } from "#components/may.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectionFoot, TotalsFoot } from "#components/ui/data-table/foot.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { useUrl } from "#components/url.ts";
import { useOf } from "#components/whose.tsx";
import { HOUSE_TABLE, PAYOUT_TABLE } from "./payout-columns.tsx";
import { usePayouts } from "./payouts-data.ts";
import { OPEN } from "./state-of.ts";

const PayoutDrawer = lazy(async () => ({ default: (await import("./payout-drawer.tsx")).PayoutDrawer }));
const NewPayout = lazy(async () => ({ default: (await import("./new-payout.tsx")).NewPayout }));

const words = payoutsText;
const NEWEST_FIRST = { id: "at", desc: true };
/** The API knows one order. */
const unsorted = () => undefined;

/** The list of payouts; its filter, the open row and the form are in the URL. */
export function PayoutsTab({ tabs }: { tabs: ReactNode }) {
  const { params, change } = useUrl();
  const ofHouse = useOf() === "house";
  const mayAsk = useMay("payouts:request") && !ofHouse;
  const status = PAYOUT_STATES.find((one) => one === params.get("status"));
  const all = usePayouts(useMemo(() => (status === undefined ? {} : { status }), [status]));
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
        filters={<StatusFilter onChange={(next) => change({ status: next })} status={status} />}
        kind={kind}
        label={words.list}
        list={all}
        loading={all.isPending}
        onSort={unsorted}
        open={open}
        selectionFoot={(selected, clear) => (
          <SelectionFoot caption={words.columns.amount} count={selected.length} onClear={clear}>
            <Sums rows={selected} />
          </SelectionFoot>
        )}
        sorting={NEWEST_FIRST}
        title={words.title}
        totals={
          <TotalsFoot caption={words.reserved} count={words.shown(all.rows.length)}>
            <Sums rows={all.rows.filter((row) => OPEN.includes(row.status))} />
          </TotalsFoot>
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
      {making && mayAsk ? <NewPayout onClose={() => setMaking(false)} onMade={open.opener.show} /> : null}
    </>
  );
}

function StatusFilter({
  status,
  onChange,
}: {
  status: PayoutState | undefined;
  onChange: (status: PayoutState | undefined) => void;
}) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2 text-12 text-ink-2">
      <label htmlFor={id}>{words.filter.status}</label>
      <Select
        id={id}
        small
        onChange={({ target }) => onChange(PAYOUT_STATES.find((one) => one === target.value))}
        value={status ?? ""}
      >
        <option value="">{words.filter.all}</option>
        {PAYOUT_STATES.map((one) => (
          <option key={one} value={one}>
            {words.states[one]}
          </option>
        ))}
      </Select>
    </span>
  );
}

/** Amounts by asset; different assets are never added together. */
function Sums({ rows }: { rows: readonly PayoutRecord[] }) {
  const sums = new Map<PayoutRecord["asset"], Decimal>();
  for (const { asset, quantity } of rows) sums.set(asset, (sums.get(asset) ?? Decimal.ZERO).plus(quantity));
  if (sums.size === 0) return <Money asset={FIATS[0]} unit value={Decimal.ZERO} />;
  return [...sums].map(([asset, value]) => (
    <span className="me-3" key={asset}>
      <Money asset={asset} unit value={value} />
    </span>
  ));
}
