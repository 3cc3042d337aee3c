"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import { fileName } from "#lib/exports/export-facts.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { usePreferences } from "#components/preferences.tsx";
import { codeText } from "#components/fault-text.ts";
import { text } from "#lib/i18n/text.ts";
import { countText, rateText } from "#lib/i18n/amount.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { filterWords } from "./filter-words.ts";
import { type ExportRow, isUnderWay, useCancelExport, useDownload, useExports } from "./exports-data.ts";

const words = text.exports;

/** Every file of the account: how far it is, how long it is kept, and how it is had. */
export function ExportsPage() {
  const list = useExports();
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{words.title}</h1>
        <span className="text-12 text-ink-3">{words.hint}</span>
      </div>
      {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      {list.isPending ? <Waiting /> : null}
      {list.data && list.data.length > 0 ? (
        <ShortTable
          className="card:[&_tbody_td]:h-10"
          columns={columns()}
          keyOf={({ exportId }) => exportId}
          label={words.list}
          rows={list.data}
        />
      ) : null}
      {list.data?.length === 0 ? (
        <Empty actions={<ButtonLink href="/payments">{words.empty.payments}</ButtonLink>} title={words.empty.title}>
          {words.empty.text}
        </Empty>
      ) : null}
    </>
  );
}

const columns = (): ShortColumn<ExportRow>[] => [
  { id: "file", label: words.columns.file, names: true, className: "font-medium", cell: fileName },
  {
    id: "filter",
    label: words.columns.filter,
    className: "text-12 text-ink-2 whitespace-normal!",
    cell: (row) => <Filter row={row} />,
  },
  { id: "state", label: words.columns.state, cell: (row) => <ExportState row={row} /> },
  { id: "rows", label: words.columns.progress, align: "end", cell: (row) => <Progress row={row} /> },
  {
    id: "size",
    label: words.columns.size,
    align: "end",
    cell: ({ bytes }) => <span className="figure">{sizeText(bytes)}</span>,
  },
  {
    id: "by",
    label: words.columns.by,
    className: "text-ink-2",
    cell: ({ createdBy }) => actorText(createdBy),
  },
  {
    id: "created",
    label: words.columns.created,
    cell: ({ createdAt }) => <Time at={createdAt} className="text-ink-2" />,
  },
  {
    id: "kept",
    label: words.columns.retainedUntil,
    cell: ({ expiresAt }) =>
      expiresAt ? <Time at={expiresAt} className="text-ink-2" /> : <span className="text-ink-3">–</span>,
  },
  { id: "actions", label: words.columns.actions, align: "end", cell: (row) => <Actions row={row} /> },
];

/** What was filtered when the file was requested, by the reader's clock. */
function Filter({ row }: { row: ExportRow }) {
  const { zone } = usePreferences();
  return filterWords(row, zone);
}

const LOOKS: Record<ExportRow["status"], Pick<StateFacts, "tone" | "glyph">> = {
  QUEUED: { tone: "none", glyph: "pending" },
  RUNNING: { tone: "wait", glyph: "half" },
  READY: { tone: "done", glyph: "done" },
  CANCELLED: { tone: "none", glyph: "cancel" },
  FAILED: { tone: "fail", glyph: "attn" },
  EXPIRED: { tone: "none", glyph: "expired" },
};

function ExportState({ row: { status, failure } }: { row: ExportRow }) {
  const why = failure && failure !== "INTERNAL" ? codeText(failure) : words.again;
  return <State {...LOOKS[status]} why={status === "FAILED" ? why : undefined} word={words.states[status]} />;
}

function Progress({ row }: { row: ExportRow }) {
  const { rows, count, status } = row;
  if (!isUnderWay(row)) {
    return <span className="figure">{status === "READY" || status === "EXPIRED" ? countText(rows) : "–"}</span>;
  }
  const share = count === 0 ? 0 : Math.min(Math.round((rows / count) * 100), 100);
  return (
    <span className="inline-flex items-center gap-2">
      <progress aria-label={words.percent(fileName(row), share)} className="meter w-20" max={100} value={share} />
      <span className="figure">{words.of(countText(rows), countText(count))}</span>
    </span>
  );
}

function Actions({ row }: { row: ExportRow }) {
  const { toast } = useStatus();
  const download = useDownload();
  const cancel = useCancelExport();
  const name = fileName(row);
  const stop = (done: string) => cancel.mutate(row.exportId, { onSuccess: () => toast(done) });
  if (isUnderWay(row)) {
    return (
      <Button
        aria-label={words.cancelName(name)}
        busy={cancel.isPending}
        onClick={() => stop(words.cancelled(name))}
        size="small"
      >
        {words.cancel}
      </Button>
    );
  }
  if (row.status !== "READY") return <span className="text-ink-3">–</span>;
  return (
    <span className="inline-flex gap-2">
      <Button
        aria-label={words.downloadName(name)}
        busy={download.isPending}
        onClick={() => download.mutate(row, { onError: () => toast(words.downloadFailed) })}
        size="small"
      >
        {download.isPending ? words.downloading : words.download}
      </Button>
      <Button
        aria-label={words.removeName(name)}
        busy={cancel.isPending}
        look="plain"
        onClick={() => stop(words.removed(name))}
        size="small"
      >
        {words.remove}
      </Button>
    </span>
  );
}

const UNITS = ["B", "kB", "MB", "GB"] as const;

function sizeText(bytes: number): string {
  if (bytes === 0) return "–";
  const tenths = (step: number) => Math.round((bytes / 1000 ** step) * 10);
  const step = UNITS.findIndex((_unit, at) => tenths(at) < 10_000 || at === UNITS.length - 1);
  return words.bytes(rateText(Decimal.of(BigInt(tenths(step)), 1)), UNITS[step] ?? "B");
}
