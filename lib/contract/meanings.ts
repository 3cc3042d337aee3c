import { EXAMPLE_IDS as IDS } from "./example-ids.ts";

/** What a field says of itself: words, and an example where its kind alone makes none. */
export type Meaning = Readonly<{ description: string; example?: unknown }>;

/** Words for `.meta()` of a contract's field, and for `params` of its path. */
export const meaning = (description: string, example?: unknown): Meaning =>
  example === undefined ? { description } : { description, example };

// Fields that several contracts have in common.

export const FIAT = meaning("Fiat currency of the bill.", "EUR");
export const QUANTITY = meaning("Quantity of crypto, in whole coins with the asset's decimals.", 0.00168351);
export const CRYPTO_TYPE = meaning("Crypto of the bill: BTC, BCH, USDT or USDC.", "BTC");
export const NETWORK_TYPE = meaning("Network of USDT: eth or tron.", "tron");
export const AT = meaning("When, epoch milliseconds.");
export const INVOICE_ID = meaning("Identifier of a conversion invoice.", IDS.invoice);
export const PRICE = meaning("Fiat for one whole crypto, exact, at most 8 decimals.", 59400);
export const PAYMENT_ID = meaning("Identifier of a payment bill.", IDS.payment);
export const ASSET = meaning("Symbol of a crypto or a fiat.", "EUR");
export const FIAT_RECEIVABLE = meaning("Fiat the bill asks for; of a quote, what its execution credits.");
export const LIMIT = meaning("Records of one page.", 100);
export const STARTS_AFTER = meaning(
  "Token of the next page: send back what the last answer gave, with the same filters.",
  "WyIxNzk1MDY5OTI0ODAxIl0.c2lnbmVk",
);
export const CREATED_AT = meaning("When it was made, epoch milliseconds.");
export const FEE_MODEL = meaning("SPREAD: the fee is in the price. EXPLICIT: the fee is withheld in crypto.");
export const NETWORK = meaning("Chain.", "bitcoin");
export const ENDPOINT_ID = meaning("Identifier of a webhook endpoint.", IDS.endpoint);
export const FEE_QUANTITY = meaning("Crypto withheld as fee.", 0);
export const TX_HASH = meaning("Hash of the transaction.", IDS.txHash);
export const USER_ID = meaning("Identifier of a person.", IDS.user);
export const FIAT_RECEIVED = meaning("Fiat credited so far, over all fills that stand.");
export const ADDRESS = meaning("Deposit address.", IDS.address);
export const SANDBOX = meaning(
  "True in a sandbox, absent in live: the keys of its addresses are published, send no real money to them.",
  true,
);
export const SUBACCOUNT = meaning("Your customer, shop or till the bill belongs to.", "acme-42");
export const EXPIRY_TIME = meaning("Until when the price holds, epoch milliseconds.");
export const STRATEGY = meaning(
  "RFQ: convert what comes within expiry. RAI: receive as is. ACA: convert always. LMT: convert above a limit price only (USDT, USDC).",
  "RFQ",
);
export const START_TIME = meaning("Begin of the range, included.", 1795000000000);
export const OBJECT_ID = meaning("Identifier of what it is about.", IDS.payment);
export const TX_ID = meaning("Our identifier of a deposit.", IDS.deposit);
export const REFERENCE = meaning("Your own number for it; need not be unique.", "order-1042");
export const LIMIT_PRICE = meaning(
  "LMT only: crypto is converted at better prices than this; fiat for one whole crypto.",
  0.9,
);
export const END_TIME = meaning("End of the range, included.", 1795069924801);
export const BID = meaning("The market's bid: fiat for one whole crypto.", 60000);
export const REQUEST_ID = meaning("Identifier of the request, as in the header x-request-id.", IDS.request);
export const INVITATION_ID = meaning("Identifier of an invitation.", IDS.invitation);
export const KEY_ID = meaning("Identifier of a key; sent as x-api-key.", IDS.key);
export const SESSION_ID = meaning("Identifier of a session.", IDS.request);
export const DELIVERY_ID = meaning("Identifier of a delivery.", IDS.delivery);
export const APPROVAL_ID = meaning("Identifier of a request that waits for a second person.", IDS.approval);
export const CASE_ID = meaning("Identifier of a case.", `late.${IDS.caseFact}`);
export const EXPORT_ID = meaning("Identifier of an export.", IDS.export);
export const PASSKEY_ID = meaning("Identifier of a passkey.", "b3Blbi1zZXNhbWU");
export const VIEW_ID = meaning("Identifier of a view.", IDS.view);
export const WALLET_ID = meaning("Identifier of a wallet.", "01a1fc40-6b1f-7e88-b2a4-91c0d3e5f672");
export const MOVE_ID = meaning("Identifier of a move.", IDS.move);
export const DESTINATION_ID = meaning("Identifier of a destination.", IDS.destination);

export const AMOUNT_STATUS = meaning(
  "How the amount received compares with the amount due: UNPAID; PARTIAL before expiry and UNDERPAID after; PAID; OVERPAID.",
  "PAID",
);
