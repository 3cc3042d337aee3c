"use client";

import { useState } from "react";
import { readPreparedCall } from "#lib/signing/calls.ts";
import { DocumentButton } from "#components/documents/document-button.tsx";
import { signingText } from "#lib/i18n/signing.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { useMoment } from "#components/ui/moment.ts";
import { percentText, rateText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { LostHours } from "./lost-hours.tsx";
import { PrepareForm } from "./prepare-form.tsx";
import { CancelDialog, ReplaceDialog, SendDialog } from "./signing-dialogs.tsx";
import { coinOf, feeOf, type Prepared, usePrepared, whatOf } from "./signing-data.ts";
import { SignedForm } from "./signed-form.tsx";

const words = signingText;

type Act = { kind: "bring" | "send" | "cancel" | "replace"; record: Prepared };

/** What carries out approved payouts and moves: prepared here, signed elsewhere, compared, sent. */
export function SigningTab() {
  const may = useMay("house:payouts");
  const moment = useMoment();
  const prepared = usePrepared();
  const [preparing, setPreparing] = useState(false);
  const [act, setAct] = useState<Act | undefined>(undefined);
  const rows = prepared.data ?? [];
  const onClose = () => setAct(undefined);
  return (
    <Section
      end={
        may ? (
          <Button look="primary" onClick={() => setPreparing(true)}>
            {words.prepare.open}
          </Button>
        ) : undefined
      }
      hint={words.hint}
      title={words.title}
    >
      <LostHours />
      {prepared.isError ? (
        <ErrorNote error={prepared.error} onRetry={() => void prepared.refetch()} title={words.failed} />
      ) : null}
      {prepared.isPending ? <Waiting /> : null}
      {prepared.isSuccess && rows.length === 0 ? <Empty title={words.empty.title}>{words.empty.text}</Empty> : null}
      {rows.length > 0 ? (
        <ShortTable
          columns={columns(may, moment, setAct)}
          keyOf={({ preparedId }) => preparedId}
          label={words.table}
          rows={rows}
        />
      ) : null}
      {preparing ? <PrepareForm onClose={() => setPreparing(false)} /> : null}
      {act?.kind === "bring" ? <SignedForm onClose={onClose} record={act.record} /> : null}
      {act?.kind === "send" ? <SendDialog onClose={onClose} record={act.record} /> : null}
      {act?.kind === "cancel" ? <CancelDialog onClose={onClose} record={act.record} /> : null}
      {act?.kind === "replace" ? <ReplaceDialog onClose={onClose} record={act.record} /> : null}
    </Section>
  );
}

const columns = (may: boolean, moment: (at: number) => string, act: (act: Act) => void): ShortColumn<Prepared>[] => [
  { id: "at", label: words.columns.at, names: true, cell: ({ preparedAt }) => <Time at={preparedAt} /> },
  { id: "what", label: words.columns.what, cell: whatOf },
  {
    id: "amount",
    label: words.columns.amount,
    align: "end",
    cell: ({ quantity, asset }) => <Money asset={asset} unit value={quantity} />,
  },
  {
    id: "fee",
    label: words.columns.fee,
    align: "end",
    className: "figure",
    cell: feeOf,
  },
  { id: "status", label: words.columns.status, cell: (record) => <State {...stateOf(record, moment)} /> },
  {
    id: "hash",
    label: words.columns.hash,
    cell: ({ txHash, safe, status }) => {
      if (txHash !== undefined) return <Hash copy={words.columns.hash} value={txHash} />;
      if (!safe || status !== "PREPARED") return null;
      return (
        <span className="grid justify-items-end card:justify-items-start">
          <span className="text-ink-3">safeTxHash</span>
          <Hash copy={words.safeHash} value={safe.safeTxHash} />
        </span>
      );
    },
  },
  {
    id: "commands",
    label: words.columns.commands,
    hideLabel: true,
    cell: (record) => (may ? <Commands act={act} record={record} /> : null),
  },
];

const LOOKS: Record<Prepared["status"], Pick<StateFacts, "tone" | "glyph">> = {
  PREPARED: { tone: "wait", glyph: "half" },
  SIGNED: { tone: "wait", glyph: "half" },
  BROADCAST: { tone: "out", glyph: "away" },
  CONFIRMED: { tone: "done", glyph: "done" },
  REPLACED: { tone: "none", glyph: "cancel" },
  CANCELLED: { tone: "none", glyph: "cancel" },
  FAILED: { tone: "fail", glyph: "attn" },
};

function stateOf(record: Prepared, moment: (at: number) => string): StateFacts {
  const { status, fault, gasStep, activation, reason, expiresAt, safe } = record;
  const word = words.states[status];
  if (status === "BROADCAST" && fault !== undefined)
    return { tone: "fail", glyph: "attn", word, why: words.refusedByNode(fault) };
  if (status !== "PREPARED" && status !== "SIGNED") return { ...LOOKS[status], word, why: reason };
  const steps = [
    gasStep ? words.gasFirst(rateText(gasStep.quantity), coinOf(record), gasStep.address) : "",
    waitFor(record),
    safe === undefined ? "" : words.safeNonce(safe.nonce),
    activation === undefined ? "" : words.newAccount(rateText(activation), coinOf(record)),
    expiresAt === undefined ? "" : words.validUntil(moment(expiresAt)),
  ].filter(Boolean);
  return { ...LOOKS[status], word, why: steps.join(", ") || undefined };
}

/** What it costs now and as a rule, where that is less. */
function waitFor({ feeRate, share, network }: Prepared): string {
  const { basisPoints, medianBasisPoints, medianRate } = share ?? {};
  if (medianRate === undefined || feeRate.compare(medianRate) <= 0) return "";
  if (basisPoints !== undefined && medianBasisPoints !== undefined)
    return words.waitFor(percentText(basisPoints), percentText(medianBasisPoints));
  const unit = network === "eth" ? "\u00a0gwei" : "\u00a0sun";
  return words.waitFor(`${rateText(feeRate)}${unit}`, `${rateText(medianRate)}${unit}`);
}

function Commands({ record, act }: { record: Prepared; act: (act: Act) => void }) {
  const { status, network, preparedId, replacedById, safe } = record;
  const hasAccounts = network === "eth" || network === "tron";
  const button = (kind: Act["kind"], label: string) => (
    <Button onClick={() => act({ kind, record })} size="small">
      {label}
    </Button>
  );
  return (
    <span className="flex flex-wrap justify-end gap-2 py-1">
      {status === "PREPARED" ? (
        <>
          <DocumentButton
            label={words.download}
            name={`${preparedId}.${hasAccounts ? "json" : "psbt"}`}
            fetchFile={(file) => file(readPreparedCall, { preparedId })}
          />
          {network === "bitcoincash" ? (
            <DocumentButton
              label={words.electronCash}
              name={`${preparedId}.txn`}
              fetchFile={(file) => file(readPreparedCall, { preparedId, form: "ELECTRON_CASH" })}
            />
          ) : null}
          {safe ? null : button("bring", words.bring.open)}
          {safe || network === "tron" ? null : button("cancel", words.cancel.open)}
        </>
      ) : null}
      {status === "SIGNED" ? button("send", words.send.open) : null}
      {status === "BROADCAST" && (network === "bitcoin" || network === "eth") && replacedById === undefined
        ? button("replace", words.replace.open)
        : null}
    </span>
  );
}
