"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  approveRequestCall,
  declineRequestCall,
  listApprovalsCall,
  withdrawRequestCall,
} from "#lib/approvals/calls.ts";
import type { listApprovalsEndpoint } from "#lib/approvals/contract.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { type Once, useOnce } from "#components/intent.ts";
import { renewAccount } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

/** Requests come without an event: while the page is seen it asks at this pace. */
const RENEW_MS = 10_000;
const MOST_WAITING = 500;
const MOST_ENDED = 100;

function useApprovals(query: GivenOf<typeof listApprovalsEndpoint>, enabled = true) {
  return useQuery({
    ...useApi().queryOptions(listApprovalsCall, query),
    select: ({ data }) => data,
    refetchInterval: RENEW_MS,
    staleTime: RENEW_MS,
    enabled,
  });
}

/** What waits for a second person now, newest first. */
export const useWaitingApprovals = (enabled = true) =>
  useApprovals({ status: "PENDING", limit: MOST_WAITING }, enabled);

/** The latest requests, whatever became of them. */
export const useLatestApprovals = () => useApprovals({ limit: MOST_ENDED });

export type Decision = { approvalId: string; command: "approve" | "decline" | "withdraw"; note: string };

/** A person's decision on a request. `onDone` is called even after unmounting. An approval may change any data. */
export function useDecide(onDone: (decided: ApprovalRecord) => void) {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (decision: Decision) => decide(once, decision),
    onSuccess: onDone,
    onSettled: () => renewAccount(client, account),
  });
}

function decide(once: Once, { approvalId, command, note }: Decision): Promise<ApprovalRecord> {
  if (command === "decline") return once(declineRequestCall, { approvalId, note });
  const said = { approvalId, note: note === "" ? undefined : note };
  return command === "approve" ? once(approveRequestCall, said) : once(withdrawRequestCall, said);
}
