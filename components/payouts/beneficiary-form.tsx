"use client";

import { makeBeneficiaryCall } from "#lib/beneficiaries/calls.ts";
import type { makeBeneficiaryEndpoint } from "#lib/beneficiaries/contract.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { ASSETS, type Asset, isFiat, shownAsset } from "#lib/kernel/assets.ts";
import { useAsksSecondPerson, useNotifyWaiting } from "#components/approvals/second-person.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useMakeBeneficiary } from "./payouts-data.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = payoutsText.beneficiaries.form;
const MOST_NAME = 70;

type Written = { name: string; kind: string; address: string; iban: string; accountNumber: string; bic: string };

const assetOf = (kind: string): Asset => ASSETS.find((one) => one === kind) ?? "EUR";
const given = (typed: string): string | undefined => typed.trim() || undefined;

/** What the contract takes of the fields that the asset shows. */
function bodyOf({ name, kind, address, iban, accountNumber, bic }: Written) {
  const asset = assetOf(kind);
  const place = isFiat(asset)
    ? { iban: given(iban), accountNumber: asset === "EUR" ? undefined : given(accountNumber), bic: given(bic) }
    : { address: given(address) };
  return { name: given(name), ...shownAsset(asset), ...place };
}

/** Puts a place on the account's list; the asset decides which fields it has. */
export function BeneficiaryForm({ onClose }: { onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const asks = useAsksSecondPerson();
  const make = useMakeBeneficiary((made) => {
    if (made.status === "REQUESTED") notifyWaiting(words.waiting(made.name));
    else toast(words.done(made.name));
    onClose();
  });
  const form = useDeskForm({
    defaults: { name: "", kind: "EUR", address: "", iban: "", accountNumber: "", bic: "" },
    check: checkedBy<Written, typeof makeBeneficiaryEndpoint.body>(makeBeneficiaryCall, {
      bodyOf,
      missing: { name: words.nameMissing },
      faults: ({ kind, address, iban, accountNumber }) => ({
        address: isFiat(assetOf(kind)) || address.trim() ? undefined : words.addressMissing,
        iban: !isFiat(assetOf(kind)) || iban.trim() || accountNumber.trim() ? undefined : words.ibanMissing,
      }),
    }),
    send: ({ name, asset, ...place }) => make.mutateAsync({ name, asset, ...whole(place) }),
  });
  const asset = assetOf(form.watch("kind"));
  return (
    <FormDialog
      action={words.action}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={asks ? words.asks : words.summary}
      title={words.title}
    >
      <FormField form={form} hint={words.nameHint} label={words.name} name="name">
        {(parts) => <Input {...parts} data-first maxLength={MOST_NAME} />}
      </FormField>
      <SelectField
        form={form}
        label={words.asset}
        name="kind"
        options={ASSETS.map((one) => [one, assetText(shownAsset(one))])}
      />
      {isFiat(asset) ? (
        <>
          <FormField form={form} label={words.iban} name="iban">
            {(parts) => <Input {...parts} className="font-mono" maxLength={64} spellCheck={false} />}
          </FormField>
          {asset === "EUR" ? null : (
            <FormField form={form} label={words.accountNumber} name="accountNumber" optional={words.optional}>
              {(parts) => <Input {...parts} className="font-mono" maxLength={40} spellCheck={false} />}
            </FormField>
          )}
          <FormField form={form} label={words.bic} name="bic" optional={words.optional}>
            {(parts) => <Input {...parts} className="font-mono" maxLength={11} spellCheck={false} />}
          </FormField>
        </>
      ) : (
        <FormField form={form} hint={words.addressHint} label={words.address} name="address">
          {(parts) => <Input {...parts} className="font-mono text-12" maxLength={128} spellCheck={false} />}
        </FormField>
      )}
    </FormDialog>
  );
}

type Place = Partial<
  Pick<OutputOf<typeof makeBeneficiaryEndpoint>, "networkType" | "address" | "iban" | "accountNumber" | "bic">
>;

/** Without the fields that are absent. */
function whole<P extends Place>(place: P) {
  const { networkType, address, iban, accountNumber, bic } = place;
  return {
    ...(networkType !== undefined && { networkType }),
    ...(address !== undefined && { address }),
    ...(iban !== undefined && { iban }),
    ...(accountNumber !== undefined && { accountNumber }),
    ...(bic !== undefined && { bic }),
  };
}
