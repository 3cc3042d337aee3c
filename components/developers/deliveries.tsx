"use client";

import { faultText } from "#components/fault-text.ts";
import { useMemo, useState } from "react";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { DELIVERY_FILTERS } from "#lib/webhooks/delivery-filters.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { type Filtered, readFilters, someOf } from "#components/filters/codec.ts";
import { FilterFields } from "#components/filters/filter-fields.tsx";
import { Section } from "#components/ui/section.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type UrlPatch, useUrl } from "#components/url.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { ResendDialog } from "./resend-dialog.tsx";
import { type ResendInput, useDeliveries, useResend } from "./webhooks-data.ts";
import { Former } from "#components/ui/former.tsx";
import { More } from "./more.tsx";

const words = developersText.webhooks.deliveries;
/** Links name the bill or conversion, or one delivery; the state is chosen here. */
const FILTERS = someOf(DELIVERY_FILTERS, "status", "objectId", "deliveryId");
const CHOSEN = someOf(DELIVERY_FILTERS, "status");

/** What was sent to one endpoint, try by try, and the ways to send it again. */
export function Deliveries({ endpoint, mayChange }: { endpoint: EndpointRecord; mayChange: boolean }) {
  const { endpointId, url, status } = endpoint;
  const { params, change } = useUrl();
  const filtered = useMemo(() => readFilters(FILTERS, params), [params]);
  const about = filtered.values.objectId ?? filtered.values.deliveryId;
  const list = useDeliveries(endpointId, filtered.values);
  const { rows } = list;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [ranging, setRanging] = useState(false);
  const [open, setOpen] = useState(filtered.values.deliveryId);
  const { toast } = useStatus();
  const [send, sending] = useSendAgain(endpointId, () => setSelected(new Set()));
  const maySend = mayChange && status === "ENABLED";
  return (
    <Former when={list.isPlaceholderData}>
      <Section
        end={
          <Tools
            maySend={maySend}
            onRange={() => setRanging(true)}
            onSend={send}
            filtered={filtered}
            onChange={(patch) => change(patch, "replace")}
            selected={selected}
            sending={sending}
          />
        }
        hint={
          <>
            {words.to(url)}{" "}
            {about ? (
              <>
                {words.about(about.slice(-6))}{" "}
                <Button
                  look="plain"
                  onClick={() => change({ objectId: undefined, deliveryId: undefined }, "replace")}
                  size="small"
                >
                  {words.everything}
                </Button>
              </>
            ) : null}
          </>
        }
        title={words.title}
      >
        {ranging ? (
          <ResendDialog
            endpointId={endpointId}
            onClose={() => setRanging(false)}
            onSent={(count) => {
              setRanging(false);
              toast(words.resent(count));
            }}
          />
        ) : null}
        {list.isError ? (
          <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
        ) : null}
        {list.isPending ? <Waiting /> : null}
        {list.isSuccess && rows.length === 0 ? (
          <NoDeliveries filtered={Object.keys(filtered.values).length > 0} />
        ) : null}
        {rows.length > 0 ? (
          <DeliveriesTable
            maySend={maySend}
            onOpen={setOpen}
            open={open}
            onSelect={setSelected}
            onSend={(deliveryId) => send({ deliveryIds: [deliveryId] })}
            rows={rows}
            selected={selected}
          />
        ) : null}
        <More list={list} />
      </Section>
    </Former>
  );
}

function useSendAgain(endpointId: string, onSent: () => void): [(input: ResendInput) => void, boolean] {
  const resend = useResend(endpointId);
  const { toast } = useStatus();
  const send = (input: ResendInput) =>
    resend.mutate(input, {
      onSuccess: ({ count }) => {
        onSent();
        toast(words.resent(count));
      },
      onError: (error) => toast(isApiFault(error) ? faultText(error) : words.resendFailed),
    });
  return [send, resend.isPending];
}

function NoDeliveries({ filtered }: { filtered: boolean }) {
  const emptyText = filtered ? words.emptyFilter : words.empty;
  return <Empty title={emptyText.title}>{emptyText.text}</Empty>;
}

function Tools({
  filtered,
  selected,
  maySend,
  sending,
  onChange,
  onSend,
  onRange,
}: {
  filtered: Filtered<typeof FILTERS>;
  selected: ReadonlySet<string>;
  maySend: boolean;
  sending: boolean;
  onChange: (patch: UrlPatch) => void;
  onSend: (input: ResendInput) => void;
  onRange: () => void;
}) {
  return (
    <>
      {selected.size > 0 ? (
        <Button busy={sending} onClick={() => onSend({ deliveryIds: [...selected] })} size="small">
          {words.resendSelected(selected.size)}
        </Button>
      ) : null}
      {maySend ? (
        <Button onClick={onRange} size="small">
          {words.since}
        </Button>
      ) : null}
      <FilterFields
        filtered={filtered}
        filters={CHOSEN}
        labels={{ names: { status: words.state }, options: { status: words.states }, any: { status: words.any } }}
        named
        onChange={onChange}
      />
    </>
  );
}
