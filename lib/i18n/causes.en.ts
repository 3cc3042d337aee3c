import type { ApprovalKind } from "#lib/contract/approval-states.ts";
import type { ExportList } from "#lib/contract/export-lists.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";

/** A cause's facts as its reader's language writes them; absent where the kind has none. */
export type CauseTexts = {
  /** The deposit's reason, as a sentence. */
  sentence?: string | undefined;
  asset: string;
  /** What is at stake, with all the asset's decimals; `plain` with just its own. */
  quantity: string;
  plain: string;
  /** Where a key is derived, and the fingerprint of its wallet. */
  key?: { path: string; wallet: string } | undefined;
  fiat: string;
  base: string;
  due: string;
  received: string;
  /** Absent when nothing was credited, or nothing is free. */
  credited?: string | undefined;
  free?: string | undefined;
  tolerance?: string | undefined;
  venue: string;
  detail?: string | undefined;
  /** Why, as a sentence of the reader's language; where it is absent, `detail` or `sentence` quote what is known. */
  why?: string | undefined;
  url: string;
  disabled?: "GONE" | "FAILING" | undefined;
  waiting: number;
  /** The payout that a transaction was sent for and paid in another quantity. */
  payoutId?: string | undefined;
  network: string;
  paused: boolean;
  behind: number;
  height: string;
  openBills: number;
  address?: string | undefined;
  to?: string | undefined;
  networkFee?: string | undefined;
  returned?: string | undefined;
  left: boolean;
  gas: boolean;
  contract: boolean;
  booked: boolean;
  txHash?: string | undefined;
  /** Whether the transaction can be in no block any more. */
  spent: boolean;
  /** Limits of a hedge that are passed. */
  ageLimit?: string | undefined;
  sizeLimit?: string | undefined;
  /** What waits for a second person; the list of a file; who asked for it. */
  approval: ApprovalKind;
  list: ExportList;
  by: string;
};

/** One sentence for treasury and each kind: what happened, and what follows without intervention. */
export type CauseWords = Record<CaseKind, (texts: CauseTexts) => string>;

const REQUESTED: Readonly<Record<ApprovalKind, string>> = {
  payout: "a payout",
  setting: "a change of settings",
  wallet: "another wallet",
  key: "an API key",
  person: "a change of people",
  hold: "to decline a held deposit",
  execution: "the execution of a conversion above the limit",
  beneficiary: "a new beneficiary",
  move: "a move between places of the operator",
  destination: "a new destination of moves",
  "settlement-terms": "other settlement terms",
  "bank-mapping": "another way to read a bank's files",
  "bank-statement": "to take in a bank statement",
  resolution: "to resolve money that nobody expected or that is missing",
  "lost-hours": "to continue after a restore",
};

/** The English causes. */
export const CAUSE_WORDS: CauseWords = {
  APPROVAL: ({ by, approval }) =>
    `${by} requests ${REQUESTED[approval]}. Nothing is executed until a second person approves it; undecided requests expire.`,
  NOTICE: ({ url, detail }) =>
    `${url || "The mail server"} rejects messages${detail ? ` (${detail})` : ""}; ${url ? "no notification is" : "notifications, invitations and resets are not"} delivered. Each is retried for half a day, then it has failed.`,
  KEY_KNOWN: ({ by, detail }) =>
    `${by} created the API key “${detail}” and has no access any more. Its secret, which they have seen, still works until it is rotated or revoked.`,
  EXPORT: ({ by, list }) =>
    `The file of the ${list === "audit" ? "audit log" : list} that ${by} ordered could not be written. Nothing is missing in the records themselves.`,
  UNKNOWN_SPEND: ({
    quantity,
    asset,
    network,
    to,
    txHash,
    networkFee,
    returned,
    left,
    booked,
    height,
    gas,
    contract,
    received,
    address,
    payoutId,
  }) => {
    if (gas) return gasSentence({ address, to, received, network, networkFee, txHash, height, booked, left, contract });
    const what = left
      ? `${quantity} ${asset} left us on ${network}${to ? ` to ${to}` : ""}`
      : `Coins of ours were moved on ${network} to addresses of ours, for a fee of ${quantity} ${asset}`;
    const parts = [
      left && networkFee ? `with a fee of ${networkFee}` : "",
      returned ? `${returned} was returned to addresses of ours` : "",
    ];
    const place = height ? `It is in block ${height}` : "No block has it yet";
    const books = booked ? `and is booked as ${left ? "missing" : "a fee"}` : "and the books do not hold it yet";
    const said = payoutId
      ? `by the transaction of payout ${payoutId}, and its destination got another quantity`
      : "and no approved payout or move says so";
    const ends = payoutId ? " What the payout reserves waits until that payout is ended by it." : "";
    return `${[what, ...parts].filter(Boolean).join(", ")}, ${said}: ${txHash ?? ""}. ${place} ${books}.${ends}`;
  },
  CUSTODY: ({ asset, network, received, due, quantity, height, address, detail, left, waiting }) => {
    if (waiting > 0)
      return `The node of ${network} was to be scanned for outputs of ours ${counted(waiting, "time", "times")} in turn, and each scan failed${detail ? `: ${tail(detail)}` : ""}. What lies there and is in no book would not be noticed. It is tried again, at longer intervals.`;
    if (detail)
      return `${quantity} ${asset} lie on ${network} at ${address ?? ""}, an address of ours, in the output ${detail} of block ${height}, and nothing here knows of it. It is in no book.`;
    if (address)
      return `The node of ${network} has ${quantity} ${asset} ${left ? "less" : "more"} at ${address}, an address of ours, than the books have at block ${height}. Something was received or left there unseen, or was recorded and never sent.`;
    if (!quantity)
      return `Custody on ${network} is due to be proven against its node, and cannot be: the node does not answer for it, or differs and never stands at the block of the books. What left or came unseen since would not be noticed. On the machine of the program "desk custody check" says why.`;
    return `The node of ${network} has ${received} ${asset} on addresses of ours at block ${height}, and the books have ${due}: a difference of ${quantity}. Something was received or left unseen, or was recorded and never sent.`;
  },
  LOST_HOURS: () =>
    "The database was restored. What was signed, or written into a bank file, in the lost hours is not known and may still be sent. Payouts and moves requested before stay on hold until the operator states that none of it will be.",
  NOT_SENT: ({ quantity, asset, network, txHash, detail }) =>
    `The node of ${network} refuses the signed transaction that pays ${quantity} ${asset}${detail ? `: ${tail(detail)}` : ""}. It is given to it again every minute, and nothing of it is free until its coins are spent by another: ${txHash ?? ""}.`,
  HELD: ({ sentence }) => `${sentence ?? "The deposit is held."} It waits to be released or declined.`,
  NOT_PAID: ({ quantity, asset, by, to, detail, left, booked, address, txHash, waiting, spent }) => {
    if (address) {
      const way = `The move ${detail ?? ""} of ${quantity} ${asset} from ${address} to ${to ?? ""}`;
      if (waiting > 0)
        return `${way} was approved, and nothing has proven within five business days that it left or arrived. It no longer counts as on its way: send it, or cancel it.`;
      return booked
        ? `${way} has left, and nothing has told that it arrived. It is in transit until something does: a statement is missing, it went elsewhere, or it came back. Resolve what came back as this move, or write it off here.`
        : `${way} has arrived, and nothing has told that it left. It waits in no books until something does: ${address} does not tell it, or it is another's money. Once that is known, void here what a venue or bank tells: it then belongs to nobody, and is a case of its own.`;
    }
    if (left)
      return `The settlement ${detail ?? ""} of ${by} over ${quantity} ${asset} is due and cannot be requested: the account owes the operator, or its terms name no bank account that may be paid. It is requested as soon as it can be.`;
    const what = `${quantity} ${asset} of ${by}${to ? ` to ${to}` : ""} (${detail ?? ""})`;
    if (txHash) return goneTransaction(what, { txHash, booked, spent });
    return booked
      ? `A payout of ${what} was recorded as made by the bank, and no line of the bank has said so within five business days: it was not sent, or its statement is missing. Take that in, or void the payout here.`
      : `A payout of ${what} was approved, and nothing has proven within five business days that it left. Its money stays reserved.`;
  },
  SANCTIONED: ({ quantity, asset, detail, to }) =>
    to
      ? `The payer of a deposit of ${quantity} ${asset} wanted it refunded to ${to}, an address on the list of sanctions. It was refused, and the refund link takes another; what follows is the operator's compliance to decide.`
      : `${quantity} ${asset} was received from an address that is now on the list of sanctions: ${detail ?? ""}. It was processed before; what follows is the operator's compliance to decide.`,
  UNKNOWN_LINE: ({ quantity, asset, address, left, detail }) =>
    left
      ? `${quantity} ${asset} left ${address ?? ""}${detail ? ` (${detail})` : ""} for nothing that was agreed to. It is booked as missing until somebody links the line.`
      : `${quantity} ${asset} was received at ${address ?? ""}${detail ? ` (${detail})` : ""}, and it is not expected. It is booked as unassigned until somebody links the line.`,
  VENUE_SILENT: ({ venue, detail }) =>
    `${venue} does not tell all of its deposits, withdrawals, trades and balances${detail ? `: ${tail(detail)}` : ""}. What leaves it goes unseen until it does.`,
  STOCK_LOW: ({ quantity, asset, venue, received, due }) =>
    `${venue} has ${received || "0"} ${asset} free, the floor is ${due}, and two days' use leads below it. ${quantity} ${asset} are short of the target: a move brings them there.`,
  BELOW_ZERO: ({ asset, address, due, received }) =>
    `${address ?? ""} stands below zero: ${[due && `at ${due} ${asset} by the books`, received && `at ${received} ${asset} by what it says itself`].filter(Boolean).join(", ")}. More has left it than it received; it stays so until a move brings money there, or what was booked there wrongly is found.`,
  UNKNOWN_WITHDRAWAL: ({ quantity, asset, venue, to, detail, booked }) =>
    `${quantity} ${asset} leaves ${venue}${to ? ` to ${to}` : ""}, and no approved move says so: ${detail ?? ""}. ${booked ? "It is booked as missing until somebody links the withdrawal" : `${venue} has not carried it out yet`}.`,
  UNKNOWN_TRADE: ({ plain, asset, venue, fiat, left }) =>
    `${venue} ${left ? "sold" : "bought"} ${plain} ${asset} for ${fiat}, and no order of ours says so. It is in the operator's own book. If nobody at the operator placed it by hand, somebody else has a way into our account there.`,
  UNKNOWN_DEPOSIT: ({ quantity, asset, venue, detail }) =>
    `${quantity} ${asset} was received at ${venue}, and it is not expected: ${detail ?? ""}. It is booked as unassigned until somebody links the deposit.`,
  STATEMENT_REFUSED: ({ detail, address, to, sentence, why }) =>
    `The file ${detail ?? ""}${address ? ` of ${address}` : ""}, uploaded by ${to ?? ""}, was refused as a whole, and nothing of it is booked: ${tail(why ?? sentence)}. A good file of that account and day closes this, or a person does.`,
  STATEMENT_GAP: ({ quantity, asset, address, detail, waiting, booked }) =>
    waiting > 0
      ? `The statement ${detail ?? ""} of ${address ?? ""} begins ${counted(waiting, "working day", "working days")} after the last one ended: a statement is missing, or nothing was booked on them.`
      : booked
        ? `The first statement of ${address ?? ""}, ${detail ?? ""}, begins ${quantity} ${asset} off what the books have: an opening balance is missing or wrong, or money moved before it.`
        : `The statement ${detail ?? ""} of ${address ?? ""} is ${quantity} ${asset} off the end of the one before it, or the beginning of the next: a statement is missing, or was changed.`,
  WRONG_ASSET: ({ sentence, key }) =>
    `${sentence ?? "Another asset than the bill's was sent."}${key ? ` It was received by the key ${key.path} of the wallet ${key.wallet}.` : ""} It can only be paid back or declined.`,
  UNKNOWN_BILL: ({ quantity, asset, network, address, key, gas, contract, txHash }) =>
    gas
      ? `${quantity} ${asset} was received on ${network} at ${address ?? ""}, an account of ours${txHash ? `, by ${contract ? "the code of a contract in " : ""}${txHash}` : ", by no transaction that a block tells"}. No move of the operator brought it: it is booked as unassigned until somebody says whose it is.`
      : `${quantity} ${asset} was received on ${network} at ${address ?? ""}${key ? `, the key ${key.path} of the wallet ${key.wallet}` : ""}: an address of ours whose bill is not known. It is booked as unassigned once it is confirmed, until somebody says whose it is; the address is never given to a bill.`,
  TO_RETURN: ({ asset, quantity }) =>
    `${quantity} ${asset} of a declined deposit stays pending until it is paid back to its sender.`,
  REVERSAL_DUE: ({ quantity, asset, by, network, txHash, height, left }) =>
    `The chain ${network} has taken back the block of ${quantity} ${asset} of ${by} (${txHash ?? ""})${height ? `, and has them in block ${height} now` : ""}. They stay in the books while ${left ? "a signed payout has them" : "a conversion sells them at the venue"}, and are reversed once the outcome is known.`,
  REVERSED: ({ sentence, asset, quantity }) =>
    `${quantity} ${asset} that had been credited is gone: ${tail(sentence) || "its chain took it back"}.`,
  OWED: ({ asset, quantity }) =>
    `The account owes ${quantity} ${asset} that it had spent before a deposit was reversed; nothing is set off by itself.`,
  UNKNOWN_OUTCOME: ({ venue, plain, asset, fiat, detail, why }) =>
    `Whether ${venue} sold ${plain} ${asset} for ${fiat} is not known${because(why, detail)}. It is looked up until that is certain, and never sent twice.`,
  SOLD_TWICE: ({ venue, plain, asset, fiat }) =>
    `${venue} sold ${plain} ${asset} for ${fiat} after the order had counted as never placed. It is in the operator's own book; nothing of it was credited to anybody.`,
  NOT_HEDGED: ({ venue, plain, asset, fiat, detail, why }) =>
    `${venue} refused to buy ${plain} ${asset} for ${fiat}${because(why, detail)}. The operator bears the market until a venue takes it; the next one in order is asked at once, this one again every half minute.`,
  HEDGE_OPEN: ({ venue, plain, asset, fiat, detail, why, ageLimit, sizeLimit }) => {
    const past = [
      ageLimit ? `has been open for more than ${ageLimit}` : "",
      sizeLimit ? `is worth more than ${sizeLimit} EUR` : "",
    ];
    return `The hedge of ${plain} ${asset} against ${fiat} ${past.filter(Boolean).join(" and ")}: no price is promised in this pair until it is done${why || detail ? `. ${venue}${because(why, detail)}` : ""}.`;
  },
  FAILED: ({ plain, asset, fiat, detail, why }) =>
    `The conversion of ${plain} ${asset} to ${fiat} failed${because(why, detail)}. Its crypto is available again.`,
  CHAIN: ({ network, paused, behind, height, detail, why, waiting }) => {
    const deposits = `${counted(waiting, "deposit waits", "deposits wait")} for confirmation.`;
    if (paused) return `Following ${network} is paused${because(why, detail)}. ${deposits}`;
    if (behind > 0) return `${network} is followed up to block ${height}, ${behind} behind its tip. ${deposits}`;
    return `Nobody has looked at ${network} for minutes; block ${height} was the last. ${deposits}`;
  },
  STALE_PRICE: ({ base, fiat, openBills }) =>
    `There is no fresh price for ${base}/${fiat}: no new bills, quotes or sales of this pair. ${counted(openBills, "bill", "bills")} open.`,
  WEBHOOK: ({ url, disabled, detail, waiting }) => {
    const events = counted(waiting, "event waits", "events wait");
    const answered = detail ? ` (${detail.replace(/\.$/u, "")})` : "";
    if (disabled === "GONE") return `${url} answered that it is gone and was switched off; ${events}.`;
    if (disabled) return `${url} failed for five days${answered} and was switched off; ${events}.`;
    return `${url} rejects events${answered}; ${events} and will be retried.`;
  },
  LATE: ({ sentence, asset, quantity }) =>
    sentence ?? `${quantity} ${asset} was received after the bill had expired and is held as crypto.`,
  LIMIT_NOT_MET: ({ sentence, asset, quantity }) =>
    sentence ?? `${quantity} ${asset} is held as crypto: the price is not above the limit.`,
  NOT_SOLD: ({ sentence, asset, quantity, fiat, waiting }) =>
    waiting > 0
      ? `${quantity} ${asset} of a late deposit waits to be sold for ${fiat}: there is no fresh price, or no venue has a bid near it. It is sold as soon as there is.`
      : (sentence ?? `${quantity} ${asset} could not be sold and is held as crypto.`),
  UNDERPAID: (texts) =>
    `${texts.received} of ${texts.due} ${texts.asset} was received before the bill expired, ${texts.quantity} less than due${texts.tolerance ? ` and beyond the tolerance of ${texts.tolerance} %` : ""}; ${creditedClause(texts)}.`,
  OVERPAID: (texts) =>
    `${texts.received} ${texts.asset} was received for a bill of ${texts.due}, ${texts.quantity} more than due; ${creditedClause(texts)}.`,
};

/** A coin that pays for gas, and no token: what went to others is missing, to another account of ours nothing but the fee. */
function gasSentence(
  texts: Pick<
    CauseTexts,
    "address" | "to" | "received" | "network" | "networkFee" | "txHash" | "height" | "booked" | "left" | "contract"
  >,
): string {
  const { address, to, received, network, networkFee, txHash, height, booked, left, contract } = texts;
  const coin = network === "tron" ? "TRX" : "ETH";
  if (!txHash)
    return `The account ${address ?? ""} of ours has ${received || "0"} ${coin} less on ${network} at block ${height} than its transactions leave: the code of a contract has moved it, and no approved payout or move says so. The node’s trace did not name the transaction: look through that block for it. ${booked ? "It is booked as missing" : "The books do not hold it yet"}.`;
  if (contract) return codeSentence({ ...texts, received: `${received} ${coin}` });
  return `The account ${address ?? ""} of ours has sent ${received || "0"} ${coin}${to ? ` to ${to}` : ""} on ${network}${networkFee ? `, for ${networkFee} ${coin} of gas` : ""}, and moved no token; no approved payout or move says so: ${txHash ?? ""}. It is in block ${height} ${booked ? `and is booked as ${left ? "missing, and as a fee" : "a fee"}` : "and the books do not hold it yet"}.`;
}

/** The coin that the code of a contract moved out of an account of ours, by a transaction that is not the account's. */
function codeSentence({
  address,
  to,
  received,
  network,
  txHash,
  height,
  booked,
  left,
}: Pick<CauseTexts, "address" | "to" | "received" | "network" | "txHash" | "height" | "booked" | "left">): string {
  const books = booked ? "and is booked as missing" : "and the books do not hold it yet";
  const place = booked && !left ? ", and the books hold it, since both accounts are ours" : ` ${books}`;
  return `The code of a contract has moved ${received} from the account ${address ?? ""} of ours${to ? ` to ${to}` : ""} on ${network}, and no approved payout or move says so: ${txHash}. It is in block ${height}${place}.`;
}

function creditedClause({ credited, free, fiat, asset }: CauseTexts): string {
  const parts = [credited ? `${credited} ${fiat} was credited` : "", free ? `${free} ${asset} is held as crypto` : ""];
  return parts.filter(Boolean).join(" and ") || "nothing of it is free";
}

/** A sentence as the end of another: without its full stop, its first letter small unless it begins a name. */
export function tail(sentence: string | undefined): string {
  const text = (sentence ?? "").trim().replace(/\.$/, "");
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** A cause behind what it has caused; a quote stays as it was said. */
const because = (why: string | undefined, detail: string | undefined): string =>
  why || detail ? `: ${tail(why || detail)}` : "";

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** Of a payout whose transaction no block has any more. */
function goneTransaction(
  what: string,
  { txHash, booked, spent }: Pick<CauseTexts, "booked" | "spent"> & { txHash: string },
): string {
  if (spent)
    return `The transaction ${txHash} of a payout of ${what} is in no block any more, and for a day it can be in none: what it spends is spent otherwise, or it has expired. The payout was never made: void it here, and its money is the account's again; of a deposit that was reversed as well, nothing is owed any more.`;
  if (booked)
    return `The transaction ${txHash}, as which a payout of ${what} was recorded, is in no block any more. It counts as paid until that is back: if it is spent otherwise, this payout was never made.`;
  return `The transaction ${txHash} of a payout of ${what} is in no block any more, and a deposit that it was paid from is reversed as well. It counts as left until either is back: if it is spent otherwise, this payout was never made.`;
}
