"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { previewResendCall } from "#lib/webhooks/calls.ts";
import { serverNow } from "#components/clock.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { usePreferences } from "#components/preferences.tsx";
import { useApi } from "#components/staff.tsx";
import { countText } from "#lib/i18n/amount.ts";
import { Choice } from "#components/ui/choice.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { Select } from "#components/ui/select.tsx";
import { fullText } from "#lib/i18n/times.ts";
import { useResend } from "./webhooks-data.ts";

const words = developersText.webhooks.deliveries;
const DAY_MS = 86_400_000;

/** Says how many a range would send, from when to when, and sends what has not arrived unless all of it is wanted. */
export function ResendDialog({
  endpointId,
  onSent,
  onClose,
}: {
  endpointId: string;
  onSent: (count: number) => void;
  onClose: () => void;
}) {
  const { range } = words;
  const id = useId();
  const { zone } = usePreferences();
  const [until] = useState(serverNow);
  const [span, setSpan] = useState(String(DAY_MS));
  const [which, setWhich] = useState<"failed" | "all">("failed");
  const since = Math.max(0, until - Number(span));
  const preview = useQuery(useApi().queryOptions(previewResendCall, { endpointId, since, until }, "once"));
  const resend = useResend(endpointId);
  const counts = preview.data;
  const count = counts ? counts.failed + (which === "all" ? counts.delivered : 0) : 0;
  const form = useDeskForm({
    defaults: {},
    send: async () => {
      const sent = await resend.mutateAsync({ since, until, which });
      onSent(sent.count);
    },
  });
  return (
    <FormDialog
      action={counts ? range.action(countText(count)) : range.waiting}
      busy={resend.isPending}
      failed={words.resendFailed}
      form={form}
      leave={{ first: true }}
      onClose={onClose}
      title={range.title}
      unavailable={count === 0}
    >
      <div>
        <label className="mb-1 block text-12 text-ink-2" htmlFor={id}>
          {range.span}
        </label>
        <Select id={id} onChange={(event) => setSpan(event.target.value)} value={span}>
          {Object.entries(range.spans).map(([ms, label]) => (
            <option key={ms} value={ms}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <Choice
        legend={range.which}
        onChange={setWhich}
        options={[
          { value: "failed", label: range.failed, hint: range.failedHint },
          { value: "all", label: range.all, hint: range.allHint },
        ]}
        value={which}
      />
      {preview.isError ? (
        <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} title={words.failed} />
      ) : null}
      {counts ? (
        <div aria-live="polite">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <dt className="text-ink-3">{range.from}</dt>
            <dd>{fullText(counts.since, zone)}</dd>
            <dt className="text-ink-3">{range.to}</dt>
            <dd>{fullText(counts.until, zone)}</dd>
          </dl>
          <p className="mt-2 font-medium">{range.counts(countText(counts.failed), countText(counts.delivered))}</p>
          {counts.since > since ? (
            <p className="text-12 text-ink-3">{range.since(fullText(counts.since, zone))}</p>
          ) : null}
          {count === 0 ? <p className="text-12 text-ink-3">{range.none}</p> : null}
        </div>
      ) : null}
    </FormDialog>
  );
}
