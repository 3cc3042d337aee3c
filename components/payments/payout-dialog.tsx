"use client";

import { useState } from "react";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { recordPayoutCall } from "#lib/payouts/calls.ts";
import type { recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { useAsksSecondPerson, useNotifyWaiting } from "#components/approvals/second-person.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { amountText, decimalMark, fieldText, sumText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogFault } from "#components/ui/dialog.tsx";
import { checkedBy, numberTyped } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Input } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type Payout, useHadBeneficiary, useRecordPayout } from "./actions-data.ts";
import { type PayoutFault, type PayoutSource, payoutSources, readQuantity } from "./payout.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = paymentText.actions.payout;
const MOST_TEXT = 128;

type Draft = { sourceKey: string; quantity: string; reference: string; txHash: string };

/** Records crypto that was sent out elsewhere, in two steps: what it was, then the same once more with Cancel in focus. */
export function PayoutDialog({ record, onClose }: { record: PaymentRecord; onClose: () => void }) {
  const [sources] = useState(() => payoutSources(record));
  const [draft, setDraft] = useState<Draft>(() => draftOf(sources[0]));
  const [payout, setPayout] = useState<Payout | undefined>(undefined);
  if (payout) return <Review onBack={() => setPayout(undefined)} onClose={onClose} payout={payout} />;
  const review = (next: Payout, written: Draft) => {
    setDraft(written);
    setPayout(next);
  };
  return <Form draft={draft} onClose={onClose} onReview={review} sources={sources} />;
}

const mostOf = (source: PayoutSource | undefined): string => (source ? fieldText(source.most) : "");
const draftOf = (source: PayoutSource | undefined): Draft => ({
  sourceKey: source?.key ?? "",
  quantity: mostOf(source),
  reference: "",
  txHash: "",
});

type FormProps = {
  sources: readonly PayoutSource[];
  draft: Draft;
  onReview: (payout: Payout, draft: Draft) => void;
  onClose: () => void;
};

function Form({ sources, draft, onReview, onClose }: FormProps) {
  // What was made elsewhere is told from what is only asked for by its transaction, once there is somewhere to ask for.
  const needsHash = useHadBeneficiary();
  const sourceOf = (key: string) => sources.find((one) => one.key === key) ?? sources[0];
  const form = useDeskForm({
    defaults: draft,
    check: checkedBy<Draft, typeof recordPayoutEndpoint.body>(recordPayoutCall, {
      bodyOf: ({ sourceKey, quantity, reference, txHash }) => ({
        asset: sourceOf(sourceKey)?.asset,
        quantity: numberTyped(quantity),
        reference: reference.trim() || undefined,
        txHash: txHash.trim() || undefined,
      }),
      missing: { reference: words.referenceMissing },
      faults: ({ sourceKey, quantity, txHash }) => ({
        quantity: quantityFault(quantity, sourceOf(sourceKey)),
        txHash: needsHash && txHash.trim() === "" ? words.txHashMissing : undefined,
      }),
    }),
    send({ quantity, reference, txHash }, written) {
      const source = sourceOf(written.sourceKey);
      if (source) onReview({ source, quantity, reference, txHash }, written);
    },
  });
  const source = sourceOf(form.watch("sourceKey"));
  if (!source) return null;
  return (
    <FormDialog action={words.review} form={form} onClose={onClose} summary={words.summary} title={words.title}>
      {sources.length > 1 ? (
        <SelectField
          form={form}
          label={words.source}
          name="sourceKey"
          onChange={(key) => form.setValue("quantity", mostOf(sourceOf(key)))}
          options={sources.map((one) => [one.key, sourceWords(one)])}
        />
      ) : (
        <p>{sourceWords(source)}</p>
      )}
      <FormField
        form={form}
        hint={words.most(amountOf(source, source.most))}
        label={words.quantity(assetText(source))}
        name="quantity"
      >
        {(parts) => <Input {...parts} data-first figures />}
      </FormField>
      <FormField form={form} hint={words.referenceHint} label={words.reference} name="reference">
        {(parts) => <Input {...parts} maxLength={MOST_TEXT} />}
      </FormField>
      <FormField form={form} label={words.txHash} name="txHash" optional={needsHash ? undefined : words.optional}>
        {(parts) => <Input {...parts} className="font-mono text-12" maxLength={MOST_TEXT} spellCheck={false} />}
      </FormField>
    </FormDialog>
  );
}

/** What is wrong with a quantity for its source; the contract does not know how much that has. */
function quantityFault(typed: string, source: PayoutSource | undefined): string | undefined {
  const read = source && readQuantity(typed, source);
  return read && "fault" in read ? faultOf(read.fault, source) : undefined;
}

function Review({ payout, onBack, onClose }: { payout: Payout; onBack: () => void; onClose: () => void }) {
  const { toast } = useStatus();
  const { source, quantity, reference, txHash } = payout;
  const amount = amountOf(source, quantity);
  const notifyWaiting = useNotifyWaiting();
  const asks = useAsksSecondPerson();
  const recording = useRecordPayout((outcome) => {
    if (outcome === "waits") notifyWaiting(approvalsText.payout(amount));
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
          <Money asset={source.asset} value={quantity} /> {assetText(source)}
        </dd>
        <dt className="text-12 text-ink-3">{words.source}</dt>
        <dd>{words.kinds[source.kind]}</dd>
        <dt className="text-12 text-ink-3">{words.left}</dt>
        <dd>
          <Money asset={source.asset} unit value={source.most.minus(quantity)} />
        </dd>
        <dt className="text-12 text-ink-3">{words.reference}</dt>
        <dd className="font-mono text-12 wrap-anywhere">
          <bdi>{reference}</bdi>
        </dd>
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

const faultOf = (fault: PayoutFault, source: PayoutSource): string =>
  fault === "twoNumbers"
    ? faultsText.twoNumbers(decimalMark())
    : words.faults[fault](amountOf(source, source.most), scaleOf(source.asset), decimalMark());
const amountOf = (source: PayoutSource, value: Decimal) => `${sumText(value, source.asset)}\u00a0${assetText(source)}`;
const sourceWords = (source: PayoutSource) =>
  `${words.kinds[source.kind]}, ${amountText(source.most, scaleOf(source.asset))}\u00a0${assetText(source)}`;
