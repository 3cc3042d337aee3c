"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import { useState } from "react";
import { readPayoutFileCall } from "#lib/payouts/file-calls.ts";
import type { PayoutFileRecord } from "#lib/payouts/file-contract.ts";
import { DocumentButton } from "#components/documents/document-button.tsx";
import { Comments } from "#components/comments/comments.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { LostHours } from "#components/signing/lost-hours.tsx";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useUrl } from "#components/url.ts";
import { FileForm } from "./file-form.tsx";
import { useFiles } from "./payouts-data.ts";

const words = payoutsText.files;

/** The house's files for its banks, and the next one. */
export function FilesTab() {
  const mayMake = useMay("house:payouts");
  const files = useFiles();
  const { params, change } = useUrl();
  const open = params.get("file");
  const [making, setMaking] = useState(false);
  const rows = files.data ?? [];
  return (
    <Section
      end={
        mayMake ? (
          <Button look="primary" onClick={() => setMaking(true)}>
            {words.make}
          </Button>
        ) : undefined
      }
      hint={words.hint}
      title={words.title}
    >
      <LostHours />
      {files.isError ? (
        <ErrorNote error={files.error} onRetry={() => void files.refetch()} title={words.failed} />
      ) : null}
      {files.isPending ? <Waiting /> : null}
      {files.isSuccess && rows.length === 0 ? <Empty title={words.empty.title}>{words.empty.text}</Empty> : null}
      {rows.length > 0 ? (
        <ShortTable
          columns={columns(mayMake, {
            open,
            toggle: (id) => change({ file: id === open ? undefined : id }, "replace"),
          })}
          detailOf={({ fileId }) => (fileId === open ? <FileComments fileId={fileId} /> : null)}
          keyOf={({ fileId }) => fileId}
          label={words.table}
          rows={rows}
        />
      ) : null}
      {making ? <FileForm onClose={() => setMaking(false)} /> : null}
    </Section>
  );
}

/** What the operator's people wrote on a file. */
function FileComments({ fileId }: { fileId: string }) {
  return (
    <section aria-label={commentsText.title} className="max-w-160 px-gutter py-3">
      <Comments kind="BATCH" objectId={fileId} of="house" />
    </section>
  );
}

type Opened = { open: string | null; toggle: (fileId: string) => void };

const columns = (mayRead: boolean, { open, toggle }: Opened): ShortColumn<PayoutFileRecord>[] => [
  { id: "at", label: words.columns.at, names: true, cell: ({ madeAt }) => <Time at={madeAt} /> },
  { id: "bank", label: words.columns.bank, cell: ({ bank }) => bank },
  {
    id: "total",
    label: words.columns.total,
    align: "end",
    cell: ({ total, currency }) => <Money asset={currency} unit value={total} />,
  },
  { id: "payouts", label: words.columns.payouts, align: "end", className: "figure", cell: ({ payouts }) => payouts },
  { id: "by", label: words.columns.by, className: "text-ink-2", cell: ({ madeBy }) => actorText(madeBy) },
  { id: "sha", label: words.columns.sha, cell: ({ sha256 }) => <Hash copy={words.columns.sha} value={sha256} /> },
  {
    id: "commands",
    label: words.columns.commands,
    hideLabel: true,
    cell: ({ fileId, messageId }) => (
      <span className="flex justify-end gap-2 py-1">
        {mayRead ? (
          <DocumentButton
            label={words.download}
            name={`${messageId}.xml`}
            fetchFile={(file) => file(readPayoutFileCall, { fileId })}
          />
        ) : null}
        <Button
          aria-description={messageId}
          aria-expanded={fileId === open}
          look="plain"
          onClick={() => toggle(fileId)}
          size="small"
        >
          {commentsText.title}
        </Button>
      </span>
    ),
  },
];
