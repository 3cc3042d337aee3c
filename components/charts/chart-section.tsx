"use client";

import { type ReactNode, useState } from "react";
import { Section } from "#components/ui/section.tsx";
import { chartsText } from "#lib/i18n/charts.ts";
import { Views } from "#components/ui/views.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";

const words = chartsText;

/** A chart under its heading, with the table of the same numbers one press away. */
export function ChartSection<Row extends object>({
  title,
  hint,
  none,
  rows,
  columns,
  keyOf,
  lead,
  choice,
  grows = false,
  detailOf,
  children,
}: {
  title: string;
  hint: ReactNode;
  /** Said in place of a chart of nothing. */
  none: string;
  rows: readonly Row[];
  columns: readonly ShortColumn<Row>[];
  keyOf: (row: Row) => string;
  /** Figures above both. */
  lead?: ReactNode;
  /** What the reader may choose of it, before how it is shown. */
  choice?: ReactNode;
  /** Whether the chart takes the height that the section has beside a longer one. */
  grows?: boolean;
  /** What is opened beneath a row of the table. */
  detailOf?: (row: Row) => ReactNode;
  children: ReactNode;
}) {
  const [table, setTable] = useState(false);
  return (
    <Section
      className={grows ? "flex flex-col" : undefined}
      end={
        <>
          {choice}
          <Views
            label={words.view(title)}
            names={{ chart: words.chart, table: words.table }}
            onView={(view) => setTable(view === "table")}
            view={table ? "table" : "chart"}
          />
        </>
      }
      hint={hint}
      title={title}
    >
      {lead}
      {rows.length === 0 ? <p className="px-gutter pb-4 text-ink-3">{none}</p> : null}
      {rows.length > 0 && !table ? children : null}
      {rows.length > 0 && table ? (
        <ShortTable
          columns={columns}
          {...(detailOf && { detailOf })}
          keyOf={keyOf}
          label={title}
          rows={rows.toReversed()}
          className="max-h-72 overflow-auto"
        />
      ) : null}
    </Section>
  );
}
