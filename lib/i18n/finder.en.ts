import type { FoundBy, FoundKind } from "#lib/search/found-kinds.ts";

const kinds: Record<FoundKind, string> = {
  payment: "Payment",
  deposit: "Deposit",
  conversion: "Conversion",
  payout: "Payout",
  settlement: "Settlement",
  case: "Case",
  subaccount: "Customer",
  beneficiary: "Beneficiary",
  refundLink: "Refund link",
  approval: "Approval",
  move: "Move",
  request: "API request",
  delivery: "Delivery",
  event: "Event",
  endpoint: "Webhook endpoint",
  key: "API key",
  person: "Person",
};

/** What is named by something else than its own id. */
const by: Partial<Record<FoundBy, string>> = {
  quoteId: "quote",
  eventId: "event",
  address: "address",
  sourceAddress: "from",
  txHash: "transaction",
  reference: "reference",
  bankReference: "bank reference",
  invoiceNumber: "invoice",
  account: "account",
};

/** The English words of the finder. */
export const en = {
  title: "Find",
  label: "Id, address, hash, amount, customer, person, setting, action",
  hint: "Id, address, amount, customer, person, setting…",
  list: "Results",
  page: "Page",
  action: "Action",
  setting: "Setting",
  none: "No results",
  noneHint:
    "Try an id or its last six digits, an address, a transaction hash, an amount such as 100 EUR, a customer, a name or a setting.",
  short: "Type at least three characters to find records.",
  long: "Too long: at most 128 characters.",
  searching: "Searching…",
  failed: "The search failed",
  close: "Close",
  count: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  kinds,
  by,
  ofHouse: "Operator",
  actions: {
    convert: "New conversion",
    payout: "New payout",
    held: "Held payments",
    late: "Late payments",
    free: "Payments available to convert",
    key: "API keys",
    account: "Your account",
    signOut: "Sign out",
    theme: (name: string) => `Theme: ${name}`,
    language: (name: string) => `Language: ${name}`,
  },
};
