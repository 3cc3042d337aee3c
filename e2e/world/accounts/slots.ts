import type { ApiRequest } from "#e2e/world/client.ts";
import { openApiDocument } from "#lib/reference/document.ts";
import type { Operation } from "#lib/reference/endpoints.ts";
import { type ExampleCall, exampleCalls } from "#lib/reference/snippets.ts";
import type { Kind, Objects } from "./parties.ts";

/** One field of one operation that takes an identifier. */
export type Slot = { name: string; field: string; call: ExampleCall; operation: Operation };

/** What the fields of the API name, wherever they stand. */
export const KIND_OF: Readonly<Record<string, Kind>> = {
  address: "address",
  approvalId: "approval",
  beneficiaryId: "beneficiary",
  caseId: "case",
  caseIds: "case",
  mentions: "user",
  cursor: "cursor",
  startsAfter: "cursor",
  deliveryId: "delivery",
  deliveryIds: "delivery",
  txId: "deposit",
  endpointId: "endpoint",
  withdraws: "entry",
  exportId: "export",
  ids: "payment",
  invitationId: "invitation",
  invoiceId: "invoice",
  items: "payment",
  keyId: "key",
  objectId: "payment",
  paymentId: "payment",
  payoutId: "payout",
  quoteId: "quote",
  refundLinkId: "refundLink",
  requestId: "request",
  ruleId: "rule",
  sessionId: "session",
  settlementId: "settlement",
  txHash: "txHash",
  userId: "user",
  viewId: "view",
};

/** Where a field names another kind of object than elsewhere. */
const KIND_AT: Readonly<Record<string, Kind>> = {
  "makeComment withdraws": "comment",
  "getDeliveries objectId": "endpoint",
  "listAudit objectId": "user",
};

/** Bodies where a field stands alone, or needs others than the example has. */
const BODIES: Readonly<Record<string, (id: string) => object>> = {
  "makeRule userId": (userId) => ({ channel: "MAIL", topics: ["URGENT"], userId }),
  "makeComment mentions": (userId) => ({ kind: "CUSTOMER", objectId: "acme-42", note: "Seen.", mentions: [userId] }),
  "makeComment objectId": (objectId) => ({ kind: "PAYMENT", objectId, note: "Seen." }),
  "makeComment withdraws": (withdraws) => ({ withdraws }),
  "noteCase mentions": (userId) => ({ note: "Seen.", mentions: [userId] }),
  "noteCase withdraws": (withdraws) => ({ withdraws }),
  "recordPayout paymentId": (paymentId) => ({ asset: "BTC", quantity: 0.0001, paymentId, reference: "payout-77" }),
  "recordPayout txId": (txId) => ({ asset: "BTC", quantity: 0.0001, txId, reference: "payout-77" }),
  "resend deliveryIds": (id) => ({ deliveryIds: [id] }),
};

export const kindOf = ({ name, field }: Slot): Kind => KIND_AT[name] ?? KIND_OF[field] ?? "payment";

/** Every field of every operation that is, or looks like, an identifier. */
export function slotsOf(operations: readonly Operation[]): Slot[] {
  return exampleCalls(openApiDocument([...operations]).document).flatMap((call) => {
    const operation = operations.find(({ operationId }) => operationId === call.operationId);
    if (!operation) return [];
    return fieldsOf(operation).map((field) => ({ name: `${call.operationId} ${field}`, field, call, operation }));
  });
}

function fieldsOf({ endpoint: { path, query, body } }: Operation): string[] {
  const inPath = [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
  const names = [...inPath, ...Object.keys(query?.shape ?? {}), ...Object.keys(body?.shape ?? {})];
  return [...new Set(names)].filter((name) => name in KIND_OF || /Ids?$|^account$/.test(name));
}

/** The operation's example with identifiers out of `objects`, and in this slot the one given; without it, the slot is left out. */
export function requestFor(slot: Slot, objects: Objects, id: string | undefined): ApiRequest {
  const { call, operation, field, name } = slot;
  const { path, method, query, body } = operation.endpoint;
  const idFor = (idName: string): string => (idName === field && id ? id : objects[KIND_OF[idName] ?? "payment"]);
  const filled = (example: object, shape: object = {}): Record<string, unknown> => {
    const more = field in shape && id && !path.includes(`[${field}]`) ? { [field]: id } : {};
    const fields = Object.entries({ ...example, ...more });
    return Object.fromEntries(fields.map(([key, value]) => [key, key in KIND_OF ? shaped(key, idFor(key)) : value]));
  };
  const own = path.replaceAll(/\[(\w+)\]/g, (hole, idName: string) =>
    idName in KIND_OF ? encodeURIComponent(idFor(idName)) : String(call.params[idName] ?? hole),
  );
  const asText = Object.entries(filled(call.query, query?.shape)).map(([key, value]) => [key, String(value)]);
  const text = new URLSearchParams(asText).toString();
  const sent = id && BODIES[name] ? BODIES[name](id) : filled(call.body ?? {}, body?.shape);
  return {
    method,
    target: text ? `${own}?${text}` : own,
    ...(Object.keys(sent).length > 0 ? { body: sent } : {}),
  };
}

function shaped(field: string, id: string): unknown {
  if (field === "items") return [{ paymentId: id }];
  return field.endsWith("ds") || field === "mentions" ? [id] : id;
}
