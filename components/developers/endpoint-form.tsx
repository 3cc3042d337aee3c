"use client";

import { type ReactNode, useId } from "react";
import { changeEndpointCall, createEndpointCall } from "#lib/webhooks/calls.ts";
import type { changeEndpointEndpoint, createEndpointEndpoint, EndpointRecord } from "#lib/webhooks/contract.ts";
import { EVENT_TYPES, type EventType } from "#lib/events/event-types.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { Check } from "#components/ui/check.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useEndpointCommand } from "./webhooks-data.ts";

const words = developersText.webhooks.form;
const MOST_URL = 2_048;
const MOST_DESCRIPTION = 256;

type Written = {
  url: string;
  description: string;
  which: "all" | "some";
  eventTypes: EventType[];
  ordered: boolean;
};

/** The endpoint that a form describes: all events are no list of them. */
const inputOf = ({ url, description, which, eventTypes, ordered }: Written) => ({
  url: url.trim(),
  description: description.trim(),
  eventTypes: which === "some" ? eventTypes : [],
  ordered,
});

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
  const save = useEndpointCommand();
  const form = useDeskForm<Written, object>({
    defaults: {
      url: endpoint?.url ?? "",
      description: endpoint?.description ?? "",
      which: known.length > 0 ? "some" : "all",
      eventTypes: EVENT_TYPES.filter((type) => known.includes(type)),
      ordered: endpoint?.ordered ?? false,
    },
    check: checkedBy<Written, typeof changeEndpointEndpoint.body | typeof createEndpointEndpoint.body>(
      endpoint ? changeEndpointCall : createEndpointCall,
      {
        bodyOf: inputOf,
        faults: ({ url, which, eventTypes }) => ({
          url: url.trim() === "" ? words.urlMissing : undefined,
          eventTypes: which === "some" && eventTypes.length === 0 ? words.typesMissing : undefined,
        }),
      },
    ),
    async send(_, written) {
      const input = inputOf(written);
      const { secret } = await save.mutateAsync(
        endpoint ? { command: "edit", endpointId: endpoint.endpointId, input } : { command: "add", input },
      );
      onSaved(secret);
    },
  });
  const which = form.watch("which");
  return (
    <FormDialog
      action={endpoint ? words.save : words.action}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={endpoint ? undefined : words.summary}
      title={endpoint ? words.edit : words.add}
    >
      <FormField form={form} hint={words.urlHint} label={words.url} name="url">
        {(parts) => <Input {...parts} data-first inputMode="url" maxLength={MOST_URL} spellCheck={false} />}
      </FormField>
      <FormField form={form} label={words.description} name="description" optional={words.optional}>
        {(parts) => <Input {...parts} maxLength={MOST_DESCRIPTION} />}
      </FormField>
      <Choice
        legend={words.types}
        onChange={(next) => form.setValue("which", next)}
        options={[
          { value: "all", label: words.typesAll },
          { value: "some", label: words.typesSome },
        ]}
        value={which}
      />
      {which === "some" ? (
        <Types error={form.errorOf("eventTypes")}>
          {EVENT_TYPES.map((type) => (
            <Check {...form.register("eventTypes")} key={type} label={type} value={type} />
          ))}
        </Types>
      ) : null}
      <Check {...form.register("ordered")} hint={words.orderedHint} label={words.ordered} />
    </FormDialog>
  );
}

function Types({ error, children }: { error: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-x-4 card:grid-cols-2">
      <legend className="sr-only">{words.types}</legend>
      {children}
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </fieldset>
  );
}
