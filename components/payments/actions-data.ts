"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listBeneficiariesCall } from "#lib/beneficiaries/calls.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import type { DepositRecord } from "#lib/payments/contract.ts";
import { declineDepositCall, declineHeldCall, releaseDepositCall, releaseHeldCall } from "#lib/payments/hold-calls.ts";
import { recordPayoutCall } from "#lib/payouts/calls.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { type Once, useOnce } from "#components/intent.ts";
import { APPROVALS, CASES, PAYMENTS, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";
import type { PayoutSource } from "./payout.ts";

/** What a decision needs to know of a deposit. */
export type HeldDeposit = Pick<DepositRecord, "txId" | "cryptoType" | "quantity" | "reasonCode" | "reasonFacts">;

/** `own`: whether the account decides; where it is not said, by the reason of the hold. */
export type HoldDecision = {
  deposit: HeldDeposit;
  command: "release" | "decline";
  note: string;
  own?: boolean | undefined;
};

/** Whether a limit of the account's own holds it; every other hold is the house's to decide. */
export const isOwnHold = ({ reasonCode, reasonFacts }: HeldDeposit): boolean =>
  reasonCode === "DEPOSIT_LIMIT" && !reasonFacts?.byHouse;

function decideHold(once: Once, { deposit, command, note, own = isOwnHold(deposit) }: HoldDecision) {
  const input = { txId: deposit.txId, note };
  if (own) return command === "release" ? once(releaseDepositCall, input) : once(declineDepositCall, input);
  return command === "release" ? once(releaseHeldCall, input) : once(declineHeldCall, input);
}

/**
 * Releases or declines a held deposit; the answer is the updated payment, or that a second person is asked. `onDone` is
 * called even after unmounting.
 */
export function useDecideHold(onDone: (outcome: "decided" | "waits") => void) {
  const ofHouse = useOf() === "house";
  const { account, queryOptions } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (decision: HoldDecision) => decideHold(once, decision),
    onSuccess: (answer) => {
      if (isWaiting(answer)) return onDone("waits");
      const { queryKey } = queryOptions(getPaymentCall, { paymentId: answer.paymentId });
      // The house decides on payments of other accounts: those are not kept as one of this account.
      if (!ofHouse) client.setQueryData(queryKey, { data: [answer], startsAfter: null });
      onDone("decided");
    },
    onSettled: () => {
      void renew(client, account, PAYMENTS, APPROVALS, CASES);
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

/** Whether the account has, or had, anywhere its money may go: then a payout made elsewhere names its transaction. */
export const useHadBeneficiary = (): boolean =>
  useQuery({
    ...useApi().queryOptions(listBeneficiariesCall, {}),
    select: ({ data }) => data.some(({ activeAt }) => activeAt !== undefined),
  }).data === true;
