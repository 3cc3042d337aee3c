"use client";

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Query } from "#components/api.ts";
import { useIntent } from "#components/intent.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/approvals";
/** Requests come without an event: while the page is seen it asks at this pace. */
const RENEW_MS = 10_000;
const MOST_WAITING = 500;
const MOST_ENDED = 100;

function useApprovals(name: string, query: Query, enabled = true) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["approvals", account, name],
    queryFn: async ({ signal }) => (await call<{ data: ApprovalRecord[] }>(PATH, { query, signal })).data,
    refetchInterval: RENEW_MS,
    staleTime: RENEW_MS,
    enabled,
  });
}

/** What waits for a second person now, newest first. */
export const useWaitingApprovals = (enabled = true) =>
  useApprovals("waiting", { status: "PENDING", limit: MOST_WAITING }, enabled);

/** The latest requests, whatever became of them. */
export const useLatestApprovals = () => useApprovals("latest", { limit: MOST_ENDED });

export type Decision = { approvalId: string; deed: "approve" | "decline" | "withdraw"; note: string };

/** What a person says to a request; `onDone` is told even after unmounting. */
export function useDecide(onDone: (decided: ApprovalRecord) => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: ({ approvalId, deed, note }: Decision) => {
      const body = note === "" ? {} : { note };
      return once({ approvalId, deed, ...body }, (idempotencyKey) =>
        call<ApprovalRecord>(`${PATH}/${approvalId}/${deed}`, { method: "POST", body, idempotencyKey }),
      );
    },
    onSuccess: onDone,
    onSettled: () => renewAccount(client, account),
  });
}

/** What was approved may have changed anything the account shows. */
const renewAccount = (client: QueryClient, account: string): Promise<unknown> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === account });
