"use client";

import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { linkLineCall } from "#lib/bank/calls.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { Money } from "#components/ui/money.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import { ShortList } from "#components/ui/short-list.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { resolutionsOf } from "./resolutions-of.ts";
import { type Line, type Move, useBankLines, useTreasury } from "./treasury-data.ts";
import { LinkForm } from "./link-form.tsx";

/** Loaded when it is opened. */
const ResolveDialog = lazyPart(async () => (await import("./resolve-dialog.tsx")).ResolveDialog);

const words = treasuryText.bank;

/** What the banks have booked; an unassigned line is linked by hand, with a note. */
export function BankLines() {
  const lines = useBankLines();
  const rows = { ...lines, data: lines.data?.flatMap((line) => [line, ...partsOfNobody(line)]) };
  const mayMove = useMay("house:moves");
  const [selected, setSelected] = useState<Line>();
  const [resolved, setResolved] = useState<Line>();
  return (
    <ShortList
      columns={columns(mayMove ? { link: setSelected, resolve: setResolved } : undefined)}
      empty={{ title: words.none, text: words.noneText }}
      failed={treasuryText.failed}
      hint={words.hint}
      keyOf={({ lineId }) => lineId}
      list={rows}
      title={words.title}
    >
      {selected ? <LinkLine line={selected} onClose={() => setSelected(undefined)} /> : null}
      {resolved ? (
        <Suspense>
          <ResolveDialog
            kinds={resolutionsOf({ kind: "UNKNOWN_LINE", causeFacts: { left: resolved.side === "DEBIT" } })}
            asset={resolved.currency}
            onClose={() => setResolved(undefined)}
            quantity={resolved.amount}
            subjectId={resolved.lineId}
          />
        </Suspense>
      ) : null}
    </ShortList>
  );
}

/** Parts of a line that are nobody's, as lines of their own below it: each is linked, or resolved, by itself. */
const partsOfNobody = ({ parts = [], ...line }: Line): Line[] =>
  parts.flatMap(({ lineId, amount, resolved }) =>
    lineId === undefined ? [] : [{ ...line, lineId, amount, resolved, belongsTo: "NOBODY" }],
  );

const signed = ({ side, amount }: Line): Decimal => (side === "CREDIT" ? amount : Decimal.ZERO.minus(amount));
const isOpen = ({ belongsTo, resolved }: Line): boolean => belongsTo === "NOBODY" && resolved === undefined;

/** Whose it is, by what it pays: one move or payout by that word, several counted; what is nobody's of it has rows of its own. */
function ownerOf({ belongsTo, parts = [] }: Line): string {
  if (belongsTo !== "PARTS") return words.owners[belongsTo];
  const moves = parts.filter(({ moveId }) => moveId !== undefined).length;
  const payouts = parts.filter(({ payoutId }) => payoutId !== undefined).length;
  const paid = [
    moves === 1 ? words.owners.MOVE : words.owned.moves(moves),
    payouts === 1 ? words.owners.PAYOUT : words.owned.payouts(payouts),
  ].filter((_, nth) => (nth === 0 ? moves : payouts) > 0);
  return paid.join(", ") || words.owners.PARTS;
}
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
        word={line.resolved ? treasuryText.resolve.became[line.resolved] : ownerOf(line)}
      />
    ),
  },
  commandsColumn(words.columns.commands, (line) =>
    commands && isOpen(line) ? (
      <>
        <RowCommand of={lineText(line)} run={() => commands.link(line)}>
          {words.link}
        </RowCommand>
        <RowCommand of={lineText(line)} run={() => commands.resolve(line)}>
          {treasuryText.resolve.open}
        </RowCommand>
      </>
    ) : null,
  ),
];

/** Open moves that may go by the line's account, its way. */
const fits =
  ({ side, place, currency }: Line) =>
  ({ status, from, to, asset }: Move): boolean =>
    (status === "APPROVED" || status === "SENT") &&
    asset === currency &&
    (side === "CREDIT" ? to === place : from === place);

const CHECK = checkedBy(linkLineCall, {
  missing: { note: treasuryText.form.noteMissing, moveId: words.form.none },
});

function LinkLine({ line, onClose }: { line: Line; onClose: () => void }) {
  const link = useTreasury(linkLineCall);
  const { lineId, currency } = line;
  return (
    <LinkForm
      check={CHECK}
      fit={fits(line)}
      link={(body) => link.mutateAsync({ lineId, ...body })}
      onClose={onClose}
      summary={words.form.summary(`${amountText(signed(line), scaleOf(currency))}\u00a0${currency}, ${lineText(line)}`)}
      words={words.form}
    />
  );
}
