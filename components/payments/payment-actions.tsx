"use client";

import { useGo } from "#components/connection.ts";
import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { CreateDialog } from "#components/conversions/create-dialog.tsx";
import { useMay } from "#components/may.ts";
import { isOwnHold } from "./actions-data.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { payoutSources } from "./payout.ts";
import { PayoutDialog } from "./payout-dialog.tsx";
import { freeOf } from "#components/conversions/free-of.ts";
import { cryptoText, isOwn } from "./record.ts";

/** Loaded when it is opened: the words of cases come with it. */
const HeldDialog = lazyPart(async () => (await import("./held-dialog.tsx")).HeldDialog);

const words = paymentText.actions;

type Open =
  | { kind: "convert" }
  | { kind: "payout" }
  | { kind: "hold"; deposit: DepositRecord; command: "release" | "decline" };

/** What a person may do about a payment, each by the role that may do it; nothing where there is nothing to do. */
export function PaymentActions({ record }: { record: PaymentRecord }) {
  const [open, setOpen] = useState<Open | undefined>(undefined);
  return (
    <>
      <Offers onOpen={setOpen} record={record} />
      {open ? <OpenDialog onClose={() => setOpen(undefined)} open={open} record={record} /> : null}
    </>
  );
}

function Offers({ record, onOpen }: { record: PaymentRecord; onOpen: (open: Open) => void }) {
  const mayConvert = useMay("conversions:write");
  const [mayOwn, mayHouse] = [useMay("holds:write"), useMay("house:holds")];
  const mayPay = useMay("payouts:request");
  const free = freeOf(record);
  const mayDecide = (one: DepositRecord) => (isOwnHold(one) ? mayOwn : mayHouse);
  const held = record.deposits.filter((one) => one.status === "HELD" && mayDecide(one));
  const payable = mayPay && payoutSources(record).length > 0;
  const convertible = mayConvert && !free.isZero();
  if (!convertible && !payable && held.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {held.map((deposit) => (
        <HoldButtons deposit={deposit} key={deposit.txId} onOpen={onOpen} record={record} several={held.length > 1} />
      ))}
      {convertible ? (
        <Button look={held.length > 0 ? "default" : "primary"} onClick={() => onOpen({ kind: "convert" })}>
          {words.convert(cryptoText(record, free))}
        </Button>
      ) : null}
      {payable ? <Button onClick={() => onOpen({ kind: "payout" })}>{words.payout.open}</Button> : null}
    </div>
  );
}

/** The wrong asset cannot be released: the API refuses it, so it is not offered. */
function HoldButtons({
  deposit,
  record,
  several,
  onOpen,
}: {
  deposit: DepositRecord;
  record: PaymentRecord;
  several: boolean;
  onOpen: (open: Open) => void;
}) {
  const amount = several ? ` ${rateText(deposit.quantity)}\u00a0${deposit.cryptoType}` : "";
  return (
    <>
      {isOwn(record, deposit) ? (
        <Button look="primary" onClick={() => onOpen({ kind: "hold", deposit, command: "release" })}>
          {words.hold.release.open(amount)}
        </Button>
      ) : null}
      <Button look="stop" onClick={() => onOpen({ kind: "hold", deposit, command: "decline" })}>
        {words.hold.decline.open(amount)}
      </Button>
    </>
  );
}

function OpenDialog({ open, record, onClose }: { open: Open; record: PaymentRecord; onClose: () => void }) {
  const go = useGo();
  if (open.kind === "hold")
    return (
      <Suspense>
        <HeldDialog
          caseId={`${isOwn(record, open.deposit) ? "held" : "wrong-asset"}-${open.deposit.txId}`}
          command={open.command}
          deposit={open.deposit}
          fiat={record.fiat}
          onClose={onClose}
        />
      </Suspense>
    );
  if (open.kind === "payout") return <PayoutDialog onClose={onClose} record={record} />;
  return (
    <CreateDialog
      bills={[record]}
      onClose={onClose}
      onCreated={(invoiceId) => go(`/conversions?invoice=${invoiceId}`)}
    />
  );
}
