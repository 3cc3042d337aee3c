"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { getStatementCall } from "#lib/ledger/calls.ts";
import type { MovementRecord } from "#lib/ledger/contract.ts";
import { sidesOf } from "#lib/ledger/sides.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { useApi } from "#components/staff.tsx";
import { Button } from "#components/ui/button.tsx";
import { DrawerSection } from "#components/ui/drawer.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";

const words = ledgerText.entries;
const MOST = 50;

/** What the books have of one payment on the account's balances, with debit and credit; read when it is opened. */
export function LedgerEntries({ paymentId }: { paymentId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <DrawerSection
      end={
        <>
          <Link
            className="inline-flex min-h-6 items-center text-accent underline"
            href={`/ledger?paymentId=${paymentId}`}
            prefetch={false}
          >
            {words.toLedger}
          </Link>
          <Button aria-expanded={open} look="plain" onClick={() => setOpen(!open)} size="small">
            {open ? words.hide : words.show}
          </Button>
        </>
      }
      title={words.title}
    >
      {open ? <Entries paymentId={paymentId} /> : null}
    </DrawerSection>
  );
}

function Entries({ paymentId }: { paymentId: string }) {
  const { data, error, refetch } = useQuery(useApi().queryOptions(getStatementCall, { paymentId, limit: MOST }));
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data) return <Waiting lines={4} />;
  if (data.data.length === 0) return <p className="text-ink-3">{words.none}</p>;
  return (
    <>
      <p className="mb-2 text-12 text-ink-3">
        {words.hint} {data.startsAfter === null ? null : words.more(MOST)}
      </p>
      <ShortTable
        className="-mx-gutter"
        columns={COLUMNS}
        keyOf={keyOf}
        label={words.title}
        rows={data.data.toReversed()}
        top
      />
    </>
  );
}

const keyOf = ({ transactionId, account, asset, balance }: MovementRecord): string =>
  `${transactionId} ${account} ${asset} ${balance}`;

function Side({ row, side }: { row: MovementRecord; side: "debit" | "credit" }) {
  const { [side]: value } = sidesOf(row);
  return value ? <Money asset={row.asset} value={value} /> : null;
}

const COLUMNS: ShortColumn<MovementRecord>[] = [
  {
    id: "event",
    get label() {
      return ledgerText.statement.event;
    },
    names: true,
    cell: ({ at, event, transactionId }) => (
      <span className="grid whitespace-normal" title={transactionId}>
        {ledgerText.events[event] ?? event}
        <Time at={at} className="text-12 font-normal text-ink-3" />
      </span>
    ),
  },
  {
    id: "account",
    get label() {
      return ledgerText.statement.account;
    },
    cell: ({ account, asset, networkType }) => (
      <span className="grid whitespace-normal">
        <AssetName network={networkType} symbol={asset} />
        <span className="text-12 text-ink-2">{ledgerText.accounts[account]}</span>
      </span>
    ),
  },
  ...(["debit", "credit"] as const).map(
    (side): ShortColumn<MovementRecord> => ({
      id: side,
      get label() {
        return ledgerText.statement[side];
      },
      align: "end",
      cell: (row) => <Side row={row} side={side} />,
    }),
  ),
];
