"use client";

import { useId, useState } from "react";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { EVENT_TYPES } from "#lib/events/event-types.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { text } from "#components/text/text.ts";
import { Check } from "#components/ui/check.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field, FieldError } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { useEndpointDeed } from "./webhooks-data.ts";

const words = text.developers.webhooks.form;
const MOST_URL = 2_048;
const MOST_DESCRIPTION = 256;

type Faults = { url?: string; types?: string };

/** Makes or changes an endpoint; `onSaved` is given the secret of a new one. */
export function EndpointForm({
  endpoint,
  onSaved,
  onClose,
}: {
  endpoint?: EndpointRecord;
  onSaved: (secret: string | undefined) => void;
  onClose: () => void;
}) {
  const known = endpoint?.eventTypes ?? [];
  const [which, setWhich] = useState<"all" | "some">(known.length > 0 ? "some" : "all");
  const [faults, setFaults] = useState<Faults>({});
  const save = useEndpointDeed();
  const submit = (form: HTMLFormElement) => {
    const given = new FormData(form);
    const wish = wishOf(given);
    const found = {
      ...(wish.url === "" && { url: words.urlMissing }),
      ...(which === "some" && wish.eventTypes.length === 0 && { types: words.typesMissing }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || save.isPending) return;
    const deed = endpoint
      ? ({ deed: "edit", endpointId: endpoint.endpointId, wish } as const)
      : ({ deed: "add", wish } as const);
    save.mutate(deed, { onSuccess: ({ secret }) => onSaved(secret) });
  };
  return (
    <FormDialog
      action={endpoint ? words.save : words.action}
      busy={save.isPending}
      fault={{ error: save.error, title: words.failed }}
      onClose={onClose}
      onSubmit={submit}
      summary={endpoint ? undefined : words.summary}
      title={endpoint ? words.edit : words.add}
    >
      <Field error={faults.url ?? urlFault(save.error)} hint={words.urlHint} label={words.url}>
        {(parts) => (
          <Input
            {...parts}
            data-first
            defaultValue={endpoint?.url}
            inputMode="url"
            maxLength={MOST_URL}
            name="url"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={words.description} optional={words.optional}>
        {(parts) => (
          <Input {...parts} defaultValue={endpoint?.description} maxLength={MOST_DESCRIPTION} name="description" />
        )}
      </Field>
      <Choice
        legend={words.types}
        onChange={setWhich}
        options={[
          { value: "all", label: words.typesAll },
          { value: "some", label: words.typesSome },
        ]}
        value={which}
      />
      {which === "some" ? <TypesField chosen={known} error={faults.types} /> : null}
    </FormDialog>
  );
}

function TypesField({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-x-4 card:grid-cols-2">
      <legend className="sr-only">{words.types}</legend>
      {EVENT_TYPES.map((type) => (
        <Check defaultChecked={chosen.includes(type)} key={type} label={type} name="eventTypes" value={type} />
      ))}
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </fieldset>
  );
}

const wishOf = (given: FormData) => ({
  url: String(given.get("url") ?? "").trim(),
  description: String(given.get("description") ?? "").trim(),
  eventTypes: EVENT_TYPES.filter((type) => given.getAll("eventTypes").includes(type)),
});

const urlFault = (error: unknown): string | undefined =>
  isApiFault(error) ? error.errors.find(({ field }) => field === "url")?.message : undefined;
