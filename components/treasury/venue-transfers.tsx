"use client";

import { useState } from "react";
import { assetOf, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { linkVenueTransferCall } from "#lib/transfers/calls.ts";
import { treasuryText } from "#components/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { amountText } from "#components/ui/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { ResolveDialog, resolutionsOf } from "./resolve-dialog.tsx";
import { type Move, type Transfer, useMoves, useTreasury, useUnknownTransfers } from "./treasury-data.ts";

const words = treasuryText.transfers;

/** What came to venues and left them for nothing that was agreed to; shown where there is any, and linked by hand. */
export function VenueTransfers() {
  const { data, error, refetch } = useUnknownTransfers();
  const mayMove = useMay("house:moves");
  const [selected, setSelected] = useState<Transfer>();
  const [resolved, setResolved] = useState<Transfer>();
  if (!error && !data?.length) return null;
  return (
    <Section hint={words.hint} title={words.title}>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={treasuryText.failed} /> : null}
      {data?.length ? (
        <ShortTable
          columns={columns(mayMove ? { link: setSelected, resolve: setResolved } : undefined)}
          keyOf={({ transferId }) => transferId}
          label={words.title}
          rows={data}
        />
      ) : null}
      {selected ? <LinkTransfer onClose={() => setSelected(undefined)} transfer={selected} /> : null}
      {resolved ? (
        <ResolveDialog
          kinds={resolutionsOf({
            kind: resolved.kind === "DEPOSIT" ? "UNKNOWN_DEPOSIT" : "UNKNOWN_WITHDRAWAL",
            asset: resolved.asset,
            causeFacts: {},
          })}
          onClose={() => setResolved(undefined)}
          subjectId={resolved.transferId}
        />
      ) : null}
    </Section>
  );
}

const signed = ({ kind, quantity }: Transfer): Decimal =>
  kind === "DEPOSIT" ? quantity : Decimal.ZERO.minus(quantity);
const what = ({ kind, venue, status }: Transfer): string =>
  status === "DONE" ? words.kinds[kind](venue) : `${words.kinds[kind](venue)}, ${words.states[status]}`;
const assetIn = ({ asset, networkType }: Transfer) => (isFiat(asset) ? asset : assetOf(asset, networkType));

type Commands = Record<"link" | "resolve", (transfer: Transfer) => void>;

const columns = (commands: Commands | undefined): ShortColumn<Transfer>[] => [
  { id: "what", label: words.columns.what, names: true, cell: what },
  {
    id: "amount",
    label: words.columns.amount,
    align: "end",
    cell: (one) => <Money asset={assetIn(one)} signed unit value={signed(one)} />,
  },
  { id: "number", label: words.columns.number, className: "font-mono text-12", cell: ({ reference }) => reference },
  { id: "at", label: words.columns.at, cell: ({ at }) => <Time at={at} /> },
  {
    id: "deeds",
    label: words.columns.commands,
    hideLabel: true,
    cell: (one) =>
      commands && one.status === "DONE" ? (
        <span className="flex justify-end gap-1 py-1">
          <Button aria-description={`${what(one)}, ${one.reference}`} onClick={() => commands.link(one)} size="small">
            {words.link}
          </Button>
          <Button
            aria-description={`${what(one)}, ${one.reference}`}
            onClick={() => commands.resolve(one)}
            size="small"
          >
            {treasuryText.resolve.open}
          </Button>
        </span>
      ) : null,
  },
];

/** Open moves that may go by the transfer's venue, its way. */
const fits =
  ({ kind, venue, asset, networkType }: Transfer) =>
  (move: Move): boolean =>
    (move.status === "APPROVED" || move.status === "SENT") &&
    move.asset === asset &&
    move.networkType === networkType &&
    (kind === "DEPOSIT" ? move.to : move.from) === `venue:${venue}`;

function LinkTransfer({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { transferId, asset } = transfer;
  const { toast } = useStatus();
  const link = useTreasury(linkVenueTransferCall);
  const moves = (useMoves().data ?? []).filter(fits(transfer));
  const form = useDeskForm({
    defaults: { moveId: moves[0]?.moveId ?? "", note: "" },
    check: checkedBy(linkVenueTransferCall, {
      missing: { note: treasuryText.form.noteMissing, moveId: words.form.none },
    }),
    async send(body) {
      await link.mutateAsync({ transferId, ...body });
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
      summary={words.form.summary(`${amountText(signed(transfer), scaleOf(asset))}\u00a0${asset}, ${what(transfer)}`)}
      title={words.form.title}
    >
      <FormField
        form={form}
        hint={moves.length === 0 ? words.form.none : undefined}
        label={words.form.move}
        name="moveId"
      >
        {(parts) => (
          <Select {...parts} className="w-full" data-first>
            {moves.length === 0 ? <option value="">–</option> : null}
            {moves.map(({ moveId, reference, quantity, kind }) => (
              <option key={moveId} value={moveId}>
                {reference}, {treasuryText.moves.kinds[kind]}, {amountText(quantity, scaleOf(asset))} {asset}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} label={treasuryText.form.note} name="note">
        {(parts) => <TextArea {...parts} maxLength={1_000} required rows={2} />}
      </FormField>
    </FormDialog>
  );
}
