"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { isFiat } from "#lib/kernel/assets.ts";
import { approvalHref } from "#lib/contract/approval-href.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { Comments } from "#components/comments/comments.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { useMay } from "#components/may.ts";
import { useAccount } from "#components/staff.tsx";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Drawer, DrawerSection } from "#components/ui/drawer.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { State } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { useOf } from "#components/whose.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type TakenBack, usePayout } from "./payouts-data.ts";
import { CancelDialog, TakeBackDialog } from "./end-dialogs.tsx";
import { amountOf, receiverOf, type StepState, stateOf, stepsOf } from "./state-of.ts";

const words = payoutsText.drawer;

type Props = {
  payoutId: string;
  /** As the list has it, where it has it. */
  listed: PayoutRecord | undefined;
  takeFocus: boolean;
  onClose: () => void;
  onStep?: ((by: -1 | 1) => void) | undefined;
};

/** One payout: how far it is, what, where to, by whom, and the ways to take it back. */
export function PayoutDrawer({ payoutId, listed, ...frame }: Props) {
  const { record, error, refetch } = usePayout(payoutId, listed);
  return (
    <Drawer {...frame} record={payoutId} title={record ? <Title record={record} /> : payoutsText.title}>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} /> : null}
      {record ? <Body key={payoutId} record={record} /> : null}
      {record === null ? <Empty title={words.missing} /> : null}
      {record === undefined && !error ? <Waiting /> : null}
    </Drawer>
  );
}

function Title({ record }: { record: PayoutRecord }) {
  return (
    <>
      {amountOf(record)} <span className="font-normal text-ink-2">{receiverOf(record)}</span>{" "}
      <span className="ms-1 text-13 font-normal max-card:hidden">
        <State {...stateOf(record)} why={undefined} />
      </span>
    </>
  );
}

function Body({ record }: { record: PayoutRecord }) {
  return (
    <>
      {record.status === "RECORDED" ? null : <StepBar record={record} />}
      <Commands record={record} />
      <DrawerSection title={words.amounts}>
        <dl className="grid gap-1">
          <Fact name={words.quantity} strong>
            <Money asset={record.asset} unit value={record.quantity} />
          </Fact>
          {isFiat(record.asset) ? null : <Fact name={words.fee}>{words.feeHint}</Fact>}
        </dl>
      </DrawerSection>
      {record.place === undefined ? null : (
        <DrawerSection title={words.destination}>
          <dl className="grid gap-1">
            {record.refundLinkId === undefined ? (
              record.beneficiary && (
                <Fact name={words.beneficiary}>
                  <bdi>{record.beneficiary}</bdi>
                </Fact>
              )
            ) : (
              <Fact name={words.given}>
                {words.byPayer(actorText(record.askedBy))}, <Time at={record.at} />
              </Fact>
            )}
            <Fact name={words.place}>
              <Hash copy={words.copyPlace} value={record.place} whole={isFiat(record.asset)} />
            </Fact>
          </dl>
        </DrawerSection>
      )}
      <DrawerSection title={words.facts}>
        <RecordFacts record={record} />
      </DrawerSection>
      <DrawerSection title={commentsText.title}>
        <Comments kind="PAYOUT" objectId={record.payoutId} of={useOf()} />
      </DrawerSection>
    </>
  );
}

const BARS: Record<StepState, string> = {
  did: "border-done-mark text-ink-1",
  here: "border-wait-mark font-medium text-wait-text",
  ahead: "border-rule text-ink-3",
  ended: "border-none-mark font-medium text-ink-1",
};

/** How far it has come, as a bar of its steps. */
function StepBar({ record }: { record: PayoutRecord }) {
  return (
    <DrawerSection label={words.progress}>
      <ol aria-label={words.progress} className="flex gap-1">
        {stepsOf(record).map(({ status, state }) => (
          <li
            aria-current={state === "here" || state === "ended" ? "step" : undefined}
            className={cx("min-w-0 flex-1 truncate border-t-3 pt-1.5 text-12", BARS[state])}
            key={status}
          >
            {payoutsText.states[status]}
          </li>
        ))}
      </ol>
    </DrawerSection>
  );
}

function RecordFacts({ record }: { record: PayoutRecord }) {
  const { reason, txHash, bankReference, endToEndId, approvedAt, endedAt, paidOtherwise, inPlaceOf } = record;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [words.kind, words.kinds[record.kind]],
    [words.reference, record.reference],
    [words.reason, reason && stateOf(record).why],
    [words.txHash, txHash && <Hash copy={words.copyTx} value={txHash} />],
    [words.paidOtherwise, paidOtherwise && <Money asset={record.asset} key="paid" unit value={paidOtherwise} />],
    [words.inPlaceOf, inPlaceOf && <Hash copy={words.copyId} key="in" value={inPlaceOf} />],
    [words.bankReference, bankReference],
    [words.endToEnd, endToEndId && <Hash copy={words.copyEnd} value={endToEndId} />],
    [payoutsText.columns.account, record.username],
    [words.askedBy, actorText(record.askedBy)],
    [words.at, <Time at={record.at} key="at" />],
    [words.approvedAt, approvedAt && <Time at={approvedAt} />],
    [words.endedAt, endedAt && <Time at={endedAt} />],
    [words.id, <Hash copy={words.copyId} key="id" value={record.payoutId} />],
  ];
  return <Facts of={facts} />;
}

/** What its people may do with it now: the account cancels what waits, the house takes back what it has approved, and says what a bank has not executed, or ends by what was paid. */
function useCommands({ status, fileId, paidOtherwise }: PayoutRecord): {
  cancels: boolean;
  takesBack: TakenBack | undefined;
} {
  const ofHouse = useOf() === "house";
  const mayCancel = useMay("payouts:request") && !ofHouse;
  const mayTakeBack = useMay("house:payouts") && ofHouse;
  const inFile = status === "PREPARED" && fileId !== undefined ? "fail" : undefined;
  const ends = paidOtherwise === undefined ? inFile : "otherwise";
  return {
    cancels: mayCancel && status === "REQUESTED",
    takesBack: mayTakeBack ? (status === "APPROVED" ? "reject" : ends) : undefined,
  };
}

function Commands({ record }: { record: PayoutRecord }) {
  const { cancels, takesBack } = useCommands(record);
  const [dialog, setDialog] = useState<"cancel" | TakenBack>();
  const close = () => setDialog(undefined);
  const { status, approvalId, mayHaveLeft } = record;
  const waitsFor = status === "REQUESTED" ? approvalId : undefined;
  if (!cancels && !takesBack && waitsFor === undefined && !mayHaveLeft) return null;
  return (
    <DrawerSection>
      {mayHaveLeft ? <p className="mb-2 text-ink-2">{words.mayHaveLeft}</p> : null}
      {waitsFor === undefined ? null : <Waits approvalId={waitsFor} />}
      {cancels ? (
        <Button look="stop" onClick={() => setDialog("cancel")}>
          {payoutsText.cancel.open}
        </Button>
      ) : null}
      {takesBack ? (
        <Button look="stop" onClick={() => setDialog(takesBack)}>
          {payoutsText[takesBack].open}
        </Button>
      ) : null}
      {dialog === "cancel" ? <CancelDialog onClose={close} record={record} /> : null}
      {dialog && dialog !== "cancel" ? <TakeBackDialog how={dialog} onClose={close} record={record} /> : null}
    </DrawerSection>
  );
}

function Waits({ approvalId }: { approvalId: string }) {
  const account = useAccount();
  const ofHouse = useOf() === "house";
  return (
    <p className="mb-2 text-ink-2">
      {words.waits}{" "}
      <Link
        className="text-accent underline"
        href={approvalHref(approvalId, ofHouse ? undefined : account?.id)}
        prefetch={false}
      >
        {words.look}
      </Link>
    </p>
  );
}
