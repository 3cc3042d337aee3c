"use client";

import type { UseFormRegisterReturn } from "react-hook-form";
import { patchSettingsCall } from "#lib/settings/calls.ts";
import type { patchSettingsEndpoint } from "#lib/settings/contract.ts";
import { definitionOf } from "#lib/settings/definitions.ts";
import { DEFAULT } from "#lib/settings/setting.ts";
import { useAsksSecondPerson, useNotifyWaiting } from "#components/approvals/second-person.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { Check } from "#components/ui/check.tsx";
import { Field, type FieldParts } from "#components/ui/field.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { useStatus } from "#components/ui/status.tsx";
import type { Whose } from "#components/whose.tsx";
import { nameOf, settingText } from "#lib/settings/setting-text.ts";
import { useChangeSetting } from "#components/rules/settings-data.ts";
import { countedIn, storedOf, settingUnit, writtenOf } from "#lib/settings/typed-values.ts";

const words = settingsText.change;
const MOST_REASON = 500;

/** Changes one setting: what it is now, what it will be, and why. */
export function ChangeDialog({
  name,
  stored,
  onClose,
  forAll = false,
}: {
  name: string;
  stored: string | undefined;
  onClose: () => void;
  /** Of the house, for every account. */
  forAll?: boolean;
}) {
  const telling = useTelling(name, forAll ? "house" : "account");
  const change = useChangeSetting((outcome) => {
    telling.notify(outcome, textThen(name, form.watch()) ?? "");
    onClose();
  }, forAll);
  const form = useDeskForm({
    defaults: { value: stored === undefined ? "" : writtenOf(name, stored), toDefault: false, reason: "" },
    check: checkedBy<Written, typeof patchSettingsEndpoint.body>(patchSettingsCall, {
      bodyOf: ({ reason }) => ({ reason: reason.trim() || undefined }),
      faults: (written) => ({
        value: valueFault(name, storedBy(name, written), stored),
        reason: written.reason.trim() === "" ? words.reasonMissing : undefined,
      }),
    }),
    places: { [name]: "value" },
    async send({ reason = "" }, written) {
      const value = storedBy(name, written);
      if (value !== undefined) await change.mutateAsync({ name, value, reason });
    },
  });
  const readFile = async (file: File | undefined) => {
    if (file) form.setValue("value", await file.text(), { shouldDirty: true });
  };
  const written = form.watch();
  const then = textThen(name, written);
  const isFit = valueFault(name, storedBy(name, written), stored) === undefined;
  return (
    <FormDialog
      action={then === undefined || !isFit ? words.plainAction : telling.action(nameOf(name), then)}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={telling.summary}
      title={words.title(nameOf(name))}
    >
      <dl className="figure grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-3">{words.before}</dt>
        <dd>{settingText(name, stored)}</dd>
        <dt className="text-ink-3">{words.after}</dt>
        <dd className="font-medium">{then ?? "…"}</dd>
      </dl>
      {written.toDefault ? null : (
        <FormField form={form} label={words.value(unitWord(name))} name="value">
          {(parts) => <ValueControl name={name} parts={parts} />}
        </FormField>
      )}
      {settingUnit(name) === "days" && !written.toDefault ? (
        <Field label={words.daysFile}>
          {(parts) => (
            <Input
              {...parts}
              className="py-1.5"
              onChange={(event) => void readFile(event.currentTarget.files?.[0])}
              type="file"
            />
          )}
        </Field>
      ) : null}
      <Check {...form.register("toDefault")} label={words.toDefault} />
      <FormField form={form} hint={words.reasonHint} label={words.reason} name="reason">
        {(parts) => <TextArea {...parts} maxLength={MOST_REASON} required rows={2} />}
      </FormField>
    </FormDialog>
  );
}

type Written = { value: string; toDefault: boolean; reason: string };

/** What a form would store; undefined while it is no value. */
const storedBy = (name: string, { value, toDefault }: Written) => (toDefault ? DEFAULT : storedOf(name, value));

/** The value that will apply, in words; undefined while the typed value is not valid. */
function textThen(name: string, written: Written): string | undefined {
  if (written.toDefault) return settingsText.standard;
  const value = storedBy(name, written);
  return value === undefined ? undefined : settingText(name, value);
}

/** The words for the change: it applies at once, or it waits for a second person. */
function useTelling(name: string, whose: Whose) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const asks = useAsksSecondPerson(whose) && definitionOf(name)?.looser === "any";
  return {
    summary: asks ? words.askSummary : words.summary,
    action: asks ? words.askAction : words.action,
    notify(outcome: "rules" | "waits", value: string) {
      if (outcome === "waits") notifyWaiting(approvalsText.setting(nameOf(name), value));
      else toast(words.done(nameOf(name), value));
    },
  };
}

/** Time zones as the contract takes them: by their own names. */
const ZONES: readonly string[] = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

function ValueControl({ name, parts }: { name: string; parts: FieldParts & UseFormRegisterReturn }) {
  const definition = definitionOf(name);
  const choices = definition?.kind === "zone" ? ZONES : definition?.choices;
  if (definition?.kind === "days") return <TextArea {...parts} data-first rows={8} spellCheck={false} />;
  if (!choices) return <Input {...parts} data-first figures={settingUnit(name) !== "text"} />;
  return (
    <Select {...parts} data-first>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {settingsText.choices[choice] ?? choice}
        </option>
      ))}
    </Select>
  );
}

function valueFault(name: string, value: string | undefined, stored: string | undefined): string | undefined {
  if (value === undefined && settingUnit(name) === "days") return words.daysFault;
  if (value === undefined) return settingUnit(name) === "text" ? words.textMissing : words.valueFault(unitWord(name));
  return value === stored ? words.same : undefined;
}

/** What the number counts, as the field's label says it. */
function unitWord(name: string): string {
  const unit = settingUnit(name);
  if (unit === "percent") return settingsText.units.percent;
  if (unit === "minutes" || unit === "seconds") return settingsText.units[unit];
  return unit === "choice" || unit === "text" || unit === "days" ? "" : countedIn(name);
}
