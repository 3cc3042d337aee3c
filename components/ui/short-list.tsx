import type { ComponentProps, ReactNode } from "react";
import { Empty } from "./empty.tsx";
import { ErrorNote } from "./error-note.tsx";
import { Section } from "./section.tsx";
import { ShortTable } from "./short-table.tsx";
import { Waiting } from "./waiting.tsx";

type Table<Row> = Omit<ComponentProps<typeof ShortTable<Row>>, "rows" | "label">;

/** A section that is one short list: its fault, its wait, what it says when there is nothing, and its rows. */
export function ShortList<Row>({
  title,
  hint,
  end,
  list: { data, error, isPending, refetch },
  failed,
  empty,
  lines = 3,
  label = title,
  children,
  ...table
}: Table<Row> & {
  title: string;
  hint?: ReactNode;
  end?: ReactNode;
  /** The list as it was asked for. */
  list: { data: readonly Row[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  /** How it is headed that it could not be read. */
  failed: string;
  /** What stands there when there is nothing. */
  empty: { title: string; text: string };
  /** How many lines it takes while it is read. */
  lines?: number;
  label?: string;
  /** What else belongs to it: what was opened from it. */
  children?: ReactNode;
}) {
  return (
    <Section end={end} hint={hint} title={title}>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={failed} /> : null}
      {isPending ? <Waiting lines={lines} /> : null}
      {data?.length === 0 ? <Empty title={empty.title}>{empty.text}</Empty> : null}
      {data && data.length > 0 ? <ShortTable {...table} label={label} rows={data} /> : null}
      {children}
    </Section>
  );
}
