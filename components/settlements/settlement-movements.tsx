"use client";

import type { OutputOf } from "#lib/contract/endpoint.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { listHouseSettlementMovementsCall, listSettlementMovementsCall } from "#lib/settlements/statement-calls.ts";
import type { listSettlementMovementsEndpoint } from "#lib/settlements/statement-contract.ts";
import { useList } from "#components/live/list.ts";
import { useWhosePages } from "#components/live/whose-pages.ts";
import { useAccount } from "#components/staff.tsx";
import { Cause } from "#components/treasury/cause.tsx";
import { entryColumn, LineList, timeColumn } from "#components/treasury/entry-list.tsx";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { Money } from "#components/ui/money.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";

const words = settlementsText.drawer;
const { statement } = ledgerText;
const CALLS = { own: listSettlementMovementsCall, house: listHouseSettlementMovementsCall };
const PAGE = 50;

type Movement = OutputOf<typeof listSettlementMovementsEndpoint>["data"][number];

/** The movements that one figure of a settlement's statement is the sum of. */
export function SettlementMovements({
  record: { settlementId, username, currency },
  kind,
  label,
}: {
  record: SettlementRecord;
  kind: Movement["kind"];
  label: string;
}) {
  const isForeign = username !== useAccount()?.name;
  const list = useList({
    ...useWhosePages(CALLS, { settlementId, kind }, PAGE),
    idOf: ({ transactionId }: Movement) => transactionId,
    arriving: "show",
  });
  return (
    <LineList
      columns={columnsOf(currency, isForeign)}
      idOf={({ transactionId }) => transactionId}
      label={label}
      list={list}
      texts={{ failed: words.movementsFailed, none: words.noMovements }}
    />
  );
}

const columnsOf = (currency: SettlementRecord["currency"], isForeign: boolean): ShortColumn<Movement>[] => [
  timeColumn(),
  {
    ...entryColumn<Movement>(
      "record",
      () => statement.record,
      (row) => <Record isForeign={isForeign} row={row} />,
    ),
    names: true,
  },
  {
    ...entryColumn<Movement>(
      "amount",
      () => statement.amount,
      ({ amount }) => <Money asset={currency} signed value={amount} />,
    ),
    align: "end",
  },
];

/** What caused it, and beneath it whose bill that is of: a drawer is narrow. */
function Record({ row, isForeign }: { row: Movement; isForeign: boolean }) {
  const { subaccount } = row;
  return (
    <span className="grid justify-items-start">
      <Cause isForeign={isForeign} of={row} />
      {subaccount === undefined ? null : (
        <span className="max-w-full truncate text-ink-3">
          {isForeign ? <bdi>{subaccount}</bdi> : <CustomerLink name={subaccount} />}
        </span>
      )}
    </span>
  );
}
