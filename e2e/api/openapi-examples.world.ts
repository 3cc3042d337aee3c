import type { Api, MadeBill } from "#e2e/world/api.ts";
import { settled } from "#e2e/world/accounts/settled.ts";
import { correction } from "./openapi-examples.moves.ts";
import { bankCredit, broughtBack, cryptoPayout, prepared, type Real, signedOne } from "./openapi-examples.signing.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createUser } from "#lib/people/create-user.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { EXAMPLE_TOKEN } from "#lib/payouts/refund-contract.ts";

type Maker = (api: Api) => Promise<Real>;

/** The quantity of the invoice's example is what such a bill has free: 100 EUR at 59400, less the transaction fee. */
async function retainedBill(api: Api): Promise<MadeBill> {
  const bill = await api.bill({ strategy: "RAI", bech32: true });
  await api.pay(bill, "0.00168351", "bitcoin", 2);
  return bill;
}

async function invoice(api: Api): Promise<string> {
  const { paymentId } = await retainedBill(api);
  const body = `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":0.0016751,"items":[{"paymentId":"${paymentId}"}]}`;
  return (await api.post("/payment/v1/conversion", body)).as<{ invoiceId: string }>().invoiceId;
}

async function quoted(api: Api): Promise<Real> {
  const invoiceId = await invoice(api);
  const got = await api.post("/payment/v1/conversion/quote", { invoiceId });
  return { [IDS.invoice]: invoiceId, [IDS.quote]: got.as<{ quoteId: string }>().quoteId };
}

async function heldDeposit(api: Api): Promise<Real> {
  await api.settings({ "depositLimit.BTC": "0.0001" });
  const bill = await api.bill();
  await api.pay(bill, "0.00168351", "bitcoin", 2);
  await api.settings({ "depositLimit.BTC": "1000" });
  const { deposits } = await api.payment(bill.paymentId);
  return { [IDS.deposit]: deposits[0]?.txId ?? "" };
}

async function key(api: Api): Promise<Real> {
  const listed = await api.get("/manage/v1/keys");
  const { data } = listed.as<{ data: { keyId: string; status: string }[] }>();
  const others = data.filter(({ keyId, status }) => status === "ACTIVE" && keyId !== api.key.keyId);
  for (const { keyId } of others) await api.send({ method: "DELETE", target: `/manage/v1/keys/${keyId}` });
  return { [IDS.key]: (await api.newKey()).keyId };
}

async function endpoint(api: Api): Promise<Real> {
  const made = await api.post("/manage/v1/webhook-endpoints", { url: "http://127.0.0.1:9/" });
  return { [IDS.endpoint]: made.as<{ endpointId: string }>().endpointId };
}

async function delivery(api: Api): Promise<Real> {
  const made = await endpoint(api);
  const sent = await api.post(`/manage/v1/webhook-endpoints/${made[IDS.endpoint]}/test`);
  return { ...made, [IDS.delivery]: sent.as<{ deliveryId: string }>().deliveryId };
}

async function openCase(api: Api): Promise<Real> {
  await heldDeposit(api);
  const { data } = (await api.get("/manage/v1/cases?state=OPEN")).as<{ data: { caseId: string }[] }>();
  return { [`late.${IDS.caseFact}`]: data[0]?.caseId ?? "" };
}

async function closedCase(api: Api): Promise<Real> {
  const found = await openCase(api);
  await api.post(`/manage/v1/cases/${Object.values(found)[0]}/close`, { reason: "As agreed." });
  return found;
}

let people = 0;

async function newEmail(): Promise<Real> {
  people += 1;
  return { "anna@example.com": `anna-${people}@example.com` };
}

async function person(api: Api): Promise<Real> {
  await api.cookie("admin");
  const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
  const { id: accountId } = await openAccount(operator, "acme");
  const memberships = [{ accountId, role: "operator" as const }];
  const email = Object.values(await newEmail())[0] ?? "";
  return { [IDS.user]: (await createUser(operator, { email, name: "Anna", memberships })).userId };
}

async function invitation(api: Api): Promise<Real> {
  const input = { email: Object.values(await newEmail())[0], role: "operator" };
  const made = await api.post("/manage/v1/users", input);
  return { [IDS.invitation]: made.as<{ invitationId: string }>().invitationId };
}

/** Somebody's session, which an administrator may end. */
async function session(api: Api): Promise<Real> {
  await api.cookie("viewer");
  const { data } = (await api.get("/manage/v1/sessions")).as<{ data: { sessionId: string }[] }>();
  return { [IDS.request]: data[0]?.sessionId ?? "" };
}

async function exported(api: Api): Promise<Real> {
  const made = await api.post("/manage/v1/exports", { list: "statement", format: "csv" });
  return { [IDS.export]: made.as<{ exportId: string }>().exportId };
}

async function notificationRule(api: Api): Promise<Real> {
  const input = { channel: "SLACK", topics: ["LOW"], secretUrl: "https://hooks.slack.com/services/T0/B0/Xq4f" };
  const made = await api.post("/manage/v1/notification-rules", input);
  return { [IDS.notificationRule]: made.as<{ ruleId: string }>().ruleId };
}

async function failedExport(api: Api): Promise<Real> {
  const made = await exported(api);
  await api.app.database.pool.query(
    "update export_job set status = 'FAILED', finished_at = business_now() where id = $1",
    Object.values(made),
  );
  return made;
}

async function payment(api: Api): Promise<Real> {
  const bill = await retainedBill(api);
  const { deposits } = await api.payment(bill.paymentId);
  return { [IDS.payment]: bill.paymentId, [IDS.address]: bill.deposit_address, [IDS.deposit]: deposits[0]?.txId ?? "" };
}

/** A deposit with something to give back. */
async function refundable(api: Api): Promise<Real> {
  const { [IDS.address]: _ours, ...found } = await payment(api);
  return found;
}

/** A refund link that its payer has not used, with its token. */
async function refundLink(api: Api): Promise<Real> {
  const found = await refundable(api);
  const input = { paymentId: found[IDS.payment], txId: found[IDS.deposit] };
  const made = (await api.post("/manage/v1/refund-links", input)).as<{ refundLinkId: string; url: string }>();
  return { ...found, [IDS.refundLink]: made.refundLinkId, [EXAMPLE_TOKEN]: made.url.split("#")[1] ?? "" };
}

/** A bill with free crypto, its deposit, and an invoice of another one. */
async function billAndInvoice(api: Api): Promise<Real> {
  return { ...(await payment(api)), [IDS.invoice]: await invoice(api) };
}

async function euros(api: Api): Promise<Real> {
  const bill = await api.bill();
  await api.pay(bill, bill.quantity, "bitcoin", 2);
  return {};
}

/** An account without beneficiaries, whose payouts are recorded. */
async function retired(api: Api): Promise<Real> {
  const { data } = (await api.get("/manage/v1/beneficiaries")).as<{
    data: { beneficiaryId: string; status: string }[];
  }>();
  for (const { beneficiaryId } of data.filter(({ status }) => status === "ACTIVE"))
    await api.post(`/manage/v1/beneficiaries/${beneficiaryId}/retire`);
  return {};
}

async function beneficiary(api: Api): Promise<Real> {
  await retired(api);
  const made = await api.post("/manage/v1/beneficiaries", {
    name: "Acme",
    asset: "EUR",
    iban: "DE89370400440532013000",
  });
  return { [IDS.beneficiary]: made.as<{ beneficiaryId: string }>().beneficiaryId };
}

/** Approved, and in no file yet; where a second person is needed, it waits for one. */
async function payout(api: Api, secondPerson = "never"): Promise<Real> {
  await euros(api);
  const found = await beneficiary(api);
  const input = { asset: "EUR", quantity: 1, reference: "payout-77", beneficiaryId: found[IDS.beneficiary] };
  await api.settings({ secondPerson });
  const made = await api.post("/manage/v1/payouts", input);
  await api.settings({ secondPerson: "never" });
  return { ...found, [IDS.payout]: made.as<{ payoutId: string }>().payoutId };
}

/** A payout that waits for a file, and an account of the house to pay it from. */
async function payable(api: Api): Promise<Real> {
  const body = { place: "bank:main", asset: "EUR", address: "NL91ABNA0417164300", label: "Nordbank" };
  const house = await api.staffOfHouse("admin");
  await api.send({ method: "POST", target: "/house/v1/destinations", body, ...house });
  return payout(api);
}

async function payoutFile(api: Api): Promise<Real> {
  const found = await payable(api);
  const house = await api.staffOfHouse("admin");
  const body = { currency: "EUR" };
  const made = await api.send({ method: "POST", target: "/house/v1/payouts/files", body, ...house });
  return { ...found, [IDS.payoutFile]: made.as<{ fileId: string }>().fileId };
}

async function settlement(api: Api): Promise<Real> {
  const found = await beneficiary(api);
  return { ...found, [IDS.settlement]: await settled(api, "acme", found[IDS.beneficiary] ?? "") };
}

/** What its key asked for while a second person was needed. */
async function waiting(api: Api): Promise<Real> {
  await api.settings({ secondPerson: "always" });
  const pending = await api.send({ method: "PATCH", target: "/manage/v1/settings", body: { toleranceBps: 80 } });
  await api.settings({ secondPerson: "never" });
  return { [IDS.approval]: pending.as<{ approvalId: string }>().approvalId };
}

const VENUE = { "venue:kraken": "venue:sandbox" };

/** The allow-list without what stands on it, since nothing stands there twice. */
async function emptyList(api: Api): Promise<Real> {
  const house = await api.staffOfHouse("admin");
  const listed = await api.send({ method: "GET", target: "/house/v1/destinations", ...house });
  const { data } = listed.as<{ data: { destinationId: string; endedAt?: number }[] }>();
  for (const { destinationId } of data.filter(({ endedAt }) => endedAt === undefined)) {
    const target = `/house/v1/destinations/${destinationId}/end`;
    await api.send({ method: "POST", target, body: { note: "moved" }, ...house });
  }
  return VENUE;
}

async function destination(api: Api): Promise<Real> {
  await emptyList(api);
  const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const body = { place: "venue:sandbox", asset: "BTC", address, label: "Stock" };
  const house = await api.staffOfHouse("admin");
  const made = await api.send({ method: "POST", target: "/house/v1/destinations", body, ...house });
  return { ...VENUE, [IDS.destination]: made.as<{ destinationId: string }>().destinationId };
}

const moveOf =
  (draft: boolean): Maker =>
  async (api) => {
    const found = await destination(api);
    const way = { kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:sandbox", asset: "BTC", quantity: 0.4995 };
    const body = { ...way, destinationId: found[IDS.destination], note: "stock", draft };
    const house = await api.staffOfHouse("admin");
    const made = await api.send({ method: "POST", target: "/house/v1/moves", body, ...house });
    const { moveId } = made.as<{ moveId: string }>();
    return { [IDS.move]: moveId, "QGBMY2K-AXS7V-7RKKZW": moveId };
  };

async function bankAccount(api: Api): Promise<Real> {
  const house = await api.staffOfHouse("admin");
  const body = { place: "bank:main", asset: "EUR", address: "DE89370400440532013000", label: "Nordbank" };
  await api.send({ method: "POST", target: "/house/v1/destinations", body, ...house });
  return {};
}

let fees = 0;

/** A line that nobody expects, and the correction, asked for by somebody else, that says what it is for. */
async function bankLine(api: Api): Promise<Real> {
  await bankAccount(api);
  fees += 1;
  const reference = `fee ${fees}`;
  await api.control("bank", { currency: "EUR", amount: -1.5, reference });
  const house = await api.staffOfHouse("admin");
  const target = "/house/v1/bank/lines?belongsTo=NOBODY";
  const { data } = (await api.send({ method: "GET", target, ...house })).as<{
    data: { lineId: string; reference: string }[];
  }>();
  const body = { kind: "CORRECTION", from: "bank:main", asset: "EUR", quantity: 1.5, note: "price list" };
  const asker = await api.staffOfHouse("treasurer");
  const made = await api.send({ method: "POST", target: "/house/v1/moves", body, ...asker });
  return {
    [IDS.bankLine]: data.find((line) => line.reference === reference)?.lineId ?? "",
    [IDS.move]: made.as<{ moveId: string }>().moveId,
  };
}

let deposits = 0;

/** A deposit at the venue that nobody expects, and the owner's capital, asked for by somebody else, that it is. */
async function venueDeposit(api: Api): Promise<Real> {
  deposits += 1;
  const quantity = 100 + deposits;
  const reference = `capital ${deposits}`;
  await api.control("venue-transfers", { kind: "DEPOSIT", asset: "EUR", quantity, reference });
  await api.control("settle", {});
  const house = await api.staffOfHouse("admin");
  const target = "/house/v1/venue-transfers?belongsTo=NOBODY";
  const { data } = (await api.send({ method: "GET", target, ...house })).as<{
    data: { transferId: string; reference: string }[];
  }>();
  const body = { kind: "CAPITAL_IN", to: "venue:sandbox", asset: "EUR", quantity, note: "owner" };
  const asker = await api.staffOfHouse("treasurer");
  const made = await api.send({ method: "POST", target: "/house/v1/moves", body, ...asker });
  return {
    [IDS.venueTransfer]: data.find((each) => each.reference === reference)?.transferId ?? "",
    [IDS.move]: made.as<{ moveId: string }>().moveId,
  };
}

/** What an operation uses up. */
const MAKERS: Record<string, Maker> = {
  cancelConversion: async (api) => ({ [IDS.invoice]: await invoice(api) }),
  quoteConversion: async (api) => ({ [IDS.invoice]: await invoice(api) }),
  executeConversion: quoted,
  releaseDeposit: heldDeposit,
  declineDeposit: heldDeposit,
  recordPayout: async (api) => ({ ...(await beneficiary(api)), ...(await euros(api)) }),
  makeRefundLink: refundable,
  listRefundLinks: refundLink,
  endRefundLink: refundLink,
  openRefund: refundLink,
  checkRefund: refundLink,
  giveRefundAddress: refundLink,
  makeBeneficiary: retired,
  retireBeneficiary: beneficiary,
  getPayout: payout,
  getHousePayout: payout,
  cancelPayout: (api) => payout(api, "always"),
  rejectPayout: payout,
  failPayout: payoutFile,
  makePayoutFile: payable,
  setTerms: beneficiary,
  readPayoutFile: payoutFile,
  prepareTransaction: cryptoPayout,
  listPrepared: prepared,
  getPrepared: prepared,
  readPrepared: prepared,
  cancelPrepared: prepared,
  takeSigned: signedOne,
  sendPrepared: broughtBack,
  sign: prepared,
  approveRequest: waiting,
  declineRequest: waiting,
  withdrawRequest: waiting,
  makeKey: key,
  revokeKey: key,
  rotateKey: key,
  resendDelivery: delivery,
  createConversion: payment,
  deleteEndpoint: endpoint,
  createEndpoint: endpoint,
  proveReceiver: endpoint,
  testRule: notificationRule,
  endRule: notificationRule,
  cancelExport: exported,
  writeExportAgain: failedExport,
  reopenCase: closedCase,
  closeCase: openCase,
  invitePerson: newEmail,
  resendInvitation: invitation,
  revokeInvitation: invitation,
  endPersonSession: session,
  changeUser: person,
  removePerson: person,
  resetPassword: person,
  addDestination: emptyList,
  endDestination: destination,
  requestMove: destination,
  getMove: moveOf(false),
  listHouseComments: moveOf(false),
  cancelMove: moveOf(false),
  askForMove: moveOf(true),
  linkMove: correction,
  takeStatement: bankAccount,
  setMapping: bankAccount,
  linkLine: bankLine,
  resolve: bankCredit,
  linkVenueTransfer: venueDeposit,
  setStock: async () => ({ kraken: "sandbox" }),
};

/** Makes what an operation's example needs: new where the operation uses it up, else what is there. */
export function exampleWorld(api: Api): (operationId: string) => Promise<Real> {
  const known = new Map<Maker, Promise<Real>>();
  let priced: Promise<unknown> | undefined;
  return async (operationId) => {
    priced ??= pricesOf(api);
    await priced;
    const own = MAKERS[operationId];
    if (own) return own(api);
    const maker = sharedMaker(operationId);
    const made = known.get(maker) ?? maker(api);
    known.set(maker, made);
    return made;
  };
}

async function pricesOf(api: Api): Promise<void> {
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
  await api.control("prices", { base: "USDT", quote: "EUR", price: 0.92 });
}

function sharedMaker(operationId: string): Maker {
  if (/Case$/.test(operationId)) return openCase;
  if (/Settlement(File|Statement|Movements)?$/.test(operationId)) return settlement;
  if (/^exportFile$/.test(operationId)) return exported;
  return /(Endpoint|Deliveries|Secret|sendTest|[rR]esend)$/.test(operationId) ? endpoint : billAndInvoice;
}
