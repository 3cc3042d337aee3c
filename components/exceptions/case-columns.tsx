import type { CaseRecord } from "#lib/cases/contract.ts";
import { text } from "#components/i18n/text.ts";
import { columnsOf, tableKind } from "#components/ui/data-table/features.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { RowLink } from "#components/ui/row-link.tsx";
import { State } from "#components/ui/state.tsx";
import { Age } from "./age.tsx";
import { lookOf, subjectOf } from "./case-look.ts";
import { Owner } from "./owner.tsx";
import { causeText } from "./cause-text.ts";

const words = text.exceptions;
const column = columnsOf<CaseRecord>();

/** Ids of sortable columns are the fields that the cases sort by. */
const columns = column.columns([
  column.accessor("kind", {
    enableSorting: false,
    cell: ({ row }) => <State {...lookOf(row.original)} />,
    meta: { label: () => words.columns.kind, width: 200, card: "head-start" },
  }),
  column.display({
    id: "subject",
    enableSorting: false,
    cell: ({ row }) => (
      <RowLink id={row.original.caseId}>
        <span className="sr-only">{words.kinds[row.original.kind]} </span>
        <Hash tail value={subjectOf(row.original)} />
      </RowLink>
    ),
    meta: { label: () => words.columns.subject, width: 84, names: true, card: "cover" },
  }),
  column.accessor("worth", {
    cell: ({ row: { original } }) =>
      original.worth ? <Money aligned asset={original.fiat} unit value={original.worth} /> : <None record={original} />,
    meta: { label: () => words.columns.worth, width: 120, align: "end", card: "head-end" },
  }),
  column.display({
    id: "stake",
    cell: ({ row: { original } }) => <Stake record={original} />,
    meta: { label: () => words.columns.stake, width: 176, align: "end", leaves: 2 },
  }),
  column.accessor("since", {
    cell: ({ row }) => <Age since={row.original.since} />,
    meta: { label: () => words.columns.age, width: 68, align: "end", card: "foot-end" },
  }),
  column.display({
    id: "owner",
    cell: ({ row }) => <Owner person={row.original.assignee} />,
    meta: { label: () => words.columns.owner, width: 88, leaves: 3, card: "line" },
  }),
  column.accessor((row) => causeText(row), {
    id: "cause",
    enableSorting: false,
    cell: ({ row }) => (
      <span className="text-ink-2" title={causeText(row.original)}>
        {causeText(row.original)}
      </span>
    ),
    meta: { label: () => words.columns.cause, width: "rest", leaves: 2, card: "foot-start" },
  }),
]);

/** The inbox. */
export const CASES = tableKind<CaseRecord>("cases", columns, {
  idOf: (record) => record.caseId,
  nameOf: (record) => `${words.kinds[record.kind]} …${subjectOf(record).slice(-6)}`,
});

function None({ record }: { record: CaseRecord }) {
  return <span className="text-ink-3">{record.quantity ? words.noWorth : "–"}</span>;
}

/** Quantity, asset and network of what is at stake. */
export function Stake({ record: { quantity, asset, networkType } }: { record: CaseRecord }) {
  if (!quantity || !asset) return <span className="text-ink-3">–</span>;
  return (
    <>
      <Money asset={asset} unit value={quantity} />
      {networkType ? <small className="text-12 text-ink-3"> {networkType}</small> : null}
    </>
  );
}
