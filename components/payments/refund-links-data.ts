"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endRefundLinkCall, listRefundLinksCall, makeRefundLinkCall } from "#lib/payouts/refund-calls.ts";
import { useOnce } from "#components/intent.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

const LINKS = only(listRefundLinksCall);

/** The refund links of a payment, newest first; not asked for where there can be none. */
export const useRefundLinks = (paymentId: string, enabled: boolean) =>
  useQuery({ ...useApi().queryOptions(listRefundLinksCall, { paymentId }), select: ({ data }) => data, enabled });

function useLinkMutation<Input, Out>(send: (input: Input) => Promise<Out>, onDone: (out: Out) => void) {
  const { account } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => {
      void renew(client, account, LINKS);
    },
  });
}

/** Makes a link and hands on what the payer opens, which is answered this once. */
export function useMakeRefundLink(onDone: (url: string | undefined) => void) {
  const once = useOnce();
  const send = (input: { paymentId: string; txId: string }) => once(makeRefundLinkCall, input);
  return useLinkMutation(send, ({ url }) => onDone(url));
}

export function useEndRefundLink(onDone: () => void) {
  const { mutate } = useApi();
  return useLinkMutation((refundLinkId: string) => mutate(endRefundLinkCall, { refundLinkId }), onDone);
}
