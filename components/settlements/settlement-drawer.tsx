"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { getHouseSettlementFileCall, getSettlementFileCall } from "#lib/settlements/statement-calls.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { DocumentButton } from "#components/documents/document-button.tsx";
import { Comments } from "#components/comments/comments.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { networkName } from "#lib/i18n/networks.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { Drawer, DrawerSection } from "#components/ui/drawer.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { State } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { RowOpener } from "#components/ui/row-opener.tsx";
import { countText } from "#lib/i18n/amount.ts";
import { useOf } from "#components/whose.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { SettlementMovements } from "./settlement-movements.tsx";
import { useSettlement } from "./settlements-data.ts";
import { dayText, periodText, stateOf } from "./state-of.ts";

const words = settlementsText.drawer;

type Props = {
  settlementId: string;
  /** As the list has it, where it has it. */
  listed: SettlementRecord | undefined;
  takeFocus: boolean;
  onClose: () => void;
  onStep?: ((by: -1 | 1) => void) | undefined;
};

/** One settlement: its statement's figures, what is due, its fees and its files. */
export function SettlementDrawer({ settlementId, listed, ...frame }: Props) {
  const { record, error, refetch } = useSettlement(settlementId, listed);
  return (
    <Drawer {...frame} record={settlementId} title={record ? <Title record={record} /> : settlementsText.title}>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} /> : null}
      {record ? <Body key={settlementId} record={record} /> : null}
      {record === null ? <Empty title={words.missing} /> : null}
      {record === undefined && !error ? <Waiting /> : null}
    </Drawer>
  );
}

function Title({ record }: { record: SettlementRecord }) {
  return (
    <>
      {periodText(record)}{" "}
      <span className="ms-1 text-13 font-normal max-card:hidden">
        <State {...stateOf(record)} why={undefined} />
      </span>
    </>
  );
}

function Body({ record }: { record: SettlementRecord }) {
  return (
    <>
      <DrawerSection title={words.statement}>
        <Statement record={record} />
      </DrawerSection>
      <DrawerSection title={words.fees}>
        <Fees record={record} />
      </DrawerSection>
      <DrawerSection title={words.files}>
        <Files record={record} />
      </DrawerSection>
      <DrawerSection title={words.facts}>
        <RecordFacts record={record} />
      </DrawerSection>
      <DrawerSection title={commentsText.title}>
        <Comments kind="SETTLEMENT" objectId={record.settlementId} of={useOf()} />
      </DrawerSection>
    </>
  );
}

function Statement({ record }: { record: SettlementRecord }) {
  const { currency, opening, byKind, closing, reserve, awaited, due, paidOut } = record;
  const money = (value: Decimal) => <Money asset={currency} unit value={value} />;
  return (
    <dl className="grid gap-1">
      <Fact name={words.opening}>{money(opening)}</Fact>
      {byKind.map((sum) => (
        <KindFact key={sum.kind} record={record} sum={sum} />
      ))}
      <Fact name={words.closing} strong>
        {money(closing)}
      </Fact>
      <Fact name={words.reserve}>{money(reserve)}</Fact>
      {awaited.isZero() ? null : <Fact name={words.awaited}>{money(awaited)}</Fact>}
      <Fact name={words.due} strong>
        {money(due)}
      </Fact>
      {paidOut && paidOut.compare(due) !== 0 ? <Fact name={words.requested}>{money(paidOut)}</Fact> : null}
    </dl>
  );
}

/** A kind of movement: its sum, which opens the movements beneath. */
function KindFact({ record, sum }: { record: SettlementRecord; sum: SettlementRecord["byKind"][number] }) {
  const [isOpen, setOpen] = useState(false);
  const { kind, amount, count } = sum;
  const name = `${settlementsText.kinds[kind]} (${countText(count)})`;
  return (
    <Fact
      detail={isOpen ? <SettlementMovements kind={kind} label={name} record={record} /> : undefined}
      name={
        <RowOpener about={words.movements} isOpen={isOpen} onOpen={() => setOpen(!isOpen)}>
          {name}
        </RowOpener>
      }
    >
      <Money asset={record.currency} signed unit value={amount} />
    </Fact>
  );
}

function Fees({ record: { fees } }: { record: SettlementRecord }) {
  if (fees.length === 0) return <p className="text-ink-2">{words.noFees}</p>;
  return (
    <>
      <dl className="grid gap-1">
        {fees.map(({ kind, asset, networkType, amount, count }) => (
          <Fact key={`${kind} ${asset} ${networkType}`} name={`${settlementsText.fees[kind]} (${countText(count)})`}>
            <Money asset={asset} unit value={amount} />
            {networkType ? <span className="text-12 text-ink-3"> {networkName(networkType)}</span> : null}
          </Fact>
        ))}
      </dl>
      <p className="mt-2 text-12 text-ink-3">{words.feesHint}</p>
    </>
  );
}

const ENDINGS = ["pdf", "xlsx", "csv"] as const;

function Files({ record: { settlementId, reference, invoiceNumber } }: { record: SettlementRecord }) {
  const ofHouse = useOf() === "house";
  const button = (file: string, name: string, label: string) => (
    <DocumentButton
      key={file}
      label={label}
      name={name}
      fetchFile={(fetch) =>
        ofHouse
          ? fetch(getHouseSettlementFileCall, { settlementId, file })
          : fetch(getSettlementFileCall, { settlementId, file })
      }
    />
  );
  return (
    <div className="flex flex-wrap gap-2">
      {ENDINGS.map((ending) =>
        button(`statement.${ending}`, `${reference}.${ending}`, `${words.statement} ${ending.toUpperCase()}`),
      )}
      {invoiceNumber === undefined ? null : button("invoice.pdf", `${invoiceNumber}.pdf`, words.invoice)}
    </div>
  );
}

function RecordFacts({ record }: { record: SettlementRecord }) {
  const { settlementId, reference, username, zone, askAt, at, invoiceNumber, payoutId } = record;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [settlementsText.columns.status, <State key="status" {...stateOf(record)} />],
    [settlementsText.columns.reference, reference],
    [settlementsText.columns.account, username],
    [settlementsText.columns.period, `${periodText(record)} (${zone})`],
    [words.askAt, record.due.isZero() ? undefined : dayText(askAt, zone)],
    [words.invoice, invoiceNumber],
    [words.payout, payoutId && <PayoutLink payoutId={payoutId} />],
    [words.at, <Time at={at} key="at" />],
    [words.id, <Hash copy={words.copyId} key="id" value={settlementId} />],
  ];
  return <Facts of={facts} />;
}

function PayoutLink({ payoutId }: { payoutId: string }) {
  const of = useOf() === "house" ? "&of=house" : "";
  return (
    <Link className="text-accent underline" href={`/payouts?payout=${payoutId}${of}`} prefetch={false}>
      {words.openPayout}
    </Link>
  );
}
