import type { ReactNode } from "react";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { AssetSymbol, GasAsset, NetworkType } from "#lib/kernel/assets.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { placeEntriesText } from "#lib/i18n/place-entries.ts";
import { assetIn } from "./holding-rows.ts";
import { Button } from "#components/ui/button.tsx";
import { Dash } from "#components/ui/dash.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Former } from "#components/ui/former.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";

const words = placeEntriesText;
const { statement } = ledgerText;
const FLOWS = ["in", "out", "fees"] as const;

/** A ledger transaction as a line of what came, went and was withheld. */
export type EntryLine = {
  at: number;
  transactionId: string;
  event: string;
  asset: AssetSymbol | GasAsset;
  networkType?: NetworkType | undefined;
} & Record<(typeof FLOWS)[number], Decimal>;

/** A list of them, page after page. */
type Listed<Row> = {
  rows: readonly Row[];
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** The lines that figures are the sums of, page by page. */
export const EntryList = <Row extends EntryLine>(shown: Shown<Row>) => (
  <LineList {...shown} idOf={({ transactionId }) => transactionId} texts={words} />
);

type Shown<Row> = { list: Listed<Row>; columns: readonly ShortColumn<Row>[]; label: string };

/** Lines beneath the figures that are their sums. */
export function LineList<Row>({
  list,
  columns,
  label,
  idOf,
  texts: { failed, none },
}: Shown<Row> & { idOf: (row: Row) => string; texts: { failed: string; none: string } }) {
  if (list.error) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={failed} />;
  if (list.isPending) return <Waiting lines={3} />;
  if (list.rows.length === 0) return <p className="py-3 text-ink-3">{none}</p>;
  return (
    <Former when={list.isPlaceholderData}>
      <div className="grid justify-items-start gap-2 py-2">
        <ShortTable
          className="max-h-96 w-full overflow-auto"
          columns={columns}
          keyOf={idOf}
          label={label}
          rows={list.rows}
        />
        {list.hasNextPage ? (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} size="small">
            {list.isFetchingNextPage ? statement.loading : statement.more}
          </Button>
        ) : null}
      </div>
    </Former>
  );
}

/** A column of texts; its label is read while rendering, as every word. */
export const entryColumn = <Row,>(
  id: string,
  label: () => string,
  cell: (row: Row) => ReactNode,
): ShortColumn<Row> => ({
  id,
  get label() {
    return label();
  },
  cell,
});

/** When it was posted. */
export const timeColumn = <Row extends { at: number }>(): ShortColumn<Row> =>
  entryColumn(
    "at",
    () => statement.time,
    ({ at }) => <Time at={at} className="text-ink-2" />,
  );

/** When, what, whose and why, what came and went of it, and in which transaction. */
export const entryColumns = <Row extends EntryLine>(
  eventOf: (event: string) => string,
  ...about: readonly ShortColumn<Row>[]
): ShortColumn<Row>[] => [
  timeColumn(),
  {
    ...entryColumn<Row>(
      "event",
      () => statement.event,
      ({ event }) => eventOf(event),
    ),
    names: true,
  },
  ...about,
  ...FLOWS.map(
    (kind): ShortColumn<Row> => ({
      ...entryColumn<Row>(
        kind,
        () => ledgerText.movement[kind],
        (row) => <Flow kind={kind} row={row} />,
      ),
      align: "end",
    }),
  ),
  entryColumn(
    "transaction",
    () => words.transaction,
    ({ transactionId }) => <Hash copy={words.transaction} tail value={transactionId} />,
  ),
];

/** What goes stands with its sign. */
function Flow({ row, kind }: { row: EntryLine; kind: (typeof FLOWS)[number] }) {
  if (row[kind].isZero()) return <Dash />;
  const value = kind === "in" ? row.in : Decimal.ZERO.minus(row[kind]);
  return <Money asset={assetIn(row)} signed={kind === "in"} value={value} />;
}
