"use client";

import { isFiat } from "#lib/kernel/assets.ts";
import { recordPayoutCall } from "#lib/payouts/calls.ts";
import type { recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { useAsksSecondPerson, useNotifyWaiting } from "#components/approvals/second-person.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { looselyTyped, type rateText, sumText } from "#lib/i18n/amount.ts";
import { checkedBy, numberTyped } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useAvailable, useBeneficiaries, useRequestPayout } from "./payouts-data.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = payoutsText.form;
const MOST_TEXT = 128;

type Written = { beneficiaryId: string; quantity: string; reference: string };

/** Asks for a payout to one of the account's beneficiaries; the amount is reserved with it. */
export function NewPayout({ onClose, onMade }: { onClose: () => void; onMade: (payoutId: string) => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const asks = useAsksSecondPerson();
  const beneficiaries = (useBeneficiaries().data ?? []).filter(({ status, held }) => status === "ACTIVE" && !held);
  const balances = useAvailable().data ?? [];
  const chosen = (id: string) => beneficiaries.find(({ beneficiaryId }) => beneficiaryId === id);
  const availableOf = (id: string) => {
    const to = chosen(id);
    return balances.find(({ asset, networkType }) => asset === to?.asset && networkType === to?.networkType)?.available;
  };
  const request = useRequestPayout((made) => {
    if (!("payoutId" in made) || !("quantity" in made)) return;
    const amount = `${sumText(made.quantity, made.asset)}\u00a0${assetText(made)}`;
    if (made.status === "REQUESTED") notifyWaiting(approvalsText.payout(amount));
    else toast(words.done(amount));
    onClose();
    onMade(made.payoutId);
  });
  const form = useDeskForm({
    defaults: { beneficiaryId: "", quantity: "", reference: "" },
    check: checkedBy<Written, typeof recordPayoutEndpoint.body>(recordPayoutCall, {
      bodyOf: ({ beneficiaryId, quantity, reference }) => ({
        asset: chosen(beneficiaryId)?.asset,
        networkType: chosen(beneficiaryId)?.networkType,
        beneficiaryId: beneficiaryId || undefined,
        quantity: numberTyped(quantity),
        reference: reference.trim() || undefined,
      }),
      missing: { quantity: words.quantityMissing, reference: words.referenceMissing },
      faults: ({ beneficiaryId, quantity }) => ({
        beneficiaryId: chosen(beneficiaryId) ? undefined : words.beneficiaryMissing,
        quantity: isTooMuch(quantity, availableOf(beneficiaryId)) ? words.tooMuch : undefined,
      }),
    }),
    places: { INSUFFICIENT_FUNDS: "quantity", NOT_FOUND: "beneficiaryId" },
    send: ({ asset, networkType, quantity, reference, beneficiaryId }) =>
      request.mutateAsync({
        asset,
        quantity,
        reference,
        ...(networkType && { networkType }),
        ...(beneficiaryId && { beneficiaryId }),
      }),
  });
  const to = chosen(form.watch("beneficiaryId"));
  const available = to && availableOf(to.beneficiaryId);
  const typed = looselyTyped(form.watch("quantity"));
  return (
    <FormDialog
      action={to && typed ? words.actionOf(`${sumText(typed, to.asset)}\u00a0${assetText(to)}`) : words.action}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={asks ? words.asks : words.summary}
      title={words.title}
    >
      <SelectField
        form={form}
        hint={beneficiaries.length === 0 ? words.none : undefined}
        label={words.beneficiary}
        name="beneficiaryId"
        first
        none={words.choose}
        options={beneficiaries.map((one) => [one.beneficiaryId, `${one.name}, ${assetText(one)}`])}
      />
      {to ? (
        <p className="font-mono text-12 wrap-anywhere text-ink-2">{to.address ?? to.iban ?? to.accountNumber}</p>
      ) : null}
      <FormField
        form={form}
        hint={
          available
            ? words.available(`${sumText(available, to?.asset ?? "")}\u00a0${to ? assetText(to) : ""}`)
            : undefined
        }
        label={to ? words.quantity(assetText(to)) : words.amount}
        name="quantity"
      >
        {(parts) => <Input {...parts} figures />}
      </FormField>
      <FormField form={form} hint={referenceHint(to?.asset)} label={words.reference} name="reference">
        {(parts) => <Input {...parts} maxLength={MOST_TEXT} />}
      </FormField>
    </FormDialog>
  );
}

/** A bank's transfer shows the reference, a chain has no place for it. */
const referenceHint = (asset = ""): string => (isFiat(asset) ? words.referenceShown : words.referenceHint);

function isTooMuch(typed: string, available: Parameters<typeof rateText>[0] | undefined): boolean {
  const quantity = looselyTyped(typed);
  return quantity !== undefined && available !== undefined && quantity.compare(available) > 0;
}
