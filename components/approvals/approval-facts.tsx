"use client";

import Link from "next/link";
import { Fragment } from "react";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { cx } from "#components/ui/class-names.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Time } from "#components/ui/time.tsx";
import { amountOf, fieldName, fieldsOf } from "#lib/approvals/approval-text.ts";
import { ApprovalWay } from "./approval-way.tsx";
import { FundsLeft } from "./funds-left.tsx";
import { type Shift, shiftsOf } from "./shifts-of.ts";
import { actorText } from "#lib/i18n/actor-text.ts";

const words = approvalsText.facts;
const DT = "text-12 text-ink-3";

/** Addresses, account numbers and hashes are compared letter by letter; what else stands here is read. */
const isCompared = (value: string) => /^(?=.*\d)\S{12,}$/.test(value);

/** What was requested, what it changes, by whom and why, who agrees, and the outcome. */
export function ApprovalFacts({ approval }: { approval: ApprovalRecord }) {
  const { payout } = approval;
  const shifts = shiftsOf(approval);
  const shown = new Set(shifts.map(({ name }) => name));
  const fields = Object.entries(fieldsOf(approval)).filter(([name]) => !shown.has(fieldName(name)));
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 *:nth-[even]:text-end">
        {payout ? <PayoutFacts approval={approval} payout={payout} /> : null}
        {fields.map(([name, value]) => (
          <Fragment key={name}>
            <dt className={DT}>{fieldName(name)}</dt>
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
        {approval.note ? (
          <>
            <dt className={DT}>{words.note}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{approval.note}</dd>
          </>
        ) : null}
      </dl>
      {payout && approval.funds ? <FundsLeft approval={approval} funds={approval.funds} payout={payout} /> : null}
      <Shifts approval={approval} shifts={shifts} />
      <ApprovalWay approval={approval} />
    </div>
  );
}

/** What it is now, or was, beside what it becomes. */
function Shifts({ approval: { status }, shifts }: { approval: ApprovalRecord; shifts: readonly Shift[] }) {
  const { title, wanted, name, before, was, after } = approvalsText.shifts;
  const changes = status === "PENDING" || status === "APPROVED";
  return (
    <table className="w-full">
      <caption className="mb-1 text-start text-12 font-semibold">{changes ? title : wanted}</caption>
      <thead className="text-12 text-ink-3 *:*:font-normal">
        <tr className="*:py-1">
          <th className="text-start" scope="col">
            {name}
          </th>
          <th className="ps-3 text-end" scope="col">
            {status === "PENDING" ? before : was}
          </th>
          <td />
          <th className="text-end" scope="col">
            {after}
          </th>
        </tr>
      </thead>
      <tbody>
        {shifts.map((shift) => (
          <tr className="border-t border-rule align-baseline *:py-1.5" key={shift.name}>
            <th className="text-start font-normal wrap-break-word text-ink-2" scope="row">
              {shift.name}
            </th>
            <td className="figure ps-3 text-end wrap-anywhere whitespace-normal">{shift.before}</td>
            <td aria-hidden="true" className="px-2 text-center text-ink-3">
              →
            </td>
            <td className="figure text-end font-medium wrap-anywhere whitespace-normal">{shift.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type PayoutApproval = { approval: ApprovalRecord; payout: NonNullable<ApprovalRecord["payout"]> };

function PayoutFacts({ approval, payout }: PayoutApproval) {
  const { paymentId, txId, reference, txHash, beneficiary, refundLinkId, place, inPlaceOf } = payout;
  return (
    <>
      <dt className={DT}>{words.amount}</dt>
      <dd className="figure font-medium">{amountOf(payout)}</dd>
      {(beneficiary ?? refundLinkId) ? (
        <>
          <dt className={DT}>{approvalsText.fields["to"]}</dt>
          <dd className="font-medium wrap-anywhere">
            {refundLinkId === undefined ? (
              beneficiary
            ) : (
              <>
                {words.byPayer(actorText(approval.askedBy))}, <Time at={approval.askedAt} />
              </>
            )}
          </dd>
        </>
      ) : null}
      {place ? (
        <>
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
      {inPlaceOf ? (
        <>
          <dt className={DT}>{words.inPlaceOf}</dt>
          <dd>
            <Hash value={inPlaceOf} />
          </dd>
        </>
      ) : null}
    </>
  );
}
