"use client";

import Link from "next/link";
import { Fragment } from "react";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { approvalsText } from "#components/i18n/approvals.ts";
import { cx } from "#components/ui/class-names.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Time } from "#components/ui/time.tsx";
import { amountOf, changeOf, fieldsOf } from "./approval-text.ts";
import { whoOf } from "./who-of.ts";

const words = approvalsText.facts;
const DT = "text-12 text-ink-3";

/** Addresses, account numbers and hashes are compared letter by letter; what else stands here is read. */
const isCompared = (value: string) => /^(?=.*\d)\S{12,}$/.test(value);

/** What was requested, by whom and why, and the outcome. */
export function ApprovalFacts({ approval }: { approval: ApprovalRecord }) {
  const { payout, changes = [] } = approval;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 *:nth-[even]:text-end">
      {changes.map((change) => (
        <Changed change={change} key={change.name} />
      ))}
      {payout ? <PayoutFacts approval={approval} payout={payout} /> : null}
      {Object.entries(fieldsOf(approval)).map(([name, value]) => (
        <Fragment key={name}>
          <dt className={DT}>{approvalsText.fields[name] ?? name}</dt>
          <dd className={cx("wrap-anywhere", isCompared(value) && "font-mono text-12")}>{value}</dd>
        </Fragment>
      ))}
      {approval.what === "execution" && approval.request?.["until"] ? (
        <>
          <dt className={DT}>{approvalsText.fields["until"]}</dt>
          <dd>
            <Time at={Number(approval.request["until"])} />
          </dd>
        </>
      ) : null}
      <dt className={DT}>{words.account}</dt>
      <dd>{approval.account ?? approvalsText.ofHouse}</dd>
      {approval.reason ? (
        <>
          <dt className={DT}>{words.reason}</dt>
          <dd className="wrap-anywhere">{approval.reason}</dd>
        </>
      ) : null}
      <dt className={DT}>{words.requestedBy}</dt>
      <dd>
        {whoOf(approval.askedBy)}, <Time at={approval.askedAt} />
      </dd>
      {approval.needs > 1 ? (
        <>
          <dt className={DT}>{words.first}</dt>
          <dd>
            {approval.firstBy && approval.firstAt ? (
              <>
                {whoOf(approval.firstBy)}, <Time at={approval.firstAt} />
              </>
            ) : (
              words.needsTwo
            )}
          </dd>
        </>
      ) : null}
      {approval.decidedBy && approval.decidedAt ? (
        <>
          <dt className={DT}>{approvalsText.states[approval.status]}</dt>
          <dd>
            {whoOf(approval.decidedBy)}, <Time at={approval.decidedAt} />
          </dd>
        </>
      ) : (
        <>
          <dt className={DT}>{words.expires}</dt>
          <dd>
            <Time at={approval.expiresAt} />
          </dd>
        </>
      )}
      {approval.note ? (
        <>
          <dt className={DT}>{words.note}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{approval.note}</dd>
        </>
      ) : null}
    </dl>
  );
}

function Changed({ change }: { change: NonNullable<ApprovalRecord["changes"]>[number] }) {
  const { name, before, after } = changeOf(change);
  return (
    <>
      <dt className={DT}>{name}</dt>
      <dd className="figure">
        {before} <span aria-hidden="true">→</span>
        <span className="sr-only">{words.becomes}</span> <span className="font-medium">{after}</span>
      </dd>
    </>
  );
}

type PayoutApproval = { approval: ApprovalRecord; payout: NonNullable<ApprovalRecord["payout"]> };

function PayoutFacts({ approval, payout }: PayoutApproval) {
  const { paymentId, txId, reference, txHash, beneficiary, refundLinkId, place } = payout;
  return (
    <>
      <dt className={DT}>{words.amount}</dt>
      <dd className="figure font-medium">{amountOf(payout)}</dd>
      {place ? (
        <>
          <dt className={DT}>{approvalsText.fields["to"]}</dt>
          <dd className="font-medium wrap-anywhere">
            {refundLinkId === undefined ? (
              beneficiary
            ) : (
              <>
                {words.byPayer(whoOf(approval.askedBy))}, <Time at={approval.askedAt} />
              </>
            )}
          </dd>
          <dt className={DT}>{approvalsText.fields["place"]}</dt>
          <dd className="font-mono text-12 wrap-anywhere">{place}</dd>
        </>
      ) : null}
      <dt className={DT}>{words.reference}</dt>
      <dd className="font-mono text-12 wrap-anywhere">{reference}</dd>
      {paymentId ? (
        <>
          <dt className={DT}>{words.payment}</dt>
          <dd>
            <Link
              className="text-accent hover:underline"
              href={`/payments?paymentId=${paymentId}&open=${paymentId}`}
              prefetch={false}
            >
              <Hash value={paymentId} />
            </Link>
          </dd>
        </>
      ) : null}
      {txId ? (
        <>
          <dt className={DT}>{words.deposit}</dt>
          <dd>
            <Hash value={txId} />
          </dd>
        </>
      ) : null}
      {txHash ? (
        <>
          <dt className={DT}>{words.txHash}</dt>
          <dd>
            <Hash value={txHash} />
          </dd>
        </>
      ) : null}
    </>
  );
}
