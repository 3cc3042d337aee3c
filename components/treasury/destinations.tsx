"use client";

import { useState } from "react";
import { addDestinationCall, endDestinationCall } from "#lib/moves/calls.ts";
import { LEDGER_SYMBOLS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { Button } from "#components/ui/button.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { AssetName } from "#components/ui/money.tsx";
import { ShortList } from "#components/ui/short-list.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type Destination, filled, useDestinations, useTreasury } from "./treasury-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { NoteField } from "#components/ui/note-field.tsx";

const words = treasuryText.destinations;

/** Where the house's means may go: added by two persons, taken off by one. */
export function Destinations() {
  const destinations = useDestinations();
  const mayMove = useMay("house:moves");
  const [dialog, setDialog] = useState<"add" | Destination>();
  const close = () => setDialog(undefined);
  return (
    <ShortList
      columns={columns(mayMove ? setDialog : undefined)}
      empty={{ title: words.none, text: words.noneText }}
      end={mayMove ? <Button onClick={() => setDialog("add")}>{words.add}</Button> : null}
      failed={treasuryText.failed}
      hint={words.hint}
      keyOf={({ destinationId }) => destinationId}
      list={destinations}
      title={words.title}
    >
      {dialog === "add" ? <AddDestination onClose={close} /> : null}
      {dialog && dialog !== "add" ? <EndDestination destination={dialog} onClose={close} /> : null}
    </ShortList>
  );
}

const columns = (end: ((destination: Destination) => void) | undefined): ShortColumn<Destination>[] => [
  { id: "label", label: words.columns.label, names: true, className: "font-medium", cell: ({ label }) => label },
  { id: "place", label: words.columns.place, className: "font-mono text-12", cell: ({ place }) => place },
  {
    id: "asset",
    label: words.columns.asset,
    cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} />,
  },
  {
    id: "address",
    label: words.columns.address,
    className: "font-mono text-12 break-all",
    cell: ({ address }) => address,
  },
  commandsColumn(words.columns.commands, (destination) =>
    end ? (
      <RowCommand of={destination.label} run={() => end(destination)}>
        {words.end}
      </RowCommand>
    ) : null,
  ),
];

type Written = { place: string; asset: string; networkType: string; address: string; label: string };
const EMPTY: Written = { place: "", asset: "BTC", networkType: "", address: "", label: "" };
const CHECK = checkedBy(addDestinationCall, { bodyOf: (written: Written) => filled(written) });

function AddDestination({ onClose }: { onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const add = useTreasury(addDestinationCall);
  const form = useDeskForm({
    defaults: EMPTY,
    check: CHECK,
    async send(body) {
      const done = await add.mutateAsync(body);
      if (isWaiting(done)) notifyWaiting(words.form.waits);
      else toast(words.form.done(done.label));
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} words={words.form}>
      <FormField form={form} hint={words.form.placeHint} label={words.form.place} name="place">
        {(parts) => <Input {...parts} className="font-mono" data-first spellCheck={false} />}
      </FormField>
      <SelectField form={form} label={treasuryText.form.asset} name="asset" options={LEDGER_SYMBOLS} />
      {form.watch("asset") === "USDT" ? (
        <SelectField
          form={form}
          label={treasuryText.form.network}
          name="networkType"
          none={treasuryText.form.noNetwork}
          options={NETWORK_TYPES}
        />
      ) : null}
      <FormField form={form} label={words.form.address} name="address">
        {(parts) => <Input {...parts} className="font-mono" spellCheck={false} />}
      </FormField>
      <FormField form={form} label={words.form.label} name="label">
        {(parts) => <Input {...parts} />}
      </FormField>
    </FormDialog>
  );
}

function EndDestination({ destination, onClose }: { destination: Destination; onClose: () => void }) {
  const { destinationId, label } = destination;
  const { toast } = useStatus();
  const end = useTreasury(endDestinationCall);
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkedBy(endDestinationCall, { missing: { note: treasuryText.form.noteMissing } }),
    async send({ note }) {
      await end.mutateAsync({ destinationId, note });
      toast(words.endForm.done(label));
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.endForm.action}
      failed={words.endForm.failed}
      form={form}
      onClose={onClose}
      summary={words.endForm.summary}
      title={words.endForm.title(label)}
    >
      <NoteField first form={form} label={treasuryText.form.note} />
    </FormDialog>
  );
}
