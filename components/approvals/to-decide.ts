"use client";

import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { useWaitingApprovals } from "./approvals-data.ts";
import { useMayDecide, useSeesApprovals } from "./may-decide.ts";

/** The requests that wait for this person's decision, newest first; none for who cannot decide. */
export function useToDecide(): ApprovalRecord[] {
  const { data = [] } = useWaitingApprovals(useSeesApprovals());
  const may = useMayDecide();
  return data.filter((approval) => !approval.yours && may(approval));
}
