"use client";

import { useId, useState } from "react";
import { SCOPES } from "#lib/contract/permissions.ts";
import { text } from "#components/text/text.ts";
import { Check } from "#components/ui/check.tsx";
import { Field, FieldError } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { type KeyWish, type MadeKey, useMakeKey } from "./keys-data.ts";

const words = text.developers.keys.form;
const DAY_MS = 86_400_000;
const MOST_NAME = 128;
const MOST_RATE = 100_000;

type Faults = { name?: string; scopes?: string; rate?: string };

/** Makes a key; everything but a name and one scope may stay as it is. */
export function KeyForm({ onMade, onClose }: { onMade: (key: MadeKey) => void; onClose: () => void }) {
  const [faults, setFaults] = useState<Faults>({});
  const make = useMakeKey(onMade);
  const submit = (form: HTMLFormElement) => {
    const given = new FormData(form);
    const found = faultsOf(given);
    setFaults(found);
    if (Object.keys(found).length === 0 && !make.isPending) make.mutate(wishOf(given));
  };
  return (
    <FormDialog
      action={make.isPending ? words.busy : words.action}
      busy={make.isPending}
      fault={{ error: make.error, title: words.failed }}
      onClose={onClose}
      onSubmit={submit}
      summary={words.summary}
      title={words.title}
    >
      <Field error={faults.name} hint={words.nameHint} label={words.name}>
        {(parts) => <Input {...parts} data-first maxLength={MOST_NAME} name="name" spellCheck={false} />}
      </Field>
      <ScopesField error={faults.scopes} />
      <Field hint={words.fromHint} label={words.from}>
        {(parts) => <TextArea {...parts} className="font-mono text-12" name="ipAllow" rows={2} spellCheck={false} />}
      </Field>
      <Field hint={words.publicKeyHint} label={words.publicKey} optional={words.optional}>
        {(parts) => <TextArea {...parts} className="font-mono text-12" name="publicKey" rows={2} spellCheck={false} />}
      </Field>
      <div className="grid items-start gap-4 card:grid-cols-2">
        <Field error={faults.rate} hint={words.rateHint} label={words.rate}>
          {(parts) => <Input {...parts} inputMode="numeric" name="rate" />}
        </Field>
        <Field label={words.expires}>
          {(parts) => (
            <Select {...parts} className="w-full" defaultValue="" name="days">
              {["", "7", "30", "90", "365"].map((days) => (
                <option key={days} value={days}>
                  {words.lifetimes[days]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </FormDialog>
  );
}

function ScopesField({ error }: { error: string | undefined }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-1">
      <legend className="mb-1 text-12 text-ink-2">{words.scopes}</legend>
      <div className="grid gap-x-4 card:grid-cols-2">
        {SCOPES.map((scope) => (
          <Check hint={words.scope[scope]} key={scope} label={scope} name="scopes" value={scope} />
        ))}
      </div>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </fieldset>
  );
}

const written = (given: FormData, name: string): string => String(given.get(name) ?? "").trim();

function faultsOf(given: FormData): Faults {
  const rate = written(given, "rate");
  const rateFits = rate === "" || (/^[1-9]\d{0,5}$/.test(rate) && Number(rate) <= MOST_RATE);
  return {
    ...(written(given, "name") === "" && { name: words.nameMissing }),
    ...(given.getAll("scopes").length === 0 && { scopes: words.scopesMissing }),
    ...(!rateFits && { rate: words.rateFault }),
  };
}

/** Keys expire by the wall clock, also where the business clock was moved. */
function wishOf(given: FormData): KeyWish {
  const rate = written(given, "rate");
  const days = written(given, "days");
  return {
    name: written(given, "name"),
    scopes: SCOPES.filter((scope) => given.getAll("scopes").includes(scope)),
    ipAllow: written(given, "ipAllow")
      .split(/[\s,]+/)
      .filter(Boolean),
    publicKey: written(given, "publicKey") || undefined,
    rate: rate === "" ? undefined : Number(rate),
    expiresAt: days === "" ? undefined : Date.now() + Number(days) * DAY_MS,
  };
}
