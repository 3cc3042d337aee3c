"use client";

import { useQuery } from "@tanstack/react-query";
import { getHouseHealthCall } from "#lib/health/calls.ts";
import type { Lacking } from "#lib/health/contract.ts";
import { houseText } from "#lib/i18n/house.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { Section } from "#components/ui/section.tsx";
import { useApi } from "#components/staff.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Waiting } from "#components/ui/waiting.tsx";

const words = houseText.health;
/** What is lacking has no events: it is read again at this pace while the page is seen. */
const REFRESH_MS = 30_000;

/** What the business lacks now, and what does not work so. */
export function HouseHealth() {
  const { data, error, refetch } = useQuery({
    ...useApi().queryOptions(getHouseHealthCall, {}),
    refetchInterval: REFRESH_MS,
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  return (
    <Section hint={words.hint} title={words.title}>
      {data ? (
        data.complete ? (
          <p className="px-gutter pb-3 text-ink-2">{words.complete}</p>
        ) : (
          <ShortTable columns={COLUMNS} keyOf={keyOf} label={words.title} rows={data.data} />
        )
      ) : (
        <Waiting lines={3} />
      )}
    </Section>
  );
}

const keyOf = ({ kind, subject, account }: Lacking): string => [kind, subject, account].join(" ");

const COLUMNS: ShortColumn<Lacking>[] = [
  { id: "what", label: words.columns.what, names: true, cell: ({ kind }) => words.kinds[kind] },
  {
    id: "which",
    label: words.columns.which,
    cell: ({ kind, subject = "", account }) =>
      words.which(kind, settingsText.names[subject]?.label ?? subject, account),
  },
  { id: "why", label: words.columns.why, cell: (lack) => words.why(lack) },
];
