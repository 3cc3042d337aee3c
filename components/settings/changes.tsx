"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { Section } from "#components/ui/section.tsx";
import { settingsText } from "#lib/i18n/settings.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { nameOf, settingText } from "#lib/settings/setting-text.ts";
import { useChanges } from "#components/rules/settings-data.ts";

const words = settingsText.history;

type Detail = { before?: string | null; after?: string | null; reason?: string };

/** Who changed which setting, from what to what, and why. */
export function Changes() {
  const changes = useChanges();
  const rows = changes.data ?? [];
  return (
    <Section
      end={
        <ButtonLink href="/audit?action=setting.change" size="small">
          {words.all}
        </ButtonLink>
      }
      hint={words.hint}
      title={words.title}
    >
      {changes.isError ? (
        <ErrorNote error={changes.error} onRetry={() => void changes.refetch()} title={words.failed} />
      ) : null}
      {changes.isPending ? <Waiting /> : null}
      {changes.isSuccess && rows.length === 0 ? <Empty title={words.empty.title}>{words.empty.text}</Empty> : null}
      {rows.length > 0 ? (
        <ShortTable
          columns={columns()}
          keyOf={(row, at) => `${row.requestId} ${row.objectId} ${rows.length - at}`}
          label={words.title}
          rows={rows}
        />
      ) : null}
    </Section>
  );
}

const columns = (): ShortColumn<AuditRecord>[] => [
  { id: "time", label: words.columns.time, cell: (row) => <Time at={row.at} className="text-ink-2" /> },
  { id: "actor", label: words.columns.who, cell: (row) => actorText(row.actor) },
  {
    id: "setting",
    label: words.columns.what,
    names: true,
    className: "font-medium!",
    cell: (row) => nameOf(row.objectId),
  },
  { id: "change", label: words.columns.change, className: "figure", cell: changeOf },
  {
    id: "reason",
    label: words.columns.why,
    className: "min-w-50 whitespace-normal! text-ink-2",
    cell: ({ detail }) => (detail as Detail).reason ?? words.noReason,
  },
];

function changeOf({ objectId, detail }: AuditRecord): string {
  const { before, after } = detail as Detail;
  return `${valueText(objectId, before)} → ${valueText(objectId, after)}`;
}

const valueText = (name: string, value: string | null | undefined): string =>
  value === undefined || value === null ? settingsText.standard : settingText(name, value);
