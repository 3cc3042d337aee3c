"use client";

import { useState } from "react";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { useUrl } from "#components/url.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EndpointDialogs, type EndpointDialog } from "./endpoint-dialogs.tsx";
import { EndpointsTable } from "./endpoints-table.tsx";
import { useEndpoints } from "./webhooks-data.ts";

const words = developersText.webhooks;

/** Endpoints, and what was sent to the one that is chosen in the URL. */
export function WebhooksTab({ mode }: { mode: "sandbox" | "live" }) {
  const mayChange = useMay("webhooks:write");
  const { params, change } = useUrl();
  const endpoints = useEndpoints();
  const [dialog, setDialog] = useState<EndpointDialog>();
  const all: readonly EndpointRecord[] = endpoints.data ?? [];
  const chosen = all.find(({ endpointId }) => endpointId === params.get("endpoint")) ?? all[0];
  const add = (
    <Button look="primary" onClick={() => setDialog({ command: "add" })} unavailable={!mayChange}>
      {words.add}
    </Button>
  );
  return (
    <>
      <Section end={add} title={words.title}>
        {endpoints.isError ? (
          <ErrorNote error={endpoints.error} onRetry={() => void endpoints.refetch()} title={words.failed} />
        ) : null}
        {endpoints.isPending ? <Waiting /> : null}
        {endpoints.isSuccess && all.length === 0 ? <Empty title={words.empty.title}>{words.empty.text}</Empty> : null}
        {all.length > 0 ? (
          <EndpointsTable
            chosen={chosen?.endpointId}
            endpoints={all}
            mayChange={mayChange}
            sandbox={mode === "sandbox"}
            onAsk={(command, endpoint) => setDialog({ command, endpoint })}
            onChoose={(endpointId) => change({ endpoint: endpointId }, "replace")}
          />
        ) : null}
      </Section>
      {chosen ? <Deliveries endpoint={chosen} key={chosen.endpointId} mayChange={mayChange} /> : null}
      <EndpointDialogs dialog={dialog} onAsk={setDialog} />
    </>
  );
}
