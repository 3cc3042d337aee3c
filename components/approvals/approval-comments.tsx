"use client";

import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { Comments } from "#components/comments/comments.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { useMay } from "#components/may.ts";
import { useAccount } from "#components/staff.tsx";

/** What people wrote on a request: the operator's where the operator decides it, else the account's own. */
export function ApprovalComments({ approval: { approvalId, account, decides } }: { approval: ApprovalRecord }) {
  const ofHouse = useMay("house:audit");
  const isForeign = account !== useAccount()?.name;
  const on = { kind: "APPROVAL", objectId: approvalId } as const;
  return (
    <section aria-label={commentsText.title} className="mt-4 border-t border-rule pt-4">
      <h3 className="mb-2 text-12 font-semibold">{commentsText.title}</h3>
      <Comments {...on} of={ofHouse && (decides === "house" || isForeign) ? "house" : "account"} />
    </section>
  );
}
