"use client";

import { useState } from "react";
import { linkLineCall } from "#lib/bank/calls.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#components/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { amountText } from "#components/ui/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { ResolveDialog, resolutionsOf } from "./resolve-dialog.tsx";
import { type Line, type Move, useBankLines, useMoves, useTreasury } from "./treasury-data.ts";

const words = treasuryText.bank;

/** What the banks have booked; a line of nobody is linked by hand, with a note. */
export function BankLines() {
  const { data, error, isPending, refetch } = useBankLines();
  const mayMove = useMay("house:moves");
  const [selected, setSelected] = useState<Line>();
  const [resolved, setResolved] = useState<Line>();
  return (
    <Section hint={words.hint} title={words.title}>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={treasuryText.failed} /> : null}
      {isPending ? <Waiting lines={3} /> : null}
      {data?.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : null}
      {data && data.length > 0 ? (
        <ShortTable
          columns={columns(mayMove ? { link: setSelected, resolve: setResolved } : undefined)}
          keyOf={({ lineId }) => lineId}
          label={words.title}
          rows={data}
        />
      ) : null}
      {selected ? <LinkLine line={selected} onClose={() => setSelected(undefined)} /> : null}
      {resolved ? (
        <ResolveDialog
          kinds={resolutionsOf({ kind: "UNKNOWN_LINE", causeFacts: { left: resolved.side === "DEBIT" } })}
          onClose={() => setResolved(undefined)}
          subjectId={resolved.lineId}
        />
      ) : null}
    </Section>
  );
}

const signed = ({ side, amount }: Line): Decimal => (side === "CREDIT" ? amount : Decimal.ZERO.minus(amount));
const isOpen = ({ belongsTo, resolved }: Line): boolean => belongsTo === "NOBODY" && resolved === undefined;
const lineText = ({ counterparty, remittance, endToEnd, reference }: Line): string =>
  [counterparty, remittance ?? endToEnd ?? reference].filter(Boolean).join(", ");

type Commands = Record<"link" | "resolve", (line: Line) => void>;

const columns = (commands: Commands | undefined): ShortColumn<Line>[] => [
  { id: "text", label: words.columns.text, names: true, cell: lineText },
  {
    id: "amount",
    label: words.columns.amount,
    align: "end",
    cell: (line) => <Money asset={line.currency} signed unit value={signed(line)} />,
  },
  { id: "place", label: words.columns.place, className: "font-mono text-12", cell: ({ place }) => place },
  { id: "at", label: words.columns.at, cell: ({ bookedAt }) => <Time at={bookedAt} /> },
  {
    id: "belongs",
    label: words.columns.belongs,
    cell: (line) => (
      <State
        glyph={isOpen(line) ? "attn" : "done"}
        tone={isOpen(line) ? "fail" : "done"}
        why={line.note}
        word={line.resolved ? treasuryText.resolve.became[line.resolved] : words.owners[line.belongsTo]}
      />
    ),
  },
  {
    id: "deeds",
    label: words.columns.commands,
    hideLabel: true,
    cell: (line) =>
      commands && isOpen(line) ? (
        <span className="flex justify-end gap-1 py-1">
          <Button aria-description={lineText(line)} onClick={() => commands.link(line)} size="small">
            {words.link}
          </Button>
          <Button aria-description={lineText(line)} onClick={() => commands.resolve(line)} size="small">
            {treasuryText.resolve.open}
          </Button>
        </span>
      ) : null,
  },
];

/** Open moves that may go by the line's account, its way. */
const fits =
  ({ side, place, currency }: Line) =>
  ({ status, from, to, asset }: Move): boolean =>
    (status === "APPROVED" || status === "SENT") &&
    asset === currency &&
    (side === "CREDIT" ? to === place : from === place);

function LinkLine({ line, onClose }: { line: Line; onClose: () => void }) {
  const { toast } = useStatus();
  const link = useTreasury(linkLineCall);
  const moves = (useMoves().data ?? []).filter(fits(line));
  const form = useDeskForm({
    defaults: { moveId: moves[0]?.moveId ?? "", note: "" },
    check: checkedBy(linkLineCall, { missing: { note: treasuryText.form.noteMissing, moveId: words.form.none } }),
    async send(body) {
      await link.mutateAsync({ lineId: line.lineId, ...body });
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
      summary={words.form.summary(
        `${amountText(signed(line), scaleOf(line.currency))}\u00a0${line.currency}, ${lineText(line)}`,
      )}
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
            {moves.map(({ moveId, reference, quantity, asset, kind }) => (
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
