import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { settled } from "./settled.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createUser } from "#lib/people/create-user.ts";

/** What an identifier names. */
export type Kind =
  | "address"
  | "approval"
  | "beneficiary"
  | "case"
  | "comment"
  | "cursor"
  | "delivery"
  | "deposit"
  | "endpoint"
  | "entry"
  | "export"
  | "invitation"
  | "invoice"
  | "key"
  | "payment"
  | "payout"
  | "quote"
  | "refundLink"
  | "request"
  | "rule"
  | "session"
  | "settlement"
  | "txHash"
  | "user"
  | "view";
/** One object of each kind, by its identifier. */
export type Objects = Readonly<Record<Kind, string>>;

/** An account with its key, one of its administrators, and an object of each kind. */
export type Party = { account: string; key: Partial<ApiRequest>; admin: Partial<ApiRequest>; objects: Objects };

/** Makes an account with one object of each kind. */
export async function openParty(api: Api, account: string): Promise<Party> {
  const key = await api.newKey({ account });
  const admin = await api.staff("admin", account);
  const own = api.as(key);
  const ask = async <T>(method: string, target: string, body?: object | string, who: Partial<ApiRequest> = { key }) => {
    const got = await api.send({ method, target, ...(body === undefined ? {} : { body }), ...who });
    if (got.status >= 300) throw new Error(`${method} ${target} answered ${got.status}: ${got.text}`);
    return got.as<T>();
  };
  const retained = await own.bill({ strategy: "RAI", reference: "order-1" });
  const txHash = await own.pay(retained, retained.quantity, "bitcoin", 2);
  const sold = await own.bill({ strategy: "RAI" });
  await own.pay(sold, sold.quantity, "bitcoin", 2);
  const { quantityUnconverted } = await own.payment(sold.paymentId);
  const body = `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":${quantityUnconverted},"items":[{"paymentId":"${sold.paymentId}"}]}`;
  const { invoiceId } = await ask<{ invoiceId: string }>("POST", "/payment/v1/conversion", body);
  const { quoteId } = await ask<{ quoteId: string }>("POST", "/payment/v1/conversion/quote", { invoiceId });
  await api.settings({ "depositLimit.BTC": "0.0001" }, account);
  const held = await own.bill();
  await own.pay(held, held.quantity, "bitcoin", 2);
  const deposit = (await own.payment(held.paymentId)).deposits[0]?.txId ?? "";
  await api.settings({ "depositLimit.BTC": "default" }, account);
  const under = await own.bill();
  await own.pay(under, 0.001, "bitcoin", 2);
  // Two entries of fiat, as every list of entries has a second page, however long ago the quote has ended.
  const paid = await own.bill();
  await own.pay(paid, paid.quantity, "bitcoin", 2);
  await api.settings({ lifetimeMs: "1000" }, account);
  const late = await own.bill({ subaccount: "acme-42" });
  await sleep(1_100);
  await own.pay(late, late.quantity, "bitcoin", 2);
  await api.settings({ lifetimeMs: "240000" }, account);
  await own.bill({ reference: "order-1" });
  await api.settings({ lifetimeMs: "default" }, account);
  const { data: cases } = await ask<{ data: { caseId: string }[] }>("GET", "/manage/v1/cases?kind=HELD");
  const caseId = cases[0]?.caseId ?? "";
  const noted = await ask<{ history: { entryId: string }[] }>(
    "POST",
    `/manage/v1/cases/${caseId}/note`,
    { note: "Seen." },
    admin,
  );
  const on = { kind: "PAYMENT", objectId: retained.paymentId, note: "Paid twice." };
  const commented = await ask<{ data: { entryId: string }[] }>("POST", "/manage/v1/comments", on, admin);
  const { endpointId } = await ask<{ endpointId: string }>("POST", "/manage/v1/webhook-endpoints", {
    url: "http://127.0.0.1:9/",
  });
  await ask("POST", `/manage/v1/webhook-endpoints/${endpointId}/test`);
  const { deliveryId } = await ask<{ deliveryId: string }>("POST", `/manage/v1/webhook-endpoints/${endpointId}/test`);
  const { ruleId } = await ask<{ ruleId: string }>(
    "POST",
    "/manage/v1/notification-rules",
    { channel: "SLACK", topics: ["URGENT"], secretUrl: "http://127.0.0.1:9/" },
    admin,
  );
  const { exportId } = await ask<{ exportId: string }>("POST", "/manage/v1/exports", {
    list: "statement",
    format: "csv",
  });
  const view = { page: "payments", name: "Open", query: "", sharedTo: "admin" };
  const { viewId } = await ask<{ viewId: string }>("POST", "/manage/v1/views", view, admin);
  const person = { email: `${randomUUID()}@example.com`, name: "Ada" };
  const operator = { actor: { kind: "operator" }, requestId: "test" } as const;
  const found = await openAccount(contextFor(api.app, operator), account);
  const memberships = [{ accountId: found.id, role: "viewer" as const }];
  const { userId } = await createUser(contextFor(api.app, { ...operator, account: found }), { ...person, memberships });
  const invited = await own.post("/manage/v1/users", { email: `${randomUUID()}@example.com`, role: "viewer" });
  const { invitationId } = invited.as<{ invitationId: string }>();
  await api.settings({ secondPerson: "always" }, account);
  await ask("PATCH", "/manage/v1/settings", { toleranceBps: 70 });
  const { approvalId } = await ask<{ approvalId: string }>("PATCH", "/manage/v1/settings", { toleranceBps: 80 });
  await api.settings({ secondPerson: "never" }, account);
  const place = { name: "Payee Ltd", asset: "EUR", iban: "DE89370400440532013000" };
  const { beneficiaryId } = await ask<{ beneficiaryId: string }>("POST", "/manage/v1/beneficiaries", place, admin);
  const out = (reference: string) =>
    ask<{ payoutId: string }>(
      "POST",
      "/manage/v1/payouts",
      { asset: "EUR", quantity: 1, beneficiaryId, reference },
      admin,
    );
  const settlement = await settled(api, account, beneficiaryId);
  await out("first");
  const { payoutId } = await out("second");
  await ask("POST", `/manage/v1/beneficiaries/${beneficiaryId}/retire`, {}, admin);
  const [toRefund] = (await own.payment(retained.paymentId)).deposits;
  const { refundLinkId } = await ask<{ refundLinkId: string }>("POST", "/manage/v1/refund-links", {
    ...{ paymentId: retained.paymentId, txId: toRefund?.txId },
  });
  const { data: sessions } = await ask<{ data: { sessionId: string }[] }>(
    "GET",
    "/manage/v1/me/sessions",
    undefined,
    admin,
  );
  const since = Date.now() - 86_400_000;
  const page = await ask<{ startsAfter: string }>("GET", `/payment/v1/payment?startTime=${since}&limit=1`);
  const spare = await api.newKey({ account });
  await api.as(spare).get("/manage/v1/balances");
  return {
    account,
    key: { key },
    admin,
    objects: {
      address: retained.deposit_address,
      approval: approvalId,
      beneficiary: beneficiaryId,
      case: caseId,
      comment: commented.data.at(-1)?.entryId ?? "",
      cursor: page.startsAfter,
      delivery: deliveryId,
      deposit,
      endpoint: endpointId,
      entry: noted.history.at(-1)?.entryId ?? "",
      export: exportId,
      invitation: invitationId,
      invoice: invoiceId,
      key: spare.keyId,
      payment: retained.paymentId,
      payout: payoutId,
      quote: quoteId,
      refundLink: refundLinkId,
      request: String(invited.headers["x-request-id"]),
      rule: ruleId,
      session: sessions[0]?.sessionId ?? "",
      settlement,
      txHash,
      user: userId,
      view: viewId,
    },
  };
}

/** Identifiers of the same forms that name nothing anywhere. */
export function unknownObjects(like: Objects): Objects {
  const uuid = () => like.payment.slice(0, 14) + randomUUID().slice(14);
  return {
    address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    approval: uuid(),
    beneficiary: uuid(),
    case: `${like.case.slice(0, -36)}${uuid()}`,
    comment: uuid(),
    cursor: `${like.cursor.slice(0, -4)}AAAA`,
    delivery: uuid(),
    deposit: uuid(),
    endpoint: uuid(),
    entry: uuid(),
    export: uuid(),
    invitation: uuid(),
    invoice: uuid(),
    key: `ak_${randomBytes(12).toString("hex")}`,
    payment: uuid(),
    payout: uuid(),
    quote: uuid(),
    refundLink: uuid(),
    request: uuid(),
    rule: uuid(),
    session: uuid(),
    settlement: uuid(),
    txHash: randomBytes(32).toString("hex"),
    user: uuid(),
    view: uuid(),
  };
}
