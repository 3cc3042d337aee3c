import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { changeOf, fieldName, fieldsOf, isLink } from "#lib/approvals/approval-text.ts";

/** What an approval changes: what it is called, what it is until then, and what it becomes. */
export type Shift = { name: string; before: string; after: string };

const { effects, none } = approvalsText;
const UNKNOWN = "–";

/** Every difference an approval makes, in the words of the screens. */
export function shiftsOf(approval: ApprovalRecord): Shift[] {
  const { what, changes, payout, request } = approval;
  if (changes) return changes.map(changeOf);
  if (payout) return [payout.payoutId === undefined ? effects.booked : effects.payout];
  if (what === "person" && request?.["act"] !== "role") return [personShift(approval)];
  if (isLink(approval)) return [effects.link];
  return what in effects.others ? [effects.others[what as keyof typeof effects.others]] : fieldShifts(approval);
}

/**
 * Of a role, of terms and of a mapping, field by field; one that stays as it is makes no difference. Of a request that was
 * over before this was kept nobody knows what ruled.
 */
function fieldShifts({ what, request, before }: ApprovalRecord): Shift[] {
  const [now, then] = [fieldsOf({ what, request: before ?? {} }), fieldsOf({ what, request })];
  const missing = before ? none : UNKNOWN;
  return [...new Set([...Object.keys(then), ...Object.keys(now)])]
    .filter((name) => !isSubject(name) && now[name] !== then[name])
    .map((name) => ({ name: fieldName(name), before: now[name] || missing, after: then[name] || none }));
}

/** Whose it is, which no approval changes. */
const SUBJECTS: ReadonlySet<string> = new Set(["account", "currency", "email", "version"]);
const isSubject = (name: string): boolean => SUBJECTS.has(name);

function personShift({ what, request }: ApprovalRecord): Shift {
  const act = request?.["act"];
  if (act === "invite")
    return { name: fieldName("role"), before: none, after: fieldsOf({ what, request })["role"] ?? "" };
  if (act === "reactivate") return effects.access;
  return request?.["kind"] === "FACTOR" ? effects.factor : effects.password;
}
