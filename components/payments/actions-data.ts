"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { isWaiting } from "#components/approvals/waiting.ts";
import { useIntent } from "#components/intent.ts";
import { useApi } from "#components/staff.tsx";
import type { PayoutSource } from "./payout.ts";

export type HoldDecision = { txId: string; deed: "release" | "decline"; note: string };

/** Releases or declines a held deposit; the answer is the payment as it is then. `onDone` is told even after unmounting. */
export function useDecideHold(onDone: () => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: ({ txId, deed, note }: HoldDecision) =>
      once({ txId, deed, note }, (idempotencyKey) =>
        call<PaymentRecord>(`/manage/v1/deposits/${txId}/${deed}`, { method: "POST", body: { note }, idempotencyKey }),
      ),
    onSuccess: (record) => {
      client.setQueryData(["payment", account, record.paymentId], record);
      onDone();
    },
    onSettled: () => {
      void renew(client, account);
    },
  });
}

export type Payout = { source: PayoutSource; quantity: Decimal; reference: string; txHash: string | undefined };

/** Records a payout that was made elsewhere, or asks a second person for it. `onDone` is told even after unmounting. */
export function useRecordPayout(onDone: (outcome: "recorded" | "waits") => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: ({ source, quantity, reference, txHash }: Payout) => {
      const { asset, networkType, from } = source;
      const body = {
        asset,
        ...(asset === "USDT" && networkType ? { networkType } : {}),
        quantity,
        ...from,
        reference,
        ...(txHash ? { txHash } : {}),
      };
      return once(body, (idempotencyKey) =>
        call<object>("/manage/v1/payouts", { method: "POST", body, idempotencyKey }),
      );
    },
    onSuccess: (answer) => onDone(isWaiting(answer) ? "waits" : "recorded"),
    onSettled: () => {
      void renew(client, account);
    },
  });
}

function renew(client: ReturnType<typeof useQueryClient>, account: string): Promise<unknown> {
  const names = ["payment", "payments", "payments-fresh", "payments-summary", "convertible", "approvals"];
  return Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name, account] })));
}
