"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import { declineDepositCall, releaseDepositCall } from "#lib/payments/hold-calls.ts";
import { recordPayoutCall } from "#lib/payouts/calls.ts";
import { isWaiting } from "#components/approvals/waiting.ts";
import { useOnce } from "#components/intent.ts";
import { APPROVALS, PAYMENTS, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import type { PayoutSource } from "./payout.ts";

export type HoldDecision = { txId: string; command: "release" | "decline"; note: string };

/** Releases or declines a held deposit; the answer is the updated payment. `onDone` is called even after unmounting. */
export function useDecideHold(onDone: () => void) {
  const { account, queryOptions } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ txId, command, note }: HoldDecision) =>
      command === "release" ? once(releaseDepositCall, { txId, note }) : once(declineDepositCall, { txId, note }),
    onSuccess: (record) => {
      const { queryKey } = queryOptions(getPaymentCall, { paymentId: record.paymentId });
      client.setQueryData(queryKey, { data: [record], startsAfter: null });
      onDone();
    },
    onSettled: () => {
      void renew(client, account, PAYMENTS, APPROVALS);
    },
  });
}

export type Payout = { source: PayoutSource; quantity: Decimal; reference: string; txHash: string | undefined };

/** Records a payout made elsewhere, or requests a second person's approval; `onDone` is called even when unmounted. */
export function useRecordPayout(onDone: (outcome: "recorded" | "waits") => void) {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ source: { asset, networkType, from }, quantity, reference, txHash }: Payout) =>
      once(recordPayoutCall, {
        asset,
        ...(asset === "USDT" && networkType ? { networkType } : {}),
        quantity,
        ...from,
        reference,
        ...(txHash ? { txHash } : {}),
      }),
    onSuccess: (answer) => onDone(isWaiting(answer) ? "waits" : "recorded"),
    onSettled: () => {
      void renew(client, account, PAYMENTS, APPROVALS);
    },
  });
}
