import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { ShortColumn } from "./short-table.tsx";

/** The last column of a short table: what can be done with the row, a button each, stacked where the table is narrow. */
export const commandsColumn = <Row,>(label: string, cell: (row: Row) => ReactNode): ShortColumn<Row> => ({
  id: "actions",
  label,
  hideLabel: true,
  cell: (row) => {
    const commands = cell(row);
    return commands === null ? null : (
      <span className="flex flex-wrap justify-end gap-x-2 gap-y-1 py-1">{commands}</span>
    );
  },
});

/** A button of that column; `of` says what it is about to those who do not see the row. */
export function RowCommand({ of, run, children }: { of: string; run: () => void; children: ReactNode }) {
  return (
    <Button aria-description={of} onClick={run} size="small">
      {children}
    </Button>
  );
}
