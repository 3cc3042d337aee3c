"use client";

import { useState } from "react";
import { addDestinationCall, endDestinationCall } from "#lib/moves/calls.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { treasuryText } from "#components/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { AssetName } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type Destination, filled, useDestinations, useTreasury } from "./treasury-data.ts";

const words = treasuryText.destinations;

/** Where the house's means may go: added by two persons, taken off by one. */
export function Destinations() {
  const { data, error, isPending, refetch } = useDestinations();
  const mayMove = useMay("house:moves");
  const [dialog, setDialog] = useState<"add" | Destination>();
  const close = () => setDialog(undefined);
  return (
    <Section
      end={mayMove ? <Button onClick={() => setDialog("add")}>{words.add}</Button> : null}
      hint={words.hint}
      title={words.title}
    >
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={treasuryText.failed} /> : null}
      {isPending ? <Waiting lines={3} /> : null}
      {data?.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : null}
      {data && data.length > 0 ? (
        <ShortTable
          columns={columns(mayMove ? setDialog : undefined)}
          keyOf={({ destinationId }) => destinationId}
          label={words.title}
          rows={data}
        />
      ) : null}
      {dialog === "add" ? <AddDestination onClose={close} /> : null}
      {dialog && dialog !== "add" ? <EndDestination destination={dialog} onClose={close} /> : null}
    </Section>
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
  {
    id: "actions",
    label: words.columns.commands,
    hideLabel: true,
    cell: (destination) =>
      end ? (
        <span className="flex justify-end py-1">
          <Button aria-description={destination.label} onClick={() => end(destination)} size="small">
            {words.end}
          </Button>
        </span>
      ) : null,
  },
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
    <FormDialog
      action={words.form.action}
      failed={words.form.failed}
      form={form}
      onClose={onClose}
      summary={words.form.summary}
      title={words.form.title}
    >
      <FormField form={form} hint={words.form.placeHint} label={words.form.place} name="place">
        {(parts) => <Input {...parts} className="font-mono" data-first spellCheck={false} />}
      </FormField>
      <FormField form={form} label={treasuryText.form.asset} name="asset">
        {(parts) => (
          <Select {...parts} className="w-full">
            {[...CRYPTOS, ...FIATS].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </FormField>
      {form.watch("asset") === "USDT" ? (
        <FormField form={form} label={treasuryText.form.network} name="networkType">
          {(parts) => (
            <Select {...parts} className="w-full">
              <option value="">{treasuryText.form.noNetwork}</option>
              {NETWORK_TYPES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </FormField>
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
      <FormField form={form} label={treasuryText.form.note} name="note">
        {(parts) => <TextArea {...parts} data-first maxLength={1_000} required rows={2} />}
      </FormField>
    </FormDialog>
  );
}
