type Meaning = readonly [description: string, example?: unknown];

const NOW = 1795069924801;

/** The fields of what the house sells, where, and how well. */
export const GLOSSARY_OF_VENUES: Readonly<Record<string, Meaning>> = {
  "Execution.day": ["Day in UTC.", "2026-11-21"],
  "Execution.orders": ["Orders of which something was sold.", 3],
  "Execution.proceeds": ["What the venue paid, in fiat, before its fees.", 101.01],
  "Execution.strategy": ["Strategy of the bills, INVOICE, or POOLED for hedges of all strategies.", "POOLED"],
  "Execution.trades": ["Trades at the venue.", 4],
  "Execution.venue": ["Name of the venue.", "kraken"],
  "ExecutionQuality.accounts": ["What the same days brought to the house's own accounts."],
  "HouseDay.account": ["Account of the house.", "result"],
  "HouseDay.day": ["Day in UTC.", "2026-11-21"],
  "HouseDay.event": ["What it was posted for.", "venue.fee"],
  "HouseDay.amount": ["What it was credited, in the asset.", -0.26],
  "HouseDay.strategy": ["Strategy of the bill, INVOICE, or POOLED for what belongs to none.", "POOLED"],
  "HouseLimit.exposed": ["What the house holds of it and has promised a price for.", 0.52],
  "HouseLimit.limit": ["Beyond it there are no new prices.", 5],
  limits: ["The house's limits, and how much of each is used."],
  "Venue.balances": ["What it holds of the house; absent when it does not answer."],
  "Venue.expiryTime": ["How long the quote is good, epoch milliseconds.", NOW],
  "Venue.faults": ["Faults in a row.", 0],
  "Venue.firm": ["Whether the venue stands by this quote; else the house has reckoned it.", false],
  "Venue.minimums": ["The least it takes of each crypto."],
  "Venue.name": ["Name of the venue.", "kraken"],
  "Venue.pairs": ["Pairs it trades.", ["BTC/EUR"]],
  "Venue.proceeds": ["What the quantity would bring, in fiat.", 29925],
  "Venue.quantity": ["Quantity of the asset.", 0.5],
  "Venue.restsUntil": ["Until when it is spared after its faults, epoch milliseconds.", NOW],
  "Venue.state": [
    "How it has answered this process: WELL; RESTING after faults; TRIED: asked one question at a time after its rest.",
    "WELL",
  ],
  "Venue.symbol": ["Crypto or fiat.", "EUR"],
};
