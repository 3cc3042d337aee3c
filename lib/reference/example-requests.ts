import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import type { Contracts, WrittenFields } from "./contracts.ts";

/** What an operation's example sends where its required fields alone would not make one. */
export type ExampleRequest = { query?: Readonly<Record<string, unknown>>; body?: Readonly<Record<string, unknown>> };

/** The same by its contract: a field that the contract does not have, or one that it asks for and is not here, does not compile. */
type Examples = {
  readonly [Name in keyof Contracts]?: {
    readonly query?: WrittenFields<Contracts[Name]["query"]>;
    readonly body?: WrittenFields<Contracts[Name]["body"]>;
  };
};

const USDT_PRICE = { cryptoType: "USDT", fiat: "EUR", fiatReceivable: 100, networkType: "tron" };

const balance = (kind: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>`;
const MAPPING = {
  place: "bank:main",
  currency: "EUR",
  encoding: "UTF8",
  delimiter: "SEMICOLON",
  skipLines: 0,
  header: true,
  dateFormat: "DD.MM.YYYY",
  decimal: "COMMA",
  thousands: "POINT",
  signs: "MINUS_IS_DEBIT",
  bookedColumn: "Buchungstag",
  amountColumn: "Betrag",
  nameColumn: "Name",
} as const;
/** The least that a statement of camt.053 says. */
const STATEMENT = `<Document><BkToCstmrStmt><Stmt><Id>STMT-2026-327</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance("OPBD", "1000.00")}${balance("CLBD", "1000.00")}</Stmt></BkToCstmrStmt></Document>`;

const EXAMPLES = {
  requestPaymentAddress: {
    body: { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42", bech32: true },
  },
  getPayment: { query: { paymentId: IDS.payment } },
  getConversions: { query: { invoiceId: IDS.invoice } },
  createConversion: {
    body: { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: 0.0016751, items: [{ paymentId: IDS.payment }] },
  },
  previewPrice: { query: USDT_PRICE },
  getSummary: { query: { cryptoType: "BTC" } },
  countPayments: { body: { filters: [{ status: "COMPLETED" }, { label: "LATE" }] } },
  countConversions: { body: { filters: [{ status: "CREATED,QUOTED" }, { baseSymbol: "BTC" }] } },
  listConversions: { query: { sort: "-value", limit: 10 } },
  makeExport: { body: { list: "payments", format: "csv", filter: { startTime: 1795000000000 } } },
  countExport: { body: { list: "payments", filter: { startTime: 1795000000000 } } },
  makeView: { body: { page: "payments", name: "Late money", query: "label=LATE" } },
  changeView: { body: { name: "Late and held" } },
  makeRule: {
    body: {
      channel: "SLACK",
      topics: ["URGENT", "APPROVALS"],
      secretUrl: "https://hooks.slack.com/services/T0/B0/Xq4f",
    },
  },
  muteCase: { body: { forMs: 3_600_000 } },
  muteHouseCase: { body: { forMs: 3_600_000 } },
  workCases: { body: { caseIds: [`late.${IDS.caseFact}`], command: "ASSIGN" } },
  workHouseCases: { body: { caseIds: [`late.${IDS.caseFact}`], command: "ASSIGN" } },
  noteCase: { body: { note: "Waits for the sender's answer." } },
  listComments: { query: { kind: "PAYMENT", objectId: IDS.payment } },
  makeComment: { body: { kind: "PAYMENT", objectId: IDS.payment, note: "Waits for the sender's answer." } },
  listHouseComments: { query: { kind: "MOVE", objectId: IDS.move } },
  makeHouseComment: { body: { kind: "MOVE", objectId: IDS.move, note: "The bank confirmed by telephone." } },
  search: { query: { q: "order-1042" } },
  confirmAuthenticator: { body: { code: "287082" } },
  prove: { body: { code: "287082" } },
  addPasskey: { body: { name: "Laptop", credential: { id: "b3Blbi1zZXNhbWU", type: "public-key", response: {} } } },
  changeUser: { body: { role: "viewer" } },
  getStatement: { query: { asset: "BTC", limit: 10 } },
  listAudit: { query: { limit: 10 } },
  getEvents: { query: { limit: 10 } },
  getDeliveries: { query: { limit: 10 } },
  patchSettings: { body: { "limitPrice.USDT.EUR": 0.91 } },
  patchHouseSettings: { body: { account: "acme", "spreadBps.BTC.EUR": 80 } },
  createEndpoint: {
    body: { url: "http://localhost:4000/webhooks", eventTypes: ["payment.completed", "payment.underpaid"] },
  },
  changeEndpoint: { body: { description: "Order service" } },
  rotateSecret: { body: { overlapMs: 86400000 } },
  rotateKey: { body: { overlapMs: 86400000 } },
  resend: { body: { since: 1795069924801 } },
  makeKey: { body: { name: "order service", scopes: ["payments:read", "payments:write"] } },
  makeBeneficiary: { body: { name: "Acme Trading GmbH", asset: "EUR", iban: "DE89370400440532013000" } },
  listPayouts: { query: { status: "APPROVED" } },
  listHousePayouts: { query: { status: "APPROVED" } },
  recordPayout: { body: { asset: "EUR", quantity: 25, beneficiaryId: IDS.beneficiary, reference: "payout-77" } },
  setTerms: {
    body: {
      account: "acme",
      currency: "EUR",
      schedule: "DAILY",
      businessDays: true,
      minimum: 50,
      reserveBps: 1000,
      reserveDays: 7,
      beneficiaryId: IDS.beneficiary,
    },
  },
  listSettlements: { query: { currency: "EUR" } },
  listHouseSettlements: { query: { currency: "EUR" } },
  proveReceiver: { body: { endpointId: IDS.endpoint, scenarios: ["exact", "twice"] } },
  sendDeposit: { body: { address: IDS.address, quantity: 0.00168351, confirmations: 2 } },
  scanCustody: { body: { network: "bitcoin", action: "START" } },
  rescanChain: { body: { from: 1, note: "Compared with two explorers." } },
  mineBlocks: { body: { network: "bitcoin", count: 2 } },
  setChain: { body: { autoMine: false } },
  setBook: {
    body: {
      base: "BCH",
      quote: "CAD",
      levels: [
        { price: 615.2, quantity: 3 },
        { price: 614.5, quantity: 40 },
      ],
    },
  },
  setPrice: { body: { base: "BTC", quote: "EUR", price: 60000 } },
  addDestination: {
    body: {
      place: "venue:kraken",
      asset: "BTC",
      address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      label: "Kraken, deposits of BTC",
    },
  },
  prepareTransaction: { body: { network: "bitcoin", payoutIds: [IDS.payout], feeRate: 12 } },
  listPrepared: { query: { status: "PREPARED" } },
  requestMove: {
    body: {
      kind: "TO_VENUE",
      from: "custody:bitcoin",
      to: "venue:kraken",
      asset: "BTC",
      quantity: 0.4995,
      destinationId: IDS.destination,
      note: "Stock at the venue is below its floor.",
    },
  },
  takeStatement: { body: { text: STATEMENT } },
  setMapping: { body: MAPPING },
  previewMapping: {
    body: { ...MAPPING, content: "QnVjaHVuZ3N0YWc7QmV0cmFnO05hbWUKMjMuMTEuMjAyNjsxLjI1MCwwMDtQYXl3YXJkIEx0ZC4K" },
  },
} as const satisfies Examples;

/** The examples by the operation's name. */
export const EXAMPLE_REQUESTS: Readonly<Record<string, ExampleRequest>> = EXAMPLES;
