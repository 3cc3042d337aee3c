"use client";

import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { assetOf, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { linkVenueTransferCall } from "#lib/transfers/calls.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { amountText } from "#lib/i18n/amount.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { Money } from "#components/ui/money.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { resolutionsOf } from "./resolutions-of.ts";
import { type Move, type Transfer, useTreasury, useUnknownTransfers } from "./treasury-data.ts";
import { LinkForm } from "./link-form.tsx";

/** Loaded when it is opened. */
const ResolveDialog = lazyPart(async () => (await import("./resolve-dialog.tsx")).ResolveDialog);

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
        <Suspense>
          <ResolveDialog
            kinds={resolutionsOf({
              kind: resolved.kind === "DEPOSIT" ? "UNKNOWN_DEPOSIT" : "UNKNOWN_WITHDRAWAL",
              asset: resolved.asset,
              causeFacts: {},
            })}
            asset={resolved.asset}
            onClose={() => setResolved(undefined)}
            quantity={resolved.quantity}
            subjectId={resolved.transferId}
          />
        </Suspense>
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
  commandsColumn(words.columns.commands, (one) =>
    commands && one.status === "DONE" ? (
      <>
        <RowCommand of={`${what(one)}, ${one.reference}`} run={() => commands.link(one)}>
          {words.link}
        </RowCommand>
        <RowCommand of={`${what(one)}, ${one.reference}`} run={() => commands.resolve(one)}>
          {treasuryText.resolve.open}
        </RowCommand>
      </>
    ) : null,
  ),
];

/** Open moves that may go by the transfer's venue, its way. */
const fits =
  ({ kind, venue, asset, networkType }: Transfer) =>
  (move: Move): boolean =>
    (move.status === "APPROVED" || move.status === "SENT") &&
    move.asset === asset &&
    move.networkType === networkType &&
    (kind === "DEPOSIT" ? move.to : move.from) === `venue:${venue}`;

const CHECK = checkedBy(linkVenueTransferCall, {
  missing: { note: treasuryText.form.noteMissing, moveId: words.form.none },
});

function LinkTransfer({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { transferId, asset } = transfer;
  const link = useTreasury(linkVenueTransferCall);
  return (
    <LinkForm
      check={CHECK}
      fit={fits(transfer)}
      link={(body) => link.mutateAsync({ transferId, ...body })}
      onClose={onClose}
      summary={words.form.summary(`${amountText(signed(transfer), scaleOf(asset))}\u00a0${asset}, ${what(transfer)}`)}
      words={words.form}
    />
  );
}
