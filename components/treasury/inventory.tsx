"use client";

import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { setStockCall } from "#lib/inventory/calls.ts";
import { type Asset, assetOf, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { fieldText, looselyTyped } from "#lib/i18n/amount.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Dash } from "#components/ui/dash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { ShortList } from "#components/ui/short-list.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Proposed } from "./request-move.tsx";
import { type Stock, useInventory, useTreasury } from "./treasury-data.ts";

/** Loaded when it is opened. */
const RequestMove = lazyPart(async () => (await import("./request-move.tsx")).RequestMove);

const words = treasuryText.inventory;

type OpenDialog = { command: "move"; proposed: Proposed } | { command: "set"; stock: Stock };

/** What the house has at its venues against floor and target, and the move that each needs. */
export function Inventory() {
  const stock = useInventory();
  const mayMove = useMay("house:moves");
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <ShortList
      columns={columns(mayMove ? setDialog : undefined)}
      empty={{ title: words.none, text: words.noneText }}
      failed={treasuryText.failed}
      hint={words.hint}
      keyOf={({ venue, asset }) => `${venue} ${asset}`}
      list={stock}
      top
      title={words.title}
    >
      <Suspense>
        {dialog?.command === "move" ? <RequestMove onClose={close} proposed={dialog.proposed} /> : null}
      </Suspense>
      {dialog?.command === "set" ? <SetStock onClose={close} stock={dialog.stock} /> : null}
    </ShortList>
  );
}

const assetIn = ({ asset }: Pick<Stock, "asset">): Asset => (isFiat(asset) ? asset : assetOf(asset));

/** A venue tells more digits than the asset has; what is read here has the asset's own, rounded down. */
const inUnits = (value: Decimal, asset: Asset): Decimal => Decimal.of(value.floorUnits(scaleOf(asset)), scaleOf(asset));

type Figure = "balance" | "promised" | "coming" | "perDay" | "floor" | "target";

function figureOf(row: Stock, id: Figure): ReactNode {
  const value = row[id];
  const asset = assetIn(row);
  return value === undefined || value.isZero() ? null : <Money aligned asset={asset} value={inUnits(value, asset)} />;
}

const figure = (id: Figure, label: string): ShortColumn<Stock> => ({
  id,
  label,
  align: "end",
  cell: (row) => figureOf(row, id) ?? "–",
});

/** Two figures that are read together, one above the other: of each alone, the row would not fit beside the navigation. */
const pair = (first: "promised" | "floor", second: Figure): ShortColumn<Stock> => ({
  id: first,
  label: words.columns[first],
  align: "end",
  cell: (row) => {
    const both = [figureOf(row, first), figureOf(row, second)];
    if (both.every((one) => one === null)) return "–";
    return (
      <>
        {both[0] ?? "–"}
        <span className="block text-ink-2">{both[1] ?? "–"}</span>
      </>
    );
  },
});

const columns = (ask: ((dialog: OpenDialog) => void) | undefined): ShortColumn<Stock>[] => [
  {
    id: "venue",
    label: words.columns.venue,
    names: true,
    cell: ({ venue, asset }) => (
      <>
        <span className="font-medium">{venue}</span> <AssetName network={undefined} symbol={asset} />
      </>
    ),
  },
  figure("balance", words.columns.balance),
  pair("promised", "coming"),
  figure("perDay", words.columns.perDay),
  pair("floor", "target"),
  { id: "floorAt", label: words.columns.floorAt, cell: (stock) => <FloorAt stock={stock} /> },
  { id: "proposal", label: words.columns.proposal, align: "end", cell: (stock) => <Proposal stock={stock} /> },
  commandsColumn(words.columns.commands, (stock) => (ask ? <Commands ask={ask} stock={stock} /> : null)),
];

function FloorAt({ stock: { balance, coming, promised, floor, floorAt } }: { stock: Stock }) {
  if (!floor) return <Dash />;
  if (balance.plus(coming).minus(promised).compare(floor) <= 0)
    return <State glyph="attn" tone="fail" word={words.below} />;
  return floorAt ? <Time at={floorAt} /> : <span className="text-ink-2">{words.never}</span>;
}

function Proposal({ stock: { proposal, isShort, ...stock } }: { stock: Stock }) {
  if (proposal) return <Money aligned asset={assetIn(stock)} value={proposal.quantity} />;
  return isShort ? <span className="text-wait-text">{words.short}</span> : <Dash />;
}

function Commands({ stock, ask }: { stock: Stock; ask: (dialog: OpenDialog) => void }) {
  const { venue, asset, proposal } = stock;
  const fill = (move: NonNullable<Stock["proposal"]>): Proposed => ({
    kind: move.kind,
    from: move.from,
    to: move.to,
    asset,
    networkType: move.networkType ?? "",
    quantity: fieldText(move.quantity),
    note: words.note(venue),
  });
  return (
    <>
      {proposal ? (
        <RowCommand of={`${asset}, ${venue}`} run={() => ask({ command: "move", proposed: fill(proposal) })}>
          {words.move}
        </RowCommand>
      ) : null}
      <RowCommand of={`${asset}, ${venue}`} run={() => ask({ command: "set", stock })}>
        {words.set}
      </RowCommand>
    </>
  );
}

type Written = { floor: string; target: string };
const checkOf = ({ venue, asset }: Stock) =>
  checkedBy(setStockCall, {
    bodyOf: ({ floor, target }: Written) => ({
      venue,
      asset,
      ...(floor.trim() && { floor: looselyTyped(floor) ?? floor }),
      ...(target.trim() && { target: looselyTyped(target) ?? target }),
    }),
  });

/** Sets floor and target, or takes both away. */
function SetStock({ stock, onClose }: { stock: Stock; onClose: () => void }) {
  const { venue, asset, floor, target } = stock;
  const { toast } = useStatus();
  const set = useTreasury(setStockCall);
  const form = useDeskForm({
    defaults: { floor: floor ? fieldText(floor) : "", target: target ? fieldText(target) : "" } satisfies Written,
    check: checkOf(stock),
    async send(body) {
      await set.mutateAsync(body);
      toast(words.form.done);
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.form.action}
      failed={words.form.failed}
      form={form}
      onClose={onClose}
      summary={words.form.summary}
      title={words.form.title(asset, venue)}
    >
      <FormField form={form} label={words.form.floor} name="floor">
        {(parts) => <Input {...parts} data-first figures />}
      </FormField>
      <FormField form={form} label={words.form.target} name="target">
        {(parts) => <Input {...parts} figures />}
      </FormField>
    </FormDialog>
  );
}
