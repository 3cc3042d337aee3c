"use client";

import { useState } from "react";
import { Section } from "#components/ui/section.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { useEndpoints } from "./webhooks-data.ts";

const words = developersText.sandbox.proof;

/** One button that plays every scenario against a webhook receiver and grades it. */
export function ReceiverProof() {
  const endpoints = useEndpoints();
  const [wanted, setWanted] = useState<string>();
  const [proving, setProving] = useState(false);
  const enabled = endpoints.data?.filter(({ status }) => status === "ENABLED") ?? [];
  const chosen = enabled.find(({ endpointId }) => endpointId === wanted) ?? enabled[0];
  return (
    <Section hint={words.hint} title={words.title}>
      {endpoints.isError ? (
        <ErrorNote error={endpoints.error} onRetry={() => void endpoints.refetch()} title={words.failed} />
      ) : null}
      {chosen ? (
        <div className="flex flex-wrap items-end gap-3 px-gutter pb-4 [&_button]:h-9">
          <Field label={words.endpoint}>
            {(parts) => (
              <Select
                {...parts}
                className="max-w-full"
                onChange={(event) => setWanted(event.target.value)}
                value={chosen.endpointId}
              >
                {enabled.map(({ endpointId, url, description }) => (
                  <option key={endpointId} value={endpointId}>
                    {description ? `${description} · ${url}` : url}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button onClick={() => setProving(true)}>{words.action}</Button>
        </div>
      ) : null}
      {endpoints.isSuccess && !chosen ? (
        <div className="flex flex-wrap items-center gap-3 px-gutter pb-4">
          <p className="text-ink-2">{words.none}</p>
          <ButtonLink href="/developers?tab=webhooks" size="small">
            {words.add}
          </ButtonLink>
        </div>
      ) : null}
      {proving && chosen ? <ProofDialog endpoint={chosen} onClose={() => setProving(false)} plays /> : null}
    </Section>
  );
}
