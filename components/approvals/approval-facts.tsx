"use client";

import Link from "next/link";
import { Fragment } from "react";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { text } from "#components/i18n/text.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Time } from "#components/ui/time.tsx";
import { amountOf, changeOf, fieldsOf } from "./said-approval.ts";
import { whoOf } from "./waiting.ts";

const words = text.approvals.facts;
const DT = "text-12 text-ink-3";

/** What was requested, by whom and why, and the outcome. */
export function ApprovalFacts({ asked }: { asked: ApprovalRecord }) {
  const { payout, changes = [] } = asked;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 *:nth-[even]:text-end">
      {changes.map((change) => (
        <Changed change={change} key={change.name} />
      ))}
      {payout ? <PayoutFacts asked={asked} payout={payout} /> : null}
      {Object.entries(fieldsOf(asked)).map(([name, value]) => (
        <Fragment key={name}>
          <dt className={DT}>{text.approvals.fields[name] ?? name}</dt>
          <dd className="font-mono text-12 wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
      {asked.what === "execution" && asked.request?.["until"] ? (
        <>
          <dt className={DT}>{text.approvals.fields["until"]}</dt>
          <dd>
            <Time at={Number(asked.request["until"])} />
          </dd>
        </>
      ) : null}
      <dt className={DT}>{words.account}</dt>
      <dd>{asked.account ?? text.approvals.ofHouse}</dd>
      {asked.reason ? (
        <>
          <dt className={DT}>{words.reason}</dt>
          <dd className="wrap-anywhere">{asked.reason}</dd>
        </>
      ) : null}
      <dt className={DT}>{words.asked}</dt>
      <dd>
        {whoOf(asked.askedBy)}, <Time at={asked.askedAt} />
      </dd>
      {asked.needs > 1 ? (
        <>
          <dt className={DT}>{words.first}</dt>
          <dd>
            {asked.firstBy && asked.firstAt ? (
              <>
                {whoOf(asked.firstBy)}, <Time at={asked.firstAt} />
              </>
            ) : (
              words.needsTwo
            )}
          </dd>
        </>
      ) : null}
      {asked.decidedBy && asked.decidedAt ? (
        <>
          <dt className={DT}>{text.approvals.states[asked.status]}</dt>
          <dd>
            {whoOf(asked.decidedBy)}, <Time at={asked.decidedAt} />
          </dd>
        </>
      ) : (
        <>
          <dt className={DT}>{words.expires}</dt>
          <dd>
            <Time at={asked.expiresAt} />
          </dd>
        </>
      )}
      {asked.note ? (
        <>
          <dt className={DT}>{words.note}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{asked.note}</dd>
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

type PayoutAsked = { asked: ApprovalRecord; payout: NonNullable<ApprovalRecord["payout"]> };

function PayoutFacts({ asked, payout }: PayoutAsked) {
  const { paymentId, txId, reference, txHash, beneficiary, refundLinkId, place } = payout;
  return (
    <>
      <dt className={DT}>{words.amount}</dt>
      <dd className="figure font-medium">{amountOf(payout)}</dd>
      {place ? (
        <>
          <dt className={DT}>{text.approvals.fields["to"]}</dt>
          <dd className="font-medium wrap-anywhere">
            {refundLinkId === undefined ? (
              beneficiary
            ) : (
              <>
                {words.byPayer(whoOf(asked.askedBy))}, <Time at={asked.askedAt} />
              </>
            )}
          </dd>
          <dt className={DT}>{text.approvals.fields["place"]}</dt>
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
