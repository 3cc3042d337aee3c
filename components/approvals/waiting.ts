import type { ApprovalRecord } from "#lib/contract/approval.ts";

/** Whether an action's answer says that the action is not done but waits for a second person. */
export const isWaiting = (answer: object): answer is ApprovalRecord => "approvalId" in answer && "expiresAt" in answer;

/** People by their name alone, all others as the record names them. */
export const whoOf = (actor: string): string => actor.replace(/^staff:/, "");
