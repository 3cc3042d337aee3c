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

export const reasonFactsPlan: Plan = {
  quantity: "exact",
  "lateBy?": "text",
  "heldMs?": "whole",
  "afterExpiryMs?": "whole",
  "guaranteeMs?": "whole",
  "excess?": "exact",
  "minimum?": "exact",
  "limit?": "exact",
  "inAll?": "exact",
  "network?": "text",
  "billCryptoType?": "text",
  "billNetworkType?": "text",
  "screened?": "flag",
  "gone?": "text",
  parts: ["list", reasonPartPlan],
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

export const depositPlan: Plan = {
  txId: "text",
  txHash: "text",
  outputIndex: "whole",
  cryptoType: "text",
  "networkType?": "text",
  address: "text",
  "sourceAddress?": "text",
  quantity: "exact",
  status: "text",
  confirmations: "whole",
  confirmationsRequired: "whole",
  firstSeen: "whole",
  "blockTime?": "whole",
  "feeRate?": "exact",
  "feeEstimate?": "exact",
  "thinFee?": "flag",
  "replaceable?": "flag",
  late: "flag",
  feeQuantity: "exact",
  fiatReceived: "exact",
  quantityPending: "exact",
  quantityConverted: "exact",
  quantityUnconverted: "exact",
  quantityReserved: "exact",
  quantityPaidOut: "exact",
  "reasonCode?": "text",
  "reason?": "text",
  "reasonFacts?": reasonFactsPlan,
  fills: ["list", fillPlan],
};

export const paymentPlan: Plan = {
  paymentId: "text",
  status: "text",
  amountStatus: "text",
  labels: ["list", "text"],
  username: "text",
  subaccount: "text",
  "reference?": "text",
  cryptoType: "text",
  "networkType?": "text",
  fiat: "text",
  fiatReceivable: "exact",
  address: "text",
  price: "exact",
  quantity: "exact",
  expiryTime: "whole",
  strategy: "text",
  feeModel: "text",
  "limitPrice?": "exact",
  "limitMet?": "flag",
  quantityReceived: "exact",
  quantityPending: "exact",
  quantityConverted: "exact",
  quantityUnconverted: "exact",
  quantityLocked: "exact",
  quantityReserved: "exact",
  feeQuantity: "exact",
  quantityPaidOut: "exact",
  fiatReceived: "exact",
  createdAt: "whole",
  updatedAt: "whole",
  deposits: ["list", depositPlan],
  conversions: ["list", { invoiceId: "text", status: "text", quantity: "exact" }],
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
};

export const approvalChangePlan: Plan = {
  name: "text",
  "before?": ["either", ["exact", "text"]],
  after: ["either", ["exact", "text"]],
};

export const approvalPlan: Plan = {
  approvalId: "text",
  what: "text",
  decides: "text",
  "account?": "text",
  status: "text",
  "payout?": askedPayoutPlan,
  "changes?": ["list", approvalChangePlan],
  "request?": ["map", "text"],
  "reason?": "text",
  askedBy: "text",
  askedAt: "whole",
  yours: "flag",
  expiresAt: "whole",
  "decidedBy?": "text",
  "decidedAt?": "whole",
  needs: "whole",
  "firstBy?": "text",
  "firstAt?": "whole",
  "note?": "text",
  "payoutId?": "text",
};

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

export const causeFactsPlan: Plan = {
  "reason?": reasonFactsPlan,
  "key?": "text",
  "fiat?": "text",
  "base?": "text",
  "due?": "exact",
  "came?": "exact",
  "credited?": "exact",
  "free?": "exact",
  "tolerance?": "exact",
  "venue?": "text",
  "detail?": "text",
  "url?": "text",
  "disabled?": "text",
  "waiting?": "whole",
  "network?": "text",
  "paused?": "flag",
  "behind?": "whole",
  "height?": "whole",
  "address?": "text",
  "txHash?": "text",
  "networkFee?": "exact",
  "kept?": "exact",
  "to?": "text",
  "gas?": "flag",
  "left?": "flag",
  "booked?": "flag",
  "ageLimitMs?": "whole",
  "sizeLimit?": "exact",
  "until?": "whole",
  "approval?": "text",
  "list?": "text",
  "by?": "text",
  "openBills?": "whole",
};

export const casePlan: Plan = {
  caseId: "text",
  kind: "text",
  state: "text",
  cause: "text",
  causeFacts: causeFactsPlan,
  since: "whole",
  "dueAt?": "whole",
  "asset?": "text",
  "networkType?": "text",
  "quantity?": "exact",
  fiat: "text",
  "worth?": "exact",
  "paymentId?": "text",
  "txId?": "text",
  "invoiceId?": "text",
  "endpointId?": "text",
  "account?": "text",
  "assignee?": { userId: "text", name: "text" },
  "mutedUntil?": "whole",
  "closed?": { at: "whole", by: "text", reason: "text" },
};

export const caseListPlan: Plan = {
  data: ["list", casePlan],
  startsAfter: ["null", "text"],
  fiat: "text",
  count: "whole",
  worth: "exact",
  due: { soon: "whole", today: "whole", later: "whole" },
  ages: ["list", { fromHours: "whole", count: "whole" }],
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

export const caseOptionPlan: Plan = {
  code: "text",
  decides: "text",
  secondPerson: "flag",
  "txId?": "text",
  "asset?": "text",
  "quantity?": "exact",
  "fiat?": "text",
  "price?": "exact",
  "rate?": "text",
  "amount?": "exact",
  "keeps?": "exact",
  "feeQuantity?": "exact",
  "waits?": "flag",
  "until?": "whole",
  "afterwards?": afterwardsPlan,
  "bill?": { status: "text", amountStatus: "text" },
  "available?": { before: "exact", after: "exact" },
};

export const caseDetailPlan: Plan = {
  caseId: "text",
  kind: "text",
  state: "text",
  cause: "text",
  causeFacts: causeFactsPlan,
  since: "whole",
  "dueAt?": "whole",
  "asset?": "text",
  "networkType?": "text",
  "quantity?": "exact",
  fiat: "text",
  "worth?": "exact",
  "paymentId?": "text",
  "txId?": "text",
  "invoiceId?": "text",
  "endpointId?": "text",
  "account?": "text",
  "assignee?": { userId: "text", name: "text" },
  "mutedUntil?": "whole",
  "closed?": { at: "whole", by: "text", reason: "text" },
  history: ["list", caseEntryPlan],
  "options?": ["list", caseOptionPlan],
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

export const caseSummaryPlan: Plan = {
  count: "whole",
  mine: "whole",
  nobody: "whole",
  muted: "whole",
  closed: "whole",
  fresh: "whole",
  "bell?": ["list", "text"],
  byKind: ["list", { kind: "text", count: "whole" }],
  "clearSince?": "whole",
  people: ["list", { userId: "text", name: "text" }],
  mentions: ["list", mentionsPlan],
};

export const caseResultsPlan: Plan = { results: ["list", { caseId: "text", done: "flag", "code?": "text" }] };

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

export const invitationListPlan: Plan = { data: ["list", invitationPlan] };

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

export const personSessionListPlan: Plan = { data: ["list", personSessionPlan] };

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

export const userListPlan: Plan = { data: ["list", userPlan] };

export const settlementPlan: Plan = {
  settlementId: "text",
  reference: "text",
  username: "text",
  currency: "text",
  status: "text",
  zone: "text",
  from: "whole",
  to: "whole",
  opening: "exact",
  closing: "exact",
  movements: "whole",
  byKind: ["list", { kind: "text", amount: "exact", count: "whole" }],
  fees: ["list", feeLinePlan],
  reserve: "exact",
  awaited: "exact",
  due: "exact",
  "withheld?": "text",
  askAt: "whole",
  "payoutId?": "text",
  "paidOut?": "exact",
  "invoiceNumber?": "text",
  at: "whole",
};
