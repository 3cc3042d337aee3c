import type { ApprovalRecord } from "./approval.ts";

/** Whether an action's answer says that the action is not done but waits for a second person. */
export const isWaiting = (answer: object): answer is ApprovalRecord => "approvalId" in answer && "expiresAt" in answer;
