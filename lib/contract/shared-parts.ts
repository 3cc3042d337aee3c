// Made from the contract by lib/reference/write.ts.
import type { Plan } from "./decode-answer.ts";

export const conversionItemPlan: Plan = {
  txId: "text",
  address: "text",
  quantity: "exact",
  subaccount: "text",
  paymentId: "text",
  txHash: "text",
  outputIndex: "whole",
};

export const liveQuotePlan: Plan = {
  quoteId: "text",
  price: "exact",
  bid: "exact",
  "mid?": "exact",
  spread: "exact",
  feeModel: "text",
  feeQuantity: "exact",
  fiatReceivable: "exact",
  quoteTime: "whole",
  expiryTime: "whole",
};

export const conversionQuotePlan: Plan = {
  quoteId: "text",
  price: "exact",
  bid: "exact",
  "mid?": "exact",
  spread: "exact",
  feeModel: "text",
  feeQuantity: "exact",
  fiatReceivable: "exact",
  quoteTime: "whole",
  expiryTime: "whole",
  status: "text",
};

export const reasonPartPlan: Plan = {
  outcome: "text",
  "method?": "text",
  quantity: "exact",
  "feeQuantity?": "exact",
  "price?": "exact",
  "fiat?": "exact",
  "reasonCode?": "text",
  "limitPrice?": "exact",
};

export const fillPlan: Plan = {
  method: "text",
  feeModel: "text",
  quantity: "exact",
  feeQuantity: "exact",
  price: "exact",
  fiat: "exact",
  "invoiceId?": "text",
  at: "whole",
};

export const askedPayoutPlan: Plan = {
  asset: "text",
  "networkType?": "text",
  quantity: "exact",
  "paymentId?": "text",
  "txId?": "text",
  reference: "text",
  "txHash?": "text",
  "payoutId?": "text",
  "beneficiaryId?": "text",
  "beneficiary?": "text",
  "refundLinkId?": "text",
  "place?": "text",
  "bankReference?": "text",
  "inPlaceOf?": "text",
};

export const accountPlan: Plan = {
  holds: "exact",
  promised: "exact",
  after: "exact",
  "owed?": "exact",
  "reserve?": "exact",
};

export const placeFundsPlan: Plan = { name: "text", holds: "exact", promised: "exact", after: "exact" };

export const approvalChangePlan: Plan = {
  name: "text",
  "before?": ["either", ["exact", "text"]],
  after: ["either", ["exact", "text"]],
};

export const holdingPlan: Plan = { asset: "text", "networkType?": "text", holding: "exact", "value?": "exact" };

export const periodMovementPlan: Plan = {
  asset: "text",
  "networkType?": "text",
  opening: "exact",
  in: "exact",
  out: "exact",
  fees: "exact",
  closing: "exact",
  "value?": "exact",
};

export const chainFailurePlan: Plan = {
  code: "text",
  "block?": "whole",
  "ours?": "whole",
  "limit?": "whole",
  "final?": "whole",
  "status?": "whole",
  "host?": "text",
  "method?": "text",
  "detail?": "text",
};

export const bankFailurePlan: Plan = {
  code: "text",
  "line?": "whole",
  "statement?": "text",
  "value?": "text",
  "expected?": "text",
  "column?": "text",
  "limit?": "whole",
};

export const caseEntryPlan: Plan = {
  entryId: "text",
  at: "whole",
  actor: "text",
  "userId?": "text",
  action: "text",
  detail: "text",
  "mentions?": ["list", { userId: "text", name: "text" }],
  withdrawn: "flag",
};

export const afterwardsPlan: Plan = {
  "amount?": "exact",
  "keeps?": "exact",
  "feeQuantity?": "exact",
  "waits?": "flag",
};

export const mentionsPlan: Plan = {
  entryId: "text",
  objectKind: "text",
  objectId: "text",
  "kind?": "text",
  "within?": "text",
  by: "text",
  at: "whole",
};

export const resultsPlan: Plan = { caseId: "text", done: "flag", "code?": "text", "message?": "text" };

export const feeLinePlan: Plan = {
  kind: "text",
  asset: "text",
  "networkType?": "text",
  amount: "exact",
  count: "whole",
};

export const invitationPlan: Plan = {
  invitationId: "text",
  email: "text",
  "name?": "text",
  role: "text",
  status: "text",
  "invitedBy?": "text",
  createdAt: "whole",
  "usableAt?": "whole",
  "expiresAt?": "whole",
};

export const sentInvitationPlan: Plan = {
  invitationId: "text",
  email: "text",
  "name?": "text",
  role: "text",
  status: "text",
  "invitedBy?": "text",
  createdAt: "whole",
  "usableAt?": "whole",
  "expiresAt?": "whole",
  mailed: "flag",
};

export const personSessionPlan: Plan = {
  sessionId: "text",
  userId: "text",
  name: "text",
  createdAt: "whole",
  expiresAt: "whole",
  "lastSeenAt?": "whole",
  "clientAddress?": "text",
  "agent?": "text",
};

export const userPlan: Plan = {
  userId: "text",
  email: "text",
  name: "text",
  role: "text",
  status: "text",
  createdAt: "whole",
  "lastSignInAt?": "whole",
  secondFactor: "flag",
};
