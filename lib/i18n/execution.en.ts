/** The English words of how well the house sold. */
export const en = {
  failed: "Execution quality could not be loaded",
  fiat: "Sold into",
  days: {
    title: "Slippage by day",
    hint: "basis points that the venue paid below the mid at execution, above zero a cost; days in UTC",
    chart: (fiat: string) => `Slippage of sales into ${fiat} on each day of the period, in basis points.`,
    point: (day: string, of: { bps: string; slippage: string; atExecution: string; fiat: string; orders: number }) =>
      `${day}: ${of.bps} bps, ${of.slippage} of ${of.atExecution} ${of.fiat} at mid, orders: ${of.orders}`,
    none: (fiat: string) => `Nothing was sold into ${fiat} in this period. Choose a longer one.`,
    nothing: "Nothing was sold at a venue in this period. Choose a longer one.",
  },
  figures: "Figures of the period",
  ofMid: (bps: string) => `${bps} bps of the mid at execution`,
  ofGroup: (group: string) => `Only ${group}.`,
  all: "Show all",
  group: (strategy: string, venue: string, pair: string) => `${strategy} at ${venue}, ${pair}`,
  groups: {
    title: "By strategy, venue and pair",
    hint: "An order without a mid at quote or at execution counts in quantity, proceeds and venue fees only.",
  },
  strategies: { INVOICE: "Conversions", POOLED: "Hedges, all strategies", BOUGHT_BACK: "Bought back" } as Record<
    string,
    string
  >,
  columns: {
    strategy: "Strategy",
    venue: "Venue",
    pair: "Pair",
    orders: "Orders",
    trades: "Trades",
    quantity: "Quantity",
    proceeds: (fiat: string) => `Proceeds, ${fiat}`,
    atQuote: (fiat: string) => `Mid at quote, ${fiat}`,
    drift: (fiat: string) => `Market drift, ${fiat}`,
    atExecution: (fiat: string) => `Mid at execution, ${fiat}`,
    slippage: (fiat: string) => `Slippage, ${fiat}`,
    slippageBps: "Slippage, bps",
    fees: (fiat: string) => `Venue fees, ${fiat}`,
  },
  orders: {
    none: "Nothing was sold.",
    failed: "The orders could not be loaded",
    of: (of: string) => `Orders of ${of}`,
    midQuote: (fiat: string) => `Mid at quote per unit, ${fiat}`,
    midExecution: (fiat: string) => `Mid at execution per unit, ${fiat}`,
    order: "Order",
  },
  accounts: {
    title: "Operator accounts",
    hint: "what the ledger has of the same period, credits − debits, whatever it was posted for",
    account: "Account",
    asset: "Asset",
    amount: "Credits − debits",
    names: {
      book: "Open position",
      result: "Result",
      "fee:service": "Service fees",
      "fee:transaction": "Transaction fees",
      "venue-fee": "Venue fees in crypto",
    },
  },
};
