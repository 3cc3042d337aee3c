"use client";

import type { AuditRecord } from "#lib/audit/contract.ts";
import { TableFrame, Waiting } from "#components/developers/parts.tsx";
import { Section } from "#components/overview/section.tsx";
import { text } from "#components/text/text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Time } from "#components/ui/time.tsx";
import { nameOf, said } from "./said.ts";
import { useChanges } from "./settings-data.ts";

const words = text.settings.history;

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
        <TableFrame label={words.title}>
          <thead>
            <tr>
              {Object.entries(words.columns).map(([column, label]) => (
                <th key={column} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one request may change one setting twice
              <Line key={`${row.requestId} ${row.objectId} ${rows.length - at}`} row={row} />
            ))}
          </tbody>
        </TableFrame>
      ) : null}
    </Section>
  );
}

function Line({ row }: { row: AuditRecord }) {
  const { before, after, reason } = row.detail as { before?: string; after?: string; reason?: string };
  return (
    <tr className="hover:bg-hover">
      <td>
        <Time at={row.at} className="text-ink-2" />
      </td>
      <td>{row.actor}</td>
      <td className="font-medium">{nameOf(row.objectId)}</td>
      <td className="figure">
        {before === undefined || before === null ? text.settings.standard : said(row.objectId, before)} →{" "}
        {after === undefined || after === null ? text.settings.standard : said(row.objectId, after)}
      </td>
      <td className="min-w-50 whitespace-normal! text-ink-2">{reason ?? words.noReason}</td>
    </tr>
  );
}
