"use client";

import { FIATS } from "#lib/kernel/assets.ts";
import { SCHEDULES } from "#lib/settlements/settlement-states.ts";
import { setTermsCall } from "#lib/settlements/terms-calls.ts";
import type { TermsRecord } from "#lib/settlements/terms-contract.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { fieldText, looselyTyped } from "#lib/i18n/amount.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useBeneficiariesOf, useSetTerms } from "./settlements-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = settlementsText.terms.form;

type Name =
  | "account"
  | "currency"
  | "schedule"
  | "weekday"
  | "days"
  | "delayDays"
  | "minimum"
  | "keeps"
  | "reserve"
  | "reserveBps"
  | "reserveDays"
  | "beneficiaryId"
  | "reason";
type Written = Record<Name, string>;
const EMPTY: Written = {
  account: "",
  currency: "EUR",
  schedule: "DAILY",
  weekday: "1",
  days: "business",
  delayDays: "1",
  minimum: "",
  keeps: "FIXED",
  reserve: "",
  reserveBps: "",
  reserveDays: "",
  beneficiaryId: "",
  reason: "",
};

/** The terms that rule, as they are typed. */
const writtenOf = (terms: TermsRecord): Written => ({
  ...EMPTY,
  account: terms.account,
  currency: terms.currency,
  schedule: terms.schedule,
  weekday: String(terms.weekday ?? EMPTY.weekday),
  days: terms.businessDays ? "business" : "any",
  delayDays: String(terms.delayDays),
  minimum: terms.minimum.isZero() ? "" : fieldText(terms.minimum),
  keeps: terms.reserveBps === undefined ? "FIXED" : "SHARE",
  reserve: !terms.reserve || terms.reserve.isZero() ? "" : fieldText(terms.reserve),
  reserveBps: String(terms.reserveBps ?? ""),
  reserveDays: String(terms.reserveDays ?? ""),
  beneficiaryId: terms.beneficiaryId,
});

const figure = (typed: string) => (typed.trim() === "" ? undefined : (looselyTyped(typed) ?? typed));

/** What the contract takes of the fields that are shown. */
function bodyOf({ account, currency, schedule, days, keeps, beneficiaryId, reason, ...typed }: Written) {
  return {
    account: account.trim() || undefined,
    currency,
    schedule,
    weekday: schedule === "WEEKLY" ? figure(typed.weekday) : undefined,
    businessDays: days === "business",
    delayDays: figure(typed.delayDays),
    minimum: figure(typed.minimum),
    reserve: keeps === "FIXED" ? figure(typed.reserve) : undefined,
    reserveBps: keeps === "SHARE" ? figure(typed.reserveBps) : undefined,
    reserveDays: keeps === "SHARE" ? figure(typed.reserveDays) : undefined,
    beneficiaryId: beneficiaryId || undefined,
    reason: reason.trim() || undefined,
  };
}
const CHECK = checkedBy(setTermsCall, {
  bodyOf,
  missing: { account: words.accountMissing, beneficiaryId: words.beneficiaryMissing },
});

/**
 * Sets an account's terms; what pays sooner, more or elsewhere waits for a second person of the house. `terms`: those that
 * rule, of which all that is not changed stays.
 */
export function TermsForm({ terms, onClose }: { terms?: TermsRecord | undefined; onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const set = useSetTerms();
  const form = useDeskForm({
    defaults: terms ? writtenOf(terms) : EMPTY,
    check: CHECK,
    places: { NOT_FOUND: "account", businessDays: "days" },
    async send(body) {
      const done = await set.mutateAsync(body);
      if (isWaiting(done)) notifyWaiting(words.waits(body.account));
      else toast(words.done(body.account));
      onClose();
    },
  });
  const { account, currency, schedule, keeps } = form.watch();
  const known = useBeneficiariesOf(account.trim());
  const banks = known.data?.filter(({ asset, status }) => asset === currency && status === "ACTIVE");
  const isUnknown = isApiFault(known.error) && known.error.code === "NOT_FOUND";
  // That of the terms is there before the others have come.
  const current = terms && terms.account === account.trim() && terms.currency === currency ? terms : undefined;
  const others = (banks ?? []).filter(({ beneficiaryId }) => beneficiaryId !== current?.beneficiaryId);
  return (
    <FormDialog form={form} onClose={onClose} words={words}>
      <FormField form={form} hint={isUnknown ? words.accountUnknown : undefined} label={words.account} name="account">
        {(parts) => <Input {...parts} data-first maxLength={128} spellCheck={false} />}
      </FormField>
      <SelectField form={form} label={words.currency} name="currency" options={FIATS} />
      <SelectField
        form={form}
        hint={!current && banks?.length === 0 ? words.noBank : undefined}
        label={words.beneficiary}
        name="beneficiaryId"
        none={words.choose}
        options={[
          ...(current ? [[current.beneficiaryId, `${current.beneficiary}, ${current.place}`] as const] : []),
          ...others.map(
            ({ beneficiaryId, name, iban, accountNumber }) =>
              [beneficiaryId, `${name}, ${iban ?? accountNumber}`] as const,
          ),
        ]}
      />
      <SelectField
        form={form}
        label={words.schedule}
        name="schedule"
        options={SCHEDULES.map((one) => [one, settlementsText.terms.schedules[one]])}
      />
      {schedule === "WEEKLY" ? (
        <SelectField
          form={form}
          label={words.weekday}
          name="weekday"
          options={settlementsText.terms.weekdays.map((day, at) => [at + 1, day])}
        />
      ) : null}
      <SelectField
        form={form}
        label={words.days}
        name="days"
        options={[
          ["business", words.businessDays],
          ["any", words.anyDay],
        ]}
      />
      <FormField form={form} label={words.delayDays} name="delayDays">
        {(parts) => <Input {...parts} figures />}
      </FormField>
      <FormField form={form} label={words.minimum} name="minimum" optional={words.optional}>
        {(parts) => <Input {...parts} figures />}
      </FormField>
      <SelectField
        form={form}
        label={words.keeps}
        name="keeps"
        options={[
          ["FIXED", words.keepsFixed],
          ["SHARE", words.keepsShare],
        ]}
      />
      {keeps === "FIXED" ? (
        <FormField form={form} label={words.reserve} name="reserve" optional={words.optional}>
          {(parts) => <Input {...parts} figures />}
        </FormField>
      ) : (
        <>
          <FormField form={form} label={words.reserveBps} name="reserveBps">
            {(parts) => <Input {...parts} figures />}
          </FormField>
          <FormField form={form} label={words.reserveDays} name="reserveDays">
            {(parts) => <Input {...parts} figures />}
          </FormField>
        </>
      )}
      <FormField form={form} label={words.reason} name="reason" optional={words.optional}>
        {(parts) => <Input {...parts} maxLength={500} />}
      </FormField>
    </FormDialog>
  );
}
