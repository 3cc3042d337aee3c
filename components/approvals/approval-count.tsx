"use client";

import Link from "next/link";
import { APPROVALS_HREF } from "#lib/contract/approval-href.ts";
import { text } from "#lib/i18n/text.ts";
import { Count } from "#components/ui/tabs.tsx";
import { useToDecide } from "./to-decide.ts";

/** So many wait, beside the page's name; nothing when none does. */
export function ApprovalCount({ className }: { className?: string }) {
  const count = useToDecide().length;
  if (count === 0) return null;
  return (
    <span className={className} title={text.secondPerson.count(count)}>
      <Count urgent value={count} />
    </span>
  );
}

/** The same as a sentence that leads there. */
export function ApprovalsWaiting() {
  const count = useToDecide().length;
  if (count === 0) return null;
  return (
    <Link
      className="inline-flex min-h-6 items-center text-12 text-accent hover:underline"
      href={APPROVALS_HREF}
      prefetch={false}
    >
      {text.secondPerson.count(count)}
    </Link>
  );
}
