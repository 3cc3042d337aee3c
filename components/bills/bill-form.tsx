"use client";

import { useRef } from "react";
import { FIATS, scaleOf } from "#lib/kernel/assets.ts";
import { useAccount } from "#components/staff.tsx";
import { roleName } from "#lib/i18n/role-name.ts";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { useMay } from "#components/may.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { text } from "#lib/i18n/text.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { type DeskForm, FormField } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Select } from "#components/ui/select.tsx";
import { type Preview, useKnownSubaccounts } from "./bill-data.ts";
import { amountFault, amountFrom, limitTexts } from "./bill-request.ts";
import { FeeFields, MoneyFields, StrategyFields } from "./bill-choices.tsx";
import type { BillDraft } from "./draft.ts";
import { FormFaults } from "./form-faults.tsx";

const words = billsText;

/** Fields exactly as the request has them; what the chosen crypto or strategy rules out is not offered. */
export function BillForm({
  draft,
  preview,
  form,
}: {
  draft: BillDraft;
  preview: Preview | undefined;
  form: DeskForm<BillDraft>;
}) {
  const box = useRef<HTMLFormElement>(null);
  const may = useMay("payments:write");
  useShortcut("Ctrl+Enter", words.createPlain, text.nav.bills, () => box.current?.requestSubmit(), may);
  return (
    <form
      aria-label={words.form}
      className="grid max-w-190 content-start gap-4.5 px-gutter pt-5 pb-6"
      noValidate
      onSubmit={form.submit}
      ref={box}
    >
      <FormFaults form={form} />
      <WhoFields form={form} />
      <AmountField draft={draft} form={form} />
      <MoneyFields draft={draft} form={form} />
      <StrategyFields draft={draft} form={form} preview={preview} />
      <FeeFields draft={draft} form={form} preview={preview} />
      <SubmitRow busy={form.busy} draft={draft} />
    </form>
  );
}

function WhoFields({ form }: { form: DeskForm<BillDraft> }) {
  const known = useKnownSubaccounts();
  return (
    <div className="grid items-start gap-x-4 gap-y-4.5 card:grid-cols-2">
      <FormField
        form={form}
        hint={words.hints.subaccount}
        id="subaccount"
        label={words.fields.subaccount}
        name="subaccount"
      >
        {(parts) => (
          <Input
            {...parts}
            className="[&::-webkit-calendar-picker-indicator]:hidden!"
            list="known-subaccounts"
            spellCheck={false}
          />
        )}
      </FormField>
      <datalist id="known-subaccounts">
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <FormField form={form} id="reference" label={words.fields.reference} name="reference" optional={words.optional}>
        {(parts) => <Input {...parts} spellCheck={false} />}
      </FormField>
    </div>
  );
}

function AmountField({ draft, form }: { draft: BillDraft; form: DeskForm<BillDraft> }) {
  const { register } = form;
  const error = form.errorOf("fiatReceivable");
  return (
    <div className="grid gap-1">
      <label className="text-12 text-ink-2" htmlFor="fiatReceivable">
        {words.fields.fiatReceivable}
      </label>
      <div className="grid grid-cols-[minmax(0,1fr)_104px]">
        <Input
          {...register("fiatReceivable")}
          aria-describedby={error ? "fiatReceivable-hint fiatReceivable-error" : "fiatReceivable-hint"}
          aria-invalid={error ? true : undefined}
          className="rounded-e-none!"
          figures
          id="fiatReceivable"
        />
        <Select {...register("fiat")} aria-label={words.fields.fiat} className="-ms-px [&>select]:rounded-s-none!">
          {FIATS.map((fiat) => (
            <option key={fiat}>{fiat}</option>
          ))}
        </Select>
      </div>
      <span className="figure text-12 text-ink-3" id="fiatReceivable-hint">
        {words.hints.between(...limitTexts(draft.fiat))}
      </span>
      {error ? <FieldError id="fiatReceivable-error">{error}</FieldError> : null}
    </div>
  );
}

/** The button repeats the amount to be billed, once the typed amount is valid. */
function SubmitRow({ draft, busy }: { draft: BillDraft; busy: boolean }) {
  const may = useMay("payments:write");
  const role = useAccount()?.role ?? "";
  const amount = amountFault(draft.fiatReceivable, draft.fiat) ? undefined : amountFrom(draft.fiatReceivable);
  const total = amount ? `${amountText(amount, scaleOf(draft.fiat))}\u00a0${draft.fiat}` : undefined;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {may ? null : <p className="text-12 text-ink-3">{words.mayNot(roleName(role))}</p>}
      <ButtonLink href="/payments" look="plain" size="large">
        {words.cancel}
      </ButtonLink>
      <Button busy={busy} className="max-card:flex-1" look="primary" size="large" type="submit" unavailable={!may}>
        {busy ? words.creating : total ? words.create(total) : words.createPlain}
        <span
          aria-hidden="true"
          className="hidden card:inline [&_kbd]:border-current [&_kbd]:bg-transparent [&_kbd]:text-on-fill"
        >
          <Kbd keys="Ctrl+Enter" />
        </span>
      </Button>
    </div>
  );
}
