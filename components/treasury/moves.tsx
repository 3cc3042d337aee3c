"use client";

import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { assetOf, isFiat, isGas } from "#lib/kernel/assets.ts";
import { Comments } from "#components/comments/comments.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { moveName, placeName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Money } from "#components/ui/money.tsx";
import { ShortList } from "#components/ui/short-list.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { useUrl } from "#components/url.ts";
import { type Move, useMoves } from "./treasury-data.ts";

/** Loaded when they are opened. */
const AskForMove = lazyPart(async () => (await import("./move-dialogs.tsx")).AskForMove);
const CancelMove = lazyPart(async () => (await import("./move-dialogs.tsx")).CancelMove);
const LinkMove = lazyPart(async () => (await import("./move-dialogs.tsx")).LinkMove);
const RequestMove = lazyPart(async () => (await import("./request-move.tsx")).RequestMove);

const words = treasuryText.moves;

type OpenDialog = { command: "request" } | { command: "ask" | "cancel" | "link"; move: Move };

/** The house's moves, newest first, each with what proves it. */
export function Moves() {
  const moves = useMoves();
  const { params, change } = useUrl();
  const mayMove = useMay("house:moves");
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const open = params.get("move");
  const request = mayMove ? (
    <Button look="primary" onClick={() => setDialog({ command: "request" })}>
      {words.request}
    </Button>
  ) : null;
  return (
    <ShortList
      columns={columns({
        open,
        toggle: (id) => change({ move: id === open ? undefined : id }, "replace"),
        ask: mayMove ? setDialog : undefined,
      })}
      detailOf={(move) => (move.moveId === open ? <MoveDetail move={move} /> : null)}
      empty={{ title: words.none, text: words.noneText }}
      end={request}
      failed={treasuryText.failed}
      hint={words.hint}
      keyOf={({ moveId }) => moveId}
      lines={4}
      list={moves}
      top
      title={words.title}
    >
      <Suspense>
        {dialog?.command === "request" ? <RequestMove onClose={close} /> : null}
        {dialog?.command === "ask" ? <AskForMove move={dialog.move} onClose={close} /> : null}
        {dialog?.command === "cancel" ? <CancelMove move={dialog.move} onClose={close} /> : null}
        {dialog?.command === "link" ? <LinkMove move={dialog.move} onClose={close} /> : null}
      </Suspense>
    </ShortList>
  );
}

/** The ledger's asset of a move. */
export const assetIn = ({ asset, networkType }: Pick<Move, "asset" | "networkType">) =>
  isFiat(asset) || isGas(asset) ? asset : assetOf(asset, networkType);

const LOOKS: Readonly<Record<Move["status"], Omit<StateFacts, "word">>> = {
  DRAFT: { tone: "none", glyph: "draft" },
  REQUESTED: { tone: "wait", glyph: "pending" },
  APPROVED: { tone: "wait", glyph: "half" },
  SENT: { tone: "out", glyph: "pie" },
  ARRIVED: { tone: "done", glyph: "done" },
  REJECTED: { tone: "none", glyph: "expired" },
  CANCELLED: { tone: "none", glyph: "expired" },
  FAILED: { tone: "fail", glyph: "cancel" },
};

const mayCancel = ({ status, facts }: Move): boolean =>
  ["DRAFT", "REQUESTED", "APPROVED"].includes(status) && facts.every((fact) => fact.status === "GONE");

/** Whether a venue's own record can still tell of the move. */
const mayLink = ({ status, from = "", to = "", facts }: Move): boolean => {
  if (status !== "APPROVED" && status !== "SENT") return false;
  const isReported = (side: string) => facts.some((fact) => fact.side === side && fact.status !== "GONE");
  return (from.startsWith("venue:") && !isReported("LEFT")) || (to.startsWith("venue:") && !isReported("ARRIVED"));
};

type Ways = {
  open: string | null;
  toggle: (moveId: string) => void;
  /** Absent for a person without the right to make changes. */
  ask: ((dialog: OpenDialog) => void) | undefined;
};

const columns = ({ open, toggle, ask }: Ways): ShortColumn<Move>[] => [
  {
    id: "way",
    label: words.columns.way,
    names: true,
    cell: ({ from, to, kind }) => (
      <>
        <span className="font-medium">{moveName(kind)}</span>
        <small className="block text-12 text-ink-3">
          {from ? placeName(from) : words.outside} – {to ? placeName(to) : words.outside}
        </small>
      </>
    ),
  },
  {
    id: "state",
    label: words.columns.state,
    cell: ({ status, mayHaveLeft }) => (
      <State {...LOOKS[status]} why={mayHaveLeft ? words.held : undefined} word={words.states[status]} />
    ),
  },
  {
    id: "quantity",
    label: words.columns.quantity,
    align: "end",
    cell: (move) => <Money asset={assetIn(move)} unit value={move.quantity} />,
  },
  {
    id: "reference",
    label: words.columns.reference,
    className: "font-mono text-12",
    cell: ({ reference }) => reference,
  },
  { id: "at", label: words.columns.at, cell: ({ createdAt }) => <Time at={createdAt} /> },
  commandsColumn(words.columns.commands, (move) => (
    <>
      {ask && move.status === "DRAFT" ? (
        <RowCommand of={move.reference} run={() => ask({ command: "ask", move })}>
          {words.ask}
        </RowCommand>
      ) : null}
      {ask && mayLink(move) ? (
        <RowCommand of={move.reference} run={() => ask({ command: "link", move })}>
          {words.link}
        </RowCommand>
      ) : null}
      {ask && mayCancel(move) ? (
        <RowCommand of={move.reference} run={() => ask({ command: "cancel", move })}>
          {words.cancel}
        </RowCommand>
      ) : null}
      <Button
        aria-description={move.reference}
        aria-expanded={move.moveId === open}
        look="plain"
        onClick={() => toggle(move.moveId)}
        size="small"
      >
        {words.show}
      </Button>
    </>
  )),
];

/** Where it goes, why, by whom, and what has proven each step. */
function MoveDetail({ move }: { move: Move }) {
  const asset = assetIn(move);
  const { label, address, note, createdBy, facts, cost, mayHaveLeft } = move;
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => bringWhenShown(shown.current), []);
  return (
    <div className="grid gap-3 px-gutter py-3" ref={shown}>
      {mayHaveLeft ? <p>{words.mayHaveLeft}</p> : null}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        {address ? (
          <>
            <dt className="text-ink-3">{words.address}</dt>
            <dd className="font-mono text-12 break-all">
              {label}: {address}
            </dd>
          </>
        ) : null}
        <dt className="text-ink-3">{words.why}</dt>
        <dd>{note}</dd>
        <dt className="text-ink-3">{words.by}</dt>
        <dd>{actorText(createdBy)}</dd>
        <dt className="text-ink-3">{words.cost}</dt>
        <dd>
          <Money asset={asset} unit value={cost} />
        </dd>
      </dl>
      <section aria-label={words.facts}>
        <h3 className="text-12 text-ink-3">{words.facts}</h3>
        {facts.length === 0 ? <p>{words.noFacts}</p> : null}
        <ul className="grid gap-1">
          {facts.map(({ side, source, proof, quantity, status, at, by, note: remark }) => (
            <li key={`${side} ${proof}`}>
              {words.sides[side]} <Time at={at} />: <Money asset={asset} unit value={quantity} />,{" "}
              {words.sources[source]} <span className="font-mono text-12 break-all">{proof}</span>,{" "}
              {words.facted[status]}
              {remark ? ` (${actorText(by)}: ${remark})` : ""}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={commentsText.title}>
        <h3 className="mb-1 text-12 text-ink-3">{commentsText.title}</h3>
        <Comments kind="MOVE" objectId={move.moveId} of="house" />
      </section>
    </div>
  );
}

/** A link opens a move far down the page, which is hidden until all above it stands: it comes into sight once it is drawn. */
function bringWhenShown(detail: HTMLElement | null): (() => void) | undefined {
  if (!detail) return undefined;
  const sizes = new ResizeObserver(() => {
    if (detail.offsetHeight === 0) return;
    sizes.disconnect();
    detail.scrollIntoView({ block: "nearest" });
  });
  sizes.observe(detail);
  return () => sizes.disconnect();
}
