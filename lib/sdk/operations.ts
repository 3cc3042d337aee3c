// Made from the contracts by lib/reference/write.ts.
import type { CallOptions } from "./client.ts";

/** Method and path of each operation. */
export const OPERATIONS = {
  cancelConversion: "DELETE /payment/v1/conversion",
  getConversions: "GET /payment/v1/conversion",
  createConversion: "POST /payment/v1/conversion",
  executeConversion: "POST /payment/v1/conversion/execute",
  quoteConversion: "POST /payment/v1/conversion/quote",
  getPayment: "GET /payment/v1/payment",
  requestPaymentAddress: "POST /payment/v1/requestPaymentAddress",
  listAssets: "GET /manage/v1/assets",
  getBalances: "GET /manage/v1/balances",
  getEvents: "GET /manage/v1/events",
  getSummary: "GET /manage/v1/payments/summary",
  previewPrice: "GET /manage/v1/price",
  getSettings: "GET /manage/v1/settings",
  getStatement: "GET /manage/v1/statement",
  playBank: "POST /sandbox/v1/bank",
  mineBlocks: "POST /sandbox/v1/blocks",
  setBook: "POST /sandbox/v1/book",
  setChain: "POST /sandbox/v1/chain",
  advanceClock: "POST /sandbox/v1/clock",
  sendDeposit: "POST /sandbox/v1/deposits",
  setPrice: "POST /sandbox/v1/prices",
  proveReceiver: "POST /sandbox/v1/proofs",
  reorganise: "POST /sandbox/v1/reorg",
  playScenario: "POST /sandbox/v1/scenarios",
  settle: "POST /sandbox/v1/settle",
  sign: "POST /sandbox/v1/sign",
  spend: "POST /sandbox/v1/spend",
  setVenue: "POST /sandbox/v1/venue",
  playTransfer: "POST /sandbox/v1/venue-transfers",
} as const;

/** New enum values may be added: ignore those you do not know. */
type Open<Word extends string> = Word | (string & {});

export type ErrorCode = Open<"VALIDATION_FAILED" | "INVALID_JSON" | "INVALID_TARGET" | "ACCOUNT_REQUIRED" | "UNSUPPORTED_CRYPTO" | "UNSUPPORTED_FIAT" | "UNSUPPORTED_PAIR" | "NETWORK_TYPE_NOT_FOUND" | "NETWORK_TYPE_NOT_ALLOWED" | "STRATEGY_NOT_ALLOWED" | "LIMIT_PRICE_NOT_CONFIGURED" | "AMOUNT_OUT_OF_RANGE" | "RANGE_TOO_LONG" | "INVALID_PAGINATION_TOKEN" | "DUPLICATE_ITEM" | "SYMBOL_MISMATCH" | "QUANTITY_MISMATCH" | "BELOW_MINIMUM" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "PAYMENT_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "INVALID_STATE" | "REQUEST_IN_FLIGHT" | "LOST_HOURS_OPEN" | "LEFT_UNEXPLAINED" | "EXPOSURE_LIMIT" | "INSUFFICIENT_LIQUIDITY" | "ALREADY_IN_CONVERSION" | "NOTHING_TO_CONVERT" | "INSUFFICIENT_FUNDS" | "APPROVAL_REQUIRED" | "QUOTE_SUPERSEDED" | "QUOTE_REQUIRED" | "QUOTE_EXPIRED" | "BODY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL" | "PRICE_UNAVAILABLE" | "VENUE_UNAVAILABLE" | "SERVICE_UNAVAILABLE">;

export type ErrorBody = {
  message: string; code: ErrorCode; requestId: string; errors?: { field: string; message: string; code?: ErrorCode }[];
  minimum?: number; maximum?: number; available?: number; room?: number; retryAfterMs?: number; expectedQuantity?: number; approvalId?: string;
};

export type Assets = { cryptos: CryptoAsset[]; fiats: FiatAsset[] };

export type AssignmentEventData = { resolutionId: string; asset: Open<"BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY">; networkType?: Open<"eth" | "tron">; quantity: number; paymentId?: string; txId?: string; assignedAt: number; takenBackAt?: number; sequence: number };

export type Balance = { asset: Open<"BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY">; networkType?: Open<"eth" | "tron">; pending: number; available: number; locked: number; reserved: number; owed: number; holding?: number; rate?: number; rateTime?: number; value?: number };

export type BalanceList = { data: Balance[]; in?: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; total?: number; unpriced?: (Open<"BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY">)[] };

export type BookLevel = { price: number; quantity: number };

export type BusinessClock = { now: number };

export type ChainTip = { network: Open<"bitcoin" | "bitcoincash" | "eth" | "tron">; height: number; hash: string };

export type Conversion = { invoiceId: string; type: "CONVERSION"; side: "SELL"; baseSymbol: Open<"BTC" | "BCH" | "USDT" | "USDC">; quoteSymbol: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; quantity: number; status: Open<"CREATED" | "QUOTED" | "EXECUTING" | "EXECUTED" | "CANCELLED" | "FAILED">; created: string; username: string; items: ConversionItem[]; sandbox?: true; updated: string; createdBy: string; quote?: LiveQuote; quoteExpired?: boolean; quotes: ConversionQuote[]; price?: number; feeModel: Open<"SPREAD" | "EXPLICIT">; feeQuantity?: number; fiatReceived?: number; executed?: string; cancelled?: string; cancelReason?: string; cancelNote?: string; lastError?: string; failure?: VenueFailure; cost?: ConversionCost };

export type ConversionCost = { bid: number; mid?: number; spread: number; venuePrice?: number; venueFee?: number; slippageBps?: number };

export type ConversionEventData = { invoiceId: string; type: "CONVERSION"; side: "SELL"; baseSymbol: Open<"BTC" | "BCH" | "USDT" | "USDC">; quoteSymbol: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; quantity: number; status: Open<"CREATED" | "QUOTED" | "EXECUTING" | "EXECUTED" | "CANCELLED" | "FAILED">; created: string; username: string; items: ConversionItem[]; sandbox?: true; updated: string; createdBy: string; quote?: LiveQuote; quoteExpired?: boolean; quotes: ConversionQuote[]; price?: number; feeModel: Open<"SPREAD" | "EXPLICIT">; feeQuantity?: number; fiatReceived?: number; executed?: string; cancelled?: string; cancelReason?: string; cancelNote?: string; lastError?: string; failure?: VenueFailure; sequence: number };

export type ConversionItem = { txId: string; address: string; quantity: number; subaccount: string; paymentId: string; txHash: string; outputIndex: number };

export type ConversionQuote = { quoteId: string; price: number; bid: number; mid?: number; spread: number; feeModel: Open<"SPREAD" | "EXPLICIT">; feeQuantity: number; fiatReceivable: number; quoteTime: number; expiryTime: number; status: Open<"LIVE" | "EXECUTING" | "EXECUTED" | "FAILED" | "EXPIRED" | "SUPERSEDED" | "REFUSED" | "CANCELLED"> };

export type CryptoAsset = { cryptoType: Open<"BTC" | "BCH" | "USDT" | "USDC">; networkType?: Open<"eth" | "tron">; network: Open<"bitcoin" | "bitcoincash" | "eth" | "tron">; decimals: number; confirmations: number; dust: number; strategies: (Open<"RFQ" | "RAI" | "ACA" | "LMT">)[]; bech32: boolean };

export type Deposit = { txId: string; txHash: string; outputIndex: number; cryptoType: Open<"BTC" | "BCH" | "USDT" | "USDC">; networkType?: Open<"eth" | "tron">; address: string; sourceAddress?: string; quantity: number; status: Open<"UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED">; confirmations: number; confirmationsRequired: number; firstSeen: number; blockTime?: number; feeRate?: number; feeEstimate?: number; thinFee?: boolean; replaceable?: boolean; late: boolean; feeQuantity: number; fiatReceived: number; quantityPending: number; quantityConverted: number; quantityUnconverted: number; quantityReserved: number; quantityPaidOut: number; reasonCode?: Open<"RECEIVE_AS_IS" | "BILL_EXPIRED" | "LIMIT_NOT_MET" | "OVERPAYMENT_KEPT" | "BELOW_MINIMUM" | "DEPOSIT_LIMIT" | "CONVERSION_FAILED" | "SCREENING" | "WRONG_ASSET" | "REORGANISED" | "DOUBLE_SPENT" | "BEFORE_BILL" | "INSUFFICIENT_LIQUIDITY" | "ASSIGNED">; reason?: string; reasonFacts?: ReasonFacts; fills: Fill[] };

export type Event = { id: string; type: Open<"payment.created" | "payment.detected" | "payment.deposit.confirmed" | "payment.deposit.converted" | "payment.deposit.credited" | "payment.deposit.held" | "payment.deposit.released" | "payment.deposit.declined" | "payment.deposit.dropped" | "payment.deposit.reversed" | "payment.completed" | "payment.underpaid" | "payment.expired" | "payment.reopened" | "conversion.created" | "conversion.quoted" | "conversion.executing" | "conversion.executed" | "conversion.cancelled" | "conversion.failed" | "payout.requested" | "payout.approved" | "payout.rejected" | "payout.cancelled" | "payout.broadcast" | "payout.confirmed" | "payout.failed" | "refund.requested" | "refund.unavailable" | "settlement.created" | "settlement.paid" | "assignment.made" | "assignment.taken-back" | "webhook.test">; timestamp: string; data: PaymentEventData | ConversionEventData | PayoutEventData | RefundEventData | SettlementEventData | AssignmentEventData | TestEventData };

export type EventPage = { data: Event[]; cursor: string; hasMore: boolean };

export type FeeLine = { kind: Open<"SPREAD" | "EXPLICIT" | "TRANSACTION">; asset: Open<"BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY">; networkType?: Open<"eth" | "tron">; amount: number; count: number };

export type FiatAsset = { fiat: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; decimals: number; minimum: number; maximum: number };

export type Fill = { method: Open<"RFQ" | "FRESH" | "MARKET" | "CONVERSION">; feeModel: Open<"SPREAD" | "EXPLICIT">; quantity: number; feeQuantity: number; price: number; fiat: number; invoiceId?: string; at: number };

export type LiveQuote = { quoteId: string; price: number; bid: number; mid?: number; spread: number; feeModel: Open<"SPREAD" | "EXPLICIT">; feeQuantity: number; fiatReceivable: number; quoteTime: number; expiryTime: number };

export type MadeBill = { deposit_address: string; price: number; quantity: number; expiryTime: number; paymentId: string; sandbox?: true };

export type MarketBook = { base: Open<"BTC" | "BCH" | "USDT" | "USDC">; quote: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; levels: BookLevel[] };

export type MarketPrice = { base: Open<"BTC" | "BCH" | "USDT" | "USDC">; quote: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; price?: number; stale: boolean };

export type Mining = { autoMine: boolean; feeEstimate?: number };

export type Movement = { at: number; transactionId: string; event: string; paymentId?: string; invoiceId?: string; payoutId?: string; asset: Open<"BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY">; networkType?: Open<"eth" | "tron">; account: Open<"pending" | "available" | "locked" | "reserved" | "owed">; amount: number; balance: number };

export type MovementSum = { kind: Open<"CONVERTED" | "INVOICE" | "REVERSED" | "SETTLED" | "PAID_OUT" | "RETURNED" | "KEPT" | "LOCKED" | "UNLOCKED" | "OTHER">; amount: number; count: number };

export type Payment = { paymentId: string; status: Open<"PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED">; amountStatus: Open<"UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID">; labels: (Open<"LATE" | "MULTIPLE" | "HELD" | "LIMIT_NOT_MET" | "REVERSED" | "WRONG_ASSET">)[]; username: string; subaccount: string; reference?: string; cryptoType: Open<"BTC" | "BCH" | "USDT" | "USDC">; networkType?: Open<"eth" | "tron">; fiat: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; fiatReceivable: number; address: string; price: number; quantity: number; expiryTime: number; strategy: Open<"RFQ" | "RAI" | "ACA" | "LMT">; feeModel: Open<"SPREAD" | "EXPLICIT">; limitPrice?: number; limitMet?: boolean; quantityReceived: number; quantityPending: number; quantityConverted: number; quantityUnconverted: number; quantityLocked: number; quantityReserved: number; feeQuantity: number; quantityPaidOut: number; fiatReceived: number; createdAt: number; updatedAt: number; sandbox?: true; deposits: Deposit[]; conversions: PaymentConversion[] };

export type PaymentConversion = { invoiceId: string; status: Open<"CREATED" | "QUOTED" | "EXECUTING" | "EXECUTED" | "CANCELLED" | "FAILED">; quantity: number };

export type PaymentEventData = { paymentId: string; status: Open<"PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED">; amountStatus: Open<"UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID">; labels: (Open<"LATE" | "MULTIPLE" | "HELD" | "LIMIT_NOT_MET" | "REVERSED" | "WRONG_ASSET">)[]; username: string; subaccount: string; reference?: string; cryptoType: Open<"BTC" | "BCH" | "USDT" | "USDC">; networkType?: Open<"eth" | "tron">; fiat: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; fiatReceivable: number; address: string; price: number; quantity: number; expiryTime: number; strategy: Open<"RFQ" | "RAI" | "ACA" | "LMT">; feeModel: Open<"SPREAD" | "EXPLICIT">; limitPrice?: number; limitMet?: boolean; quantityReceived: number; quantityPending: number; quantityConverted: number; quantityUnconverted: number; quantityLocked: number; quantityReserved: number; feeQuantity: number; quantityPaidOut: number; fiatReceived: number; createdAt: number; updatedAt: number; sandbox?: true; deposits: Deposit[]; conversions: PaymentConversion[]; sequence: number };

export type PaymentPage = { data: Payment[]; startsAfter: string | null; rates?: Record<string, number> };

export type PaymentSummary = { count: number; byAsset: SummaryByAsset[]; byFiat: SummaryByFiat[] };

export type PayoutEventData = { payoutId: string; kind: Open<"PAYOUT" | "REFUND" | "SETTLEMENT">; status: Open<"RECORDED" | "REQUESTED" | "APPROVED" | "PREPARED" | "SIGNED" | "BROADCAST" | "CONFIRMED" | "REJECTED" | "CANCELLED" | "FAILED">; username: string; asset: Open<"BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY">; networkType?: Open<"eth" | "tron">; quantity: number; paymentId?: string; txId?: string; reference: string; txHash?: string; beneficiaryId?: string; beneficiary?: string; refundLinkId?: string; place?: string; approvalId?: string; mayHaveLeft?: boolean; bankReference?: string; paidOtherwise?: number; inPlaceOf?: string; endToEndId?: string; fileId?: string; askedBy: string; reason?: string; at: number; approvedAt?: number; endedAt?: number; sequence: number };

export type PlayedLine = { statementId: string; unexpected: number };

export type PlayedScenario = { name: Open<"exact" | "under" | "over" | "late" | "twice" | "wrong-coin" | "reorganised" | "double-spent" | "expired" | "limit-not-met" | "stale-price" | "venue-refuses" | "outcome-unknown">; steps: string[]; paymentId?: string; invoiceId?: string; code?: string };

export type PlayedTransfer = { reference: string; txHash?: string };

export type PricePreview = { cryptoType: Open<"BTC" | "BCH" | "USDT" | "USDC">; networkType?: Open<"eth" | "tron">; fiat: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; fiatReceivable: number; price: number; quantity: number; bid: number; priceTime: number; strategy: Open<"RFQ" | "RAI" | "ACA" | "LMT">; feeModel: Open<"SPREAD" | "EXPLICIT">; spreadBps: number; explicitFeeBps: number; transactionFeeBps: number; minimum: number; maximum: number; limitPrice?: number; limitMet?: boolean; lifetimeMs: number };

export type Quote = { invoiceId: string; quoteId: string; status: "QUOTED"; side: "SELL"; baseSymbol: Open<"BTC" | "BCH" | "USDT" | "USDC">; quoteSymbol: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; quantity: number; price: number; bid: number; mid?: number; spread: number; feeModel: Open<"SPREAD" | "EXPLICIT">; feeQuantity: number; fiatReceivable: number; quoteTime: number; expiryTime: number };

export type ReasonFacts = { quantity: number; lateBy?: Open<"SEEN" | "CONFIRMED" | "RELEASED" | "OLDER">; heldMs?: number; afterExpiryMs?: number; guaranteeMs?: number; excess?: number; minimum?: number; limit?: number; inAll?: number; byHouse?: true; network?: Open<"bitcoin" | "bitcoincash" | "eth" | "tron">; billCryptoType?: Open<"BTC" | "BCH" | "USDT" | "USDC">; billNetworkType?: Open<"eth" | "tron">; screened?: true; assigned?: true; gone?: Open<"REORGANISED" | "DOUBLE_SPENT" | "EVICTED">; parts: ReasonPart[] };

export type ReasonPart = { outcome: Open<"SOLD" | "KEPT" | "WAITS">; method?: Open<"RFQ" | "FRESH" | "MARKET">; quantity: number; feeQuantity?: number; price?: number; fiat?: number; reasonCode?: Open<"RECEIVE_AS_IS" | "BILL_EXPIRED" | "LIMIT_NOT_MET" | "OVERPAYMENT_KEPT" | "BELOW_MINIMUM" | "DEPOSIT_LIMIT" | "CONVERSION_FAILED" | "SCREENING" | "WRONG_ASSET" | "REORGANISED" | "DOUBLE_SPENT" | "BEFORE_BILL" | "INSUFFICIENT_LIQUIDITY" | "ASSIGNED">; limitPrice?: number };

export type ReceiverGrade = { check: Open<"accepts" | "two-secrets" | "refuses-forged" | "refuses-altered" | "refuses-old" | "duplicate" | "out-of-order" | "gap" | "fast">; answered: boolean; passed: boolean; detail: string; statusCode?: number; durationMs: number };

export type ReceiverProof = { endpointId: string; answered: boolean; passed: boolean; grades: ReceiverGrade[]; scenarios: ScenarioGrade[] };

export type RefundEventData = { refundLinkId: string; status: Open<"OPEN" | "USED" | "ENDED" | "EXPIRED">; paymentId: string; txId: string; asset: Open<"BTC" | "BCH" | "USDT" | "USDC">; networkType?: Open<"eth" | "tron">; madeBy: string; madeAt: number; expiresAt: number; usedAt?: number; address?: string; payoutId?: string; quantity?: number; endedAt?: number; endedBy?: string; endedWhy?: Open<"ENDED" | "REPLACED" | "NOTHING_LEFT">; sequence: number };

export type SandboxSigned = { signed: string };

export type ScenarioGrade = { name: Open<"exact" | "under" | "over" | "late" | "twice" | "wrong-coin" | "reorganised" | "double-spent" | "expired" | "limit-not-met" | "stale-price" | "venue-refuses" | "outcome-unknown">; answered: boolean; passed: boolean; events: number; messages: number; slowestMs: number; check?: Open<"delivery" | "signature" | "gap" | "order" | "duplicate" | "fast">; detail: string; statusCode?: number; paymentId?: string; invoiceId?: string };

export type SentDeposit = { txHash: string };

export type SentSpend = { txHash: string };

export type Settings = Record<string, number | string>;

export type Settled = { idle: true };

export type SettlementEventData = { settlementId: string; reference: string; username: string; currency: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; status: Open<"NONE" | "DUE" | "ASKED" | "PAID" | "RETURNED" | "LAPSED">; zone: string; from: number; to: number; opening: number; closing: number; movements: number; byKind: MovementSum[]; fees: FeeLine[]; reserve: number; awaited: number; due: number; withheld?: Open<"OWED" | "NOTHING" | "MINIMUM">; askAt: number; payoutId?: string; paidOut?: number; invoiceNumber?: string; at: number; sequence: number };

export type Statement = { data: Movement[]; startsAfter: string | null };

export type SummaryByAsset = { cryptoType: Open<"BTC" | "BCH" | "USDT" | "USDC">; networkType?: Open<"eth" | "tron">; count: number; quantity: number; quantityReceived: number; quantityUnconverted: number };

export type SummaryByFiat = { fiat: Open<"EUR" | "USD" | "GBP" | "CAD" | "JPY">; count: number; fiatReceivable: number; fiatReceived: number };

export type TestEventData = { endpointId: string; sequence: number };

export type VenueFailure = { code: Open<"REFUSED" | "NO_QUOTE" | "NO_PRICE" | "PAST_LIMIT" | "TOO_LATE" | "NOT_FILLED" | "NEVER_PLACED" | "NOT_TRADED" | "RESTING">; detail?: string };

export type VenueFault = { fault: Open<"none" | "reject" | "timeout-after-accept" | "timeout-before-accept" | "partial" | "slow" | "insufficient-funds" | "clock-ahead" | "thin">; count?: number };

export type EventType = "payment.created" | "payment.detected" | "payment.deposit.confirmed" | "payment.deposit.converted" | "payment.deposit.credited" | "payment.deposit.held" | "payment.deposit.released" | "payment.deposit.declined" | "payment.deposit.dropped" | "payment.deposit.reversed" | "payment.completed" | "payment.underpaid" | "payment.expired" | "payment.reopened" | "conversion.created" | "conversion.quoted" | "conversion.executing" | "conversion.executed" | "conversion.cancelled" | "conversion.failed" | "payout.requested" | "payout.approved" | "payout.rejected" | "payout.cancelled" | "payout.broadcast" | "payout.confirmed" | "payout.failed" | "refund.requested" | "refund.unavailable" | "settlement.created" | "settlement.paid" | "assignment.made" | "assignment.taken-back" | "webhook.test";

/** What a webhook tells, told apart by `type`. */
export type DeskEvent =
  | { id: string; type: "payment.created" | "payment.detected" | "payment.deposit.confirmed" | "payment.deposit.converted" | "payment.deposit.credited" | "payment.deposit.held" | "payment.deposit.released" | "payment.deposit.declined" | "payment.deposit.dropped" | "payment.deposit.reversed" | "payment.completed" | "payment.underpaid" | "payment.expired" | "payment.reopened"; timestamp: string; data: PaymentEventData }
  | { id: string; type: "conversion.created" | "conversion.quoted" | "conversion.executing" | "conversion.executed" | "conversion.cancelled" | "conversion.failed"; timestamp: string; data: ConversionEventData }
  | { id: string; type: "payout.requested" | "payout.approved" | "payout.rejected" | "payout.cancelled" | "payout.broadcast" | "payout.confirmed" | "payout.failed"; timestamp: string; data: PayoutEventData }
  | { id: string; type: "refund.requested" | "refund.unavailable"; timestamp: string; data: RefundEventData }
  | { id: string; type: "settlement.created" | "settlement.paid"; timestamp: string; data: SettlementEventData }
  | { id: string; type: "assignment.made" | "assignment.taken-back"; timestamp: string; data: AssignmentEventData }
  | { id: string; type: "webhook.test"; timestamp: string; data: TestEventData };

/** One method for each operation. */
export interface Desk {
  /** Cancels a conversion invoice that is not being executed and frees its crypto. */
  cancelConversion(input: { invoiceId: string; note?: string }, options?: CallOptions): Promise<Conversion>;
  /** Returns conversion history by invoice identifier or time range, newest first. */
  getConversions(input?: { invoiceId?: string; startTime?: string; endTime?: string; subaccount?: string; limit?: number; startsAfter?: string }, options?: CallOptions): Promise<Conversion[]>;
  /** Creates a conversion invoice from bills with one pair and locks their free crypto. */
  createConversion(input: { baseSymbol: string; quoteSymbol: string; quantity: number; items: { paymentId: string }[] }, options?: CallOptions): Promise<Conversion>;
  /** Executes a conversion invoice at its live quote. */
  executeConversion(input: { invoiceId: string; quoteId?: string }, options?: CallOptions): Promise<Conversion>;
  /** Quotes a firm price for the whole of a conversion invoice. */
  quoteConversion(input: { invoiceId: string }, options?: CallOptions): Promise<Quote>;
  /** Returns payment bills by time range, by address or by payment identifier, newest first. */
  getPayment(input?: { startTime?: number; endTime?: number; address?: string; status?: "PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED" | ("PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED")[]; amountStatus?: "UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID" | ("UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID")[]; outcome?: "PAID" | "LATE" | "UNDERPAID" | "OVERPAID" | "EXPIRED" | "OPEN" | ("PAID" | "LATE" | "UNDERPAID" | "OVERPAID" | "EXPIRED" | "OPEN")[]; label?: "LATE" | "MULTIPLE" | "HELD" | "LIMIT_NOT_MET" | "REVERSED" | "WRONG_ASSET" | ("LATE" | "MULTIPLE" | "HELD" | "LIMIT_NOT_MET" | "REVERSED" | "WRONG_ASSET")[]; cryptoType?: "BTC" | "BCH" | "USDT" | "USDC" | ("BTC" | "BCH" | "USDT" | "USDC")[]; networkType?: "eth" | "tron" | ("eth" | "tron")[]; fiat?: "EUR" | "USD" | "GBP" | "CAD" | "JPY" | ("EUR" | "USD" | "GBP" | "CAD" | "JPY")[]; subaccount?: string; strategy?: "RFQ" | "RAI" | "ACA" | "LMT" | ("RFQ" | "RAI" | "ACA" | "LMT")[]; reference?: string; txHash?: string; feeModel?: "SPREAD" | "EXPLICIT" | ("SPREAD" | "EXPLICIT")[]; minimum?: number; maximum?: number; createdBy?: string; created?: string; expires?: string; sold?: string; received?: "true"; promising?: "true"; arrival?: string; convertible?: "true"; paymentId?: string; startsAfter?: string; limit?: number; sort?: "createdAt" | "expiryTime" | "fiatReceivable" | "quantity" | "quantityReceived" | "difference" | "value" | "-createdAt" | "-expiryTime" | "-fiatReceivable" | "-quantity" | "-quantityReceived" | "-difference" | "-value"; in?: "EUR" | "USD" | "GBP" | "CAD" | "JPY" }, options?: CallOptions): Promise<PaymentPage>;
  /** Requests a deposit address for a bill stated in fiat and answers its executable price, quantity and expiry. */
  requestPaymentAddress(input: { cryptoType: string; fiat: string; fiatReceivable: number; subaccount: string; networkType?: string; bech32?: boolean; strategy?: "RFQ" | "RAI" | "ACA" | "LMT"; feeModel?: "SPREAD" | "EXPLICIT"; limitPrice?: number; reference?: string }, options?: CallOptions): Promise<MadeBill>;
  /** Answers the supported cryptos and fiats with their decimals, networks, confirmations and limits. */
  listAssets(input?: Record<string, never>, options?: CallOptions): Promise<Assets>;
  /** Answers what the account has with the operator, by asset: available, pending, locked, reserved, owed. */
  getBalances(input?: { at?: string; in?: "EUR" | "USD" | "GBP" | "CAD" | "JPY" }, options?: CallOptions): Promise<BalanceList>;
  /** Answers events in commit order after a cursor; none can ever appear behind a cursor given out. */
  getEvents(input?: { cursor?: string; type?: "payment.created" | "payment.detected" | "payment.deposit.confirmed" | "payment.deposit.converted" | "payment.deposit.credited" | "payment.deposit.held" | "payment.deposit.released" | "payment.deposit.declined" | "payment.deposit.dropped" | "payment.deposit.reversed" | "payment.completed" | "payment.underpaid" | "payment.expired" | "payment.reopened" | "conversion.created" | "conversion.quoted" | "conversion.executing" | "conversion.executed" | "conversion.cancelled" | "conversion.failed" | "payout.requested" | "payout.approved" | "payout.rejected" | "payout.cancelled" | "payout.broadcast" | "payout.confirmed" | "payout.failed" | "refund.requested" | "refund.unavailable" | "settlement.created" | "settlement.paid" | "assignment.made" | "assignment.taken-back" | "webhook.test" | ("payment.created" | "payment.detected" | "payment.deposit.confirmed" | "payment.deposit.converted" | "payment.deposit.credited" | "payment.deposit.held" | "payment.deposit.released" | "payment.deposit.declined" | "payment.deposit.dropped" | "payment.deposit.reversed" | "payment.completed" | "payment.underpaid" | "payment.expired" | "payment.reopened" | "conversion.created" | "conversion.quoted" | "conversion.executing" | "conversion.executed" | "conversion.cancelled" | "conversion.failed" | "payout.requested" | "payout.approved" | "payout.rejected" | "payout.cancelled" | "payout.broadcast" | "payout.confirmed" | "payout.failed" | "refund.requested" | "refund.unavailable" | "settlement.created" | "settlement.paid" | "assignment.made" | "assignment.taken-back" | "webhook.test")[]; limit?: number }, options?: CallOptions): Promise<EventPage>;
  /** Counts and sums the payments of a filter, by asset and by fiat. */
  getSummary(input?: { startTime?: number; endTime?: number; address?: string; status?: "PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED" | ("PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED")[]; amountStatus?: "UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID" | ("UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID")[]; outcome?: "PAID" | "LATE" | "UNDERPAID" | "OVERPAID" | "EXPIRED" | "OPEN" | ("PAID" | "LATE" | "UNDERPAID" | "OVERPAID" | "EXPIRED" | "OPEN")[]; label?: "LATE" | "MULTIPLE" | "HELD" | "LIMIT_NOT_MET" | "REVERSED" | "WRONG_ASSET" | ("LATE" | "MULTIPLE" | "HELD" | "LIMIT_NOT_MET" | "REVERSED" | "WRONG_ASSET")[]; cryptoType?: "BTC" | "BCH" | "USDT" | "USDC" | ("BTC" | "BCH" | "USDT" | "USDC")[]; networkType?: "eth" | "tron" | ("eth" | "tron")[]; fiat?: "EUR" | "USD" | "GBP" | "CAD" | "JPY" | ("EUR" | "USD" | "GBP" | "CAD" | "JPY")[]; subaccount?: string; strategy?: "RFQ" | "RAI" | "ACA" | "LMT" | ("RFQ" | "RAI" | "ACA" | "LMT")[]; reference?: string; txHash?: string; feeModel?: "SPREAD" | "EXPLICIT" | ("SPREAD" | "EXPLICIT")[]; minimum?: number; maximum?: number; createdBy?: string; created?: string; expires?: string; sold?: string; received?: "true"; promising?: "true"; arrival?: string; convertible?: "true" }, options?: CallOptions): Promise<PaymentSummary>;
  /** Previews price and quantity of a bill; nothing is reserved. */
  previewPrice(input: { cryptoType: string; fiat: string; fiatReceivable: number; networkType?: string; strategy?: "RFQ" | "RAI" | "ACA" | "LMT"; feeModel?: "SPREAD" | "EXPLICIT"; limitPrice?: number }, options?: CallOptions): Promise<PricePreview>;
  /** Answers the account's settings, with the defaults that rule where nothing is set. */
  getSettings(input?: Record<string, never>, options?: CallOptions): Promise<Settings>;
  /** Answers every movement of the account's balances, newest first; as CSV on request. */
  getStatement(input?: { startTime?: number; endTime?: number; asset?: "BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | ("BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY")[]; subaccount?: string; paymentId?: string; limit?: number; startsAfter?: string }, options?: CallOptions): Promise<Statement>;
  /** Books a line at the operator's first bank account, as the bank's statement would tell it. */
  playBank(input: { currency: "EUR" | "USD" | "GBP" | "CAD" | "JPY"; amount: number; reference: string; at?: number; counterparty?: string }, options?: CallOptions): Promise<PlayedLine>;
  /** Mines blocks on one simulated chain. */
  mineBlocks(input: { network: "bitcoin" | "bitcoincash" | "eth" | "tron"; count?: number; blockTimeOffsetMs?: number }, options?: CallOptions): Promise<ChainTip>;
  /** Gives a pair a book of bids, or takes it back. */
  setBook(input: { base: "BTC" | "BCH" | "USDT" | "USDC"; quote: "EUR" | "USD" | "GBP" | "CAD" | "JPY"; levels: { price: number; quantity: number }[] }, options?: CallOptions): Promise<MarketBook>;
  /** Switches the simulated chains' own mining on or off, or sets what their nodes estimate as fee. */
  setChain(input?: { autoMine?: boolean; feeEstimate?: number; network?: "bitcoin" | "bitcoincash" }, options?: CallOptions): Promise<Mining>;
  /** Moves the business clock forward. */
  advanceClock(input: { advanceMs: number }, options?: CallOptions): Promise<BusinessClock>;
  /** A payer sends crypto to a bill's address on the simulated chain. */
  sendDeposit(input: { address: string; quantity: number; cryptoType?: "BTC" | "BCH" | "USDT" | "USDC"; networkType?: "eth" | "tron"; sourceAddress?: string; confirmations?: number; feeRate?: number; replaceable?: boolean }, options?: CallOptions): Promise<SentDeposit>;
  /** Sets the bid of a pair, or lets its price go stale. */
  setPrice(input: { base: "BTC" | "BCH" | "USDT" | "USDC"; quote: "EUR" | "USD" | "GBP" | "CAD" | "JPY"; price?: number; stale?: boolean }, options?: CallOptions): Promise<MarketPrice>;
  /** Plays messages and whole scenarios against a webhook endpoint and grades its answers. */
  proveReceiver(input: { endpointId: string; scenarios?: ("exact" | "under" | "over" | "late" | "twice" | "wrong-coin" | "reorganised" | "double-spent" | "expired" | "limit-not-met" | "stale-price" | "venue-refuses" | "outcome-unknown")[] }, options?: CallOptions): Promise<ReceiverProof>;
  /** Replaces the last blocks of a simulated chain, dropping or double-spending transactions of theirs. */
  reorganise(input: { network: "bitcoin" | "bitcoincash" | "eth" | "tron"; depth: number; drop?: string[]; doubleSpend?: string[] }, options?: CallOptions): Promise<ChainTip>;
  /** Plays one case from the first request to its end, for the account of the key, and answers what came of it. */
  playScenario(input: { name: "exact" | "under" | "over" | "late" | "twice" | "wrong-coin" | "reorganised" | "double-spent" | "expired" | "limit-not-met" | "stale-price" | "venue-refuses" | "outcome-unknown" }, options?: CallOptions): Promise<PlayedScenario>;
  /** Waits until all due work is done. */
  settle(input?: Record<string, never>, options?: CallOptions): Promise<Settled>;
  /** The owner's signer signs a prepared transaction with the sandbox's published keys; sends nothing. */
  sign(input: { preparedId: string }, options?: CallOptions): Promise<SandboxSigned>;
  /** The owner's wallet, or a thief with its keys, sends crypto from the operator's addresses on a simulated chain. */
  spend(input: { network: "bitcoin" | "bitcoincash" | "eth" | "tron"; asset: "BTC" | "BCH" | "USDT" | "USDC"; quantity: number; to: string; fee?: number; txHash?: string }, options?: CallOptions): Promise<SentSpend>;
  /** Makes the simulated venue misbehave, for the next orders or until changed. */
  setVenue(input: { fault: "none" | "reject" | "timeout-after-accept" | "timeout-before-accept" | "partial" | "slow" | "insufficient-funds" | "clock-ahead" | "thin"; count?: number }, options?: CallOptions): Promise<VenueFault>;
  /** The operator's account at the simulated venue receives a deposit, or a withdrawal leaves it. */
  playTransfer(input: { kind: "DEPOSIT" | "WITHDRAWAL"; asset: "BTC" | "BCH" | "USDT" | "USDC" | "EUR" | "USD" | "GBP" | "CAD" | "JPY"; networkType?: "eth" | "tron"; quantity: number; fee?: number; state?: "PENDING" | "DONE" | "FAILED"; reference?: string; txHash?: string; address?: string; label?: string }, options?: CallOptions): Promise<PlayedTransfer>;
  /** Every record of a list, page after page. */
  each: {
    getConversions(input?: Parameters<Desk["getConversions"]>[0], options?: CallOptions): AsyncGenerator<Conversion>;
    getPayment(input?: Parameters<Desk["getPayment"]>[0], options?: CallOptions): AsyncGenerator<Payment>;
    getEvents(input?: Parameters<Desk["getEvents"]>[0], options?: CallOptions): AsyncGenerator<Event>;
    getStatement(input?: Parameters<Desk["getStatement"]>[0], options?: CallOptions): AsyncGenerator<Movement>;
  };
  /** Any operation by method and path, such as `POST /manage/v1/webhook-endpoints`. */
  call(place: string, input?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
}
