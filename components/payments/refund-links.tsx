"use client";

import Link from "next/link";
import { useState } from "react";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import type { RefundLinkRecord } from "#lib/payouts/refund-contract.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { useMay } from "#components/may.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { OnceDialog } from "#components/ui/once-dialog.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { useOf } from "#components/whose.tsx";
import { isRefundable } from "./payout.ts";
import { useEndRefundLink, useMakeRefundLink, useRefundLinks } from "./refund-links-data.ts";

const words = paymentText.refund;

/** What a deposit's refund link has come to, and a new one where there is something to give back. */
export function RefundLinks({ record, deposit }: { record: PaymentRecord; deposit: DepositRecord }) {
  const ofHouse = useOf() === "house";
  const may = useMay("payouts:request") && !ofHouse;
  const refundable = isRefundable(record, deposit);
  const touched = refundable || !deposit.quantityReserved.isZero() || !deposit.quantityPaidOut.isZero();
  const { data: links = [] } = useRefundLinks(record.paymentId, touched && !ofHouse);
  const link = links.find(({ txId }) => txId === deposit.txId);
  if (!link && !(may && refundable)) return null;
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-12">
      {link ? <LinkState link={link} /> : null}
      {may ? <LinkCommands deposit={deposit} link={link} record={record} refundable={refundable} /> : null}
    </div>
  );
}

function LinkState({ link }: { link: RefundLinkRecord }) {
  const { status, expiresAt, usedAt, endedAt, endedWhy, address, payoutId, madeBy } = link;
  return (
    <span className="text-ink-2">
      {words.states[status]}{" "}
      {status === "OPEN" || status === "EXPIRED" ? (
        <Time at={expiresAt} />
      ) : (
        <Time at={usedAt ?? endedAt ?? expiresAt} />
      )}
      {endedWhy ? `, ${words.why[endedWhy]}` : null}
      {`, ${words.madeBy(actorText(madeBy))}`}
      {address ? (
        <>
          {" "}
          <Hash copy={words.address} value={address} />
        </>
      ) : null}
      {payoutId ? (
        <>
          {" "}
          <Link className="text-accent hover:underline" href={`/payouts?payout=${payoutId}`} prefetch={false}>
            {words.payout}
          </Link>
        </>
      ) : null}
    </span>
  );
}

type Commands = {
  record: PaymentRecord;
  deposit: DepositRecord;
  link: RefundLinkRecord | undefined;
  refundable: boolean;
};

function LinkCommands({ record: { paymentId }, deposit: { txId }, link, refundable }: Commands) {
  const [dialog, setDialog] = useState<"make" | "end">();
  const { toast } = useStatus();
  const close = () => setDialog(undefined);
  const end = useEndRefundLink(() => {
    toast(words.ended);
    close();
  });
  const open = link?.status === "OPEN" ? link : undefined;
  return (
    <span className="ms-auto flex gap-2">
      {open ? (
        <Button look="stop" onClick={() => setDialog("end")} size="small">
          {words.end.open}
        </Button>
      ) : null}
      {refundable ? (
        <Button onClick={() => setDialog("make")} size="small">
          {words.make.open}
        </Button>
      ) : null}
      {dialog === "make" ? (
        <MakeRefundLink again={open !== undefined} onClose={close} paymentId={paymentId} txId={txId} />
      ) : null}
      {dialog === "end" && open ? (
        <ConfirmDialog
          action={words.end.action}
          busy={end.isPending}
          error={end.error}
          failed={words.end.failed}
          onClose={close}
          onConfirm={() => end.mutate(open.refundLinkId)}
          summary={words.end.summary}
          title={words.end.title}
        />
      ) : null}
    </span>
  );
}

/** Asks before a link is made, and shows it this once. `again`: it replaces one that is open. */
export function MakeRefundLink({
  paymentId,
  txId,
  again,
  onClose,
}: {
  paymentId: string;
  txId: string;
  again: boolean;
  onClose: () => void;
}) {
  const [made, setMade] = useState<string>();
  const make = useMakeRefundLink((url) => (url === undefined ? onClose() : setMade(url)));
  if (made !== undefined)
    return (
      <OnceDialog
        done={words.once.done}
        lines={[{ label: words.once.link, name: words.once.name, value: made }]}
        onClose={onClose}
        summary={words.once.summary}
        title={words.once.title}
      />
    );
  return (
    <ConfirmDialog
      action={words.make.action}
      busy={make.isPending}
      error={make.error}
      failed={words.make.failed}
      look="primary"
      onClose={onClose}
      onConfirm={() => make.mutate({ paymentId, txId })}
      summary={again ? words.make.again : words.make.summary}
      title={words.make.title}
    />
  );
}
