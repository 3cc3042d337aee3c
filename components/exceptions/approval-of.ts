"use client";

import type { CaseRecord } from "#lib/cases/contract.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { useWaitingApprovals } from "#components/approvals/approvals-data.ts";
import { subjectOf } from "./case-look.ts";

/** The request that a case waits for; undefined while it loads, and once it is decided. */
export function useApprovalOf(found: CaseRecord): ApprovalRecord | undefined {
  const { data = [] } = useWaitingApprovals(found.kind === "APPROVAL");
  const id = subjectOf(found);
  return data.find(({ approvalId }) => approvalId === id);
}
