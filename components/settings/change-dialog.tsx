"use client";

import { useState } from "react";
import { DEFAULT, definitionOf, isRisky } from "#lib/settings/setting.ts";
import { useAsksSecondPerson, useTellWaiting } from "#components/approvals/second-person.ts";
import { text } from "#components/text/text.ts";
import { Check } from "#components/ui/check.tsx";
import { Field, type FieldParts } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { nameOf, said } from "./said.ts";
import { useChangeSetting } from "./settings-data.ts";
import { pairOf, storedOf, unitOf, writtenOf } from "./values.ts";

const words = text.settings.change;
const MOST_REASON = 500;

/** Changes one setting: what it is now, what it will be, and why. */
export function ChangeDialog({
  name,
  stored,
  onClose,
}: {
  name: string;
  stored: string | undefined;
  onClose: () => void;
}) {
  const telling = useTelling(name);
  const [written, setWritten] = useState(stored === undefined ? "" : writtenOf(name, stored));
  const [toDefault, setToDefault] = useState(false);
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const value = toDefault ? DEFAULT : storedOf(name, written);
  const then = toDefault ? text.settings.standard : value === undefined ? undefined : said(name, value);
  const change = useChangeSetting((outcome) => {
    telling.tell(outcome, then ?? "");
    onClose();
  });
  const fault = valueFault(name, value, stored);
  const missing = reason.trim() === "" ? words.reasonMissing : undefined;
  const submit = () => {
    setTried(true);
    if (fault || missing || value === undefined || change.isPending) return;
    change.mutate({ name, value, reason: reason.trim() });
  };
  return (
    <FormDialog
      action={then === undefined || fault ? words.plainAction : telling.action(nameOf(name), then)}
      busy={change.isPending}
      fault={{ error: change.error, title: words.failed }}
      onClose={onClose}
      onSubmit={submit}
      summary={telling.summary}
      title={words.title(nameOf(name))}
    >
      <dl className="figure grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-3">{words.before}</dt>
        <dd>{said(name, stored)}</dd>
        <dt className="text-ink-3">{words.after}</dt>
        <dd className="font-medium">{then ?? "…"}</dd>
      </dl>
      {toDefault ? null : (
        <Field error={tried ? fault : undefined} label={words.value(unitWord(name))}>
          {(parts) => <ValueControl name={name} onChange={setWritten} parts={parts} value={written} />}
        </Field>
      )}
      <Check checked={toDefault} label={words.toDefault} onChange={(event) => setToDefault(event.target.checked)} />
      <Field error={tried ? missing : undefined} hint={words.reasonHint} label={words.reason}>
        {(parts) => (
          <TextArea
            {...parts}
            maxLength={MOST_REASON}
            onChange={(event) => setReason(event.target.value)}
            required
            rows={2}
            value={reason}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** How the change is told: it rules at once, or a second person is asked. */
function useTelling(name: string) {
  const { toast } = useStatus();
  const tellWaiting = useTellWaiting();
  const asks = useAsksSecondPerson() && isRisky(name);
  return {
    summary: asks ? words.askSummary : words.summary,
    action: asks ? words.askAction : words.action,
    tell(outcome: "rules" | "waits", value: string) {
      if (outcome === "waits") tellWaiting(text.approvals.setting(nameOf(name), value));
      else toast(words.done(nameOf(name), value));
    },
  };
}

function ValueControl({
  name,
  value,
  parts,
  onChange,
}: {
  name: string;
  value: string;
  parts: FieldParts;
  onChange: (written: string) => void;
}) {
  const choices = definitionOf(name)?.choices;
  if (!choices)
    return <Input {...parts} data-first figures onChange={(event) => onChange(event.target.value)} value={value} />;
  return (
    <Select {...parts} data-first onChange={(event) => onChange(event.target.value)} value={value}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {text.settings.choices[choice] ?? choice}
        </option>
      ))}
    </Select>
  );
}

function valueFault(name: string, value: string | undefined, stored: string | undefined): string | undefined {
  if (value === undefined) return words.valueFault(unitWord(name));
  return value === stored ? words.same : undefined;
}

/** What the number counts, as the field's label says it. */
function unitWord(name: string): string {
  const unit = unitOf(name);
  if (unit === "percent") return text.settings.units.percent;
  if (unit === "minutes" || unit === "seconds") return text.settings.units[unit];
  return unit === "choice" ? "" : (pairOf(name).split("/").at(-1) ?? "");
}
