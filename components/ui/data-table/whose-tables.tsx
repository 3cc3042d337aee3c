import { columnsOf, type DeskColumn, type TableKind, tableKind } from "./features.ts";

/** Whose it is stands behind when it was and what it is. */
const NAMED = 2;

/** The two tables of one kind of record: an account's own, and those of all accounts as the house sees them. */
export function whoseTables<Row extends { username?: string | undefined }>(
  name: string,
  account: () => string,
  columns: readonly DeskColumn<Row>[],
  how: Pick<TableKind<Row>, "idOf" | "nameOf">,
): { own: TableKind<Row>; house: TableKind<Row> } {
  const whose = columnsOf<Row>().display({
    id: "username",
    cell: ({ row }) => <span className="text-ink-2">{row.original.username}</span>,
    meta: { label: account, width: 112, leaves: 2, card: "line" },
  });
  const all = [...columns.slice(0, NAMED), whose, ...columns.slice(NAMED)];
  return { own: tableKind(name, columns, how), house: tableKind(`house-${name}`, all, how) };
}
