"use client";

import { useState } from "react";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { useAsksSecondPerson, useTellWaiting } from "#components/approvals/second-person.ts";
import { text } from "#components/text/text.ts";
import { amountText, rateText } from "#components/ui/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogFault } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Input } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type Payout, useRecordPayout } from "./actions-data.ts";
import { type PayoutSource, payoutSources, readQuantity } from "./payout.ts";

const words = text.payments.actions.payout;
const MOST_TEXT = 128;

type Draft = { sourceKey: string; quantity: string; reference: string; txHash: string };

/** Records crypto that was sent out elsewhere, in two steps: what it was, then the same once more with Cancel in focus. */
export function PayoutDialog({ record, onClose }: { record: PaymentRecord; onClose: () => void }) {
  const [sources] = useState(() => payoutSources(record));
  const [draft, setDraft] = useState<Draft>(() => draftOf(sources[0]));
  const [payout, setPayout] = useState<Payout | undefined>(undefined);
  if (payout) return <Review onBack={() => setPayout(undefined)} onClose={onClose} payout={payout} />;
  return <Form draft={draft} onChange={setDraft} onClose={onClose} onReview={setPayout} sources={sources} />;
}

const draftOf = (source: PayoutSource | undefined): Draft => ({
  sourceKey: source?.key ?? "",
  quantity: source ? source.most.toString() : "",
  reference: "",
  txHash: "",
});

function Form({
  sources,
  draft,
  onChange,
  onReview,
  onClose,
}: {
  sources: readonly PayoutSource[];
  draft: Draft;
  onChange: (draft: Draft) => void;
  onReview: (payout: Payout) => void;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const source = sources.find(({ key }) => key === draft.sourceKey) ?? sources[0];
  if (!source) return null;
  const read = readQuantity(draft.quantity, source);
  const reference = draft.reference.trim();
  const submit = () => {
    setAsked(true);
    if ("quantity" in read && reference !== "")
      onReview({ source, quantity: read.quantity, reference, txHash: draft.txHash.trim() || undefined });
  };
  const fault =
    asked && "fault" in read
      ? words.faults[read.fault](amountOf(source, source.most), scaleOf(source.asset))
      : undefined;
  return (
    <FormDialog action={words.review} onClose={onClose} onSubmit={submit} summary={words.summary} title={words.title}>
      {sources.length > 1 ? (
        <Field label={words.source}>
          {(parts) => (
            <Select
              {...parts}
              onChange={(event) => {
                const next = sources.find(({ key }) => key === event.target.value);
                onChange({ ...draft, sourceKey: event.target.value, quantity: next?.most.toString() ?? "" });
              }}
              value={source.key}
            >
              {sources.map((one) => (
                <option key={one.key} value={one.key}>
                  {sourceWords(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : (
        <p>{sourceWords(source)}</p>
      )}
      <Field error={fault} hint={words.most(amountOf(source, source.most))} label={words.quantity(assetWords(source))}>
        {(parts) => (
          <Input
            {...parts}
            data-first
            figures
            onChange={(event) => onChange({ ...draft, quantity: event.target.value })}
            value={draft.quantity}
          />
        )}
      </Field>
      <Field
        error={asked && reference === "" ? words.referenceMissing : undefined}
        hint={words.referenceHint}
        label={words.reference}
      >
        {(parts) => (
          <Input
            {...parts}
            maxLength={MOST_TEXT}
            onChange={(event) => onChange({ ...draft, reference: event.target.value })}
            value={draft.reference}
          />
        )}
      </Field>
      <Field label={words.txHash} optional={words.optional}>
        {(parts) => (
          <Input
            {...parts}
            className="font-mono text-12"
            maxLength={MOST_TEXT}
            onChange={(event) => onChange({ ...draft, txHash: event.target.value })}
            spellCheck={false}
            value={draft.txHash}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function Review({ payout, onBack, onClose }: { payout: Payout; onBack: () => void; onClose: () => void }) {
  const { toast } = useStatus();
  const { source, quantity, reference, txHash } = payout;
  const amount = amountOf(source, quantity);
  const tellWaiting = useTellWaiting();
  const asks = useAsksSecondPerson();
  const recording = useRecordPayout((outcome) => {
    if (outcome === "waits") tellWaiting(text.approvals.payout(amount));
    else toast(words.done(amount));
    onClose();
  });
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onBack} size="large">
            {words.back}
          </Button>
          <Button busy={recording.isPending} look="primary" onClick={() => recording.mutate(payout)} size="large">
            {asks ? words.askAction(amount) : words.action(amount)}
          </Button>
        </>
      }
      onClose={onClose}
      summary={asks ? words.askSummary : words.reviewSummary}
      title={words.reviewTitle(amount)}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 *:nth-[even]:text-end">
        <dt className="text-12 text-ink-3">{words.paidOut}</dt>
        <dd className="font-medium">
          <Money asset={source.asset} value={quantity} /> {assetWords(source)}
        </dd>
        <dt className="text-12 text-ink-3">{words.source}</dt>
        <dd>{words.kinds[source.kind]}</dd>
        <dt className="text-12 text-ink-3">{words.left}</dt>
        <dd>
          <Money asset={source.asset} unit value={source.most.minus(quantity)} />
        </dd>
        <dt className="text-12 text-ink-3">{words.reference}</dt>
        <dd className="truncate font-mono text-12">{reference}</dd>
        {txHash ? (
          <>
            <dt className="text-12 text-ink-3">{words.txHash}</dt>
            <dd>
              <Hash value={txHash} />
            </dd>
          </>
        ) : null}
      </dl>
      <DialogFault error={recording.error} title={words.failed} />
    </Dialog>
  );
}

const assetWords = ({ asset, networkType }: PayoutSource) => (networkType ? `${asset} ${networkType}` : asset);
const amountOf = (source: PayoutSource, value: Decimal) => `${rateText(value)}\u00a0${assetWords(source)}`;
const sourceWords = (source: PayoutSource) =>
  `${words.kinds[source.kind]}, ${amountText(source.most, scaleOf(source.asset))}\u00a0${assetWords(source)}`;
