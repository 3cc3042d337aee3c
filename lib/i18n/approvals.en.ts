import type { ApprovalKind } from "#lib/contract/approval-states.ts";
import { plural } from "./plural.ts";

const RESOLVED: Readonly<Record<string, (amount: string) => string>> = {
  LINK: (amount) => `Link ${amount} to a move`,
  ASSIGN: (amount) => `Assign ${amount} to an account`,
  OWN: (amount) => `Take ${amount} as the operator's own`,
  RETURN: (amount) => `Take ${amount} as a move that came back`,
  WRITE_OFF: (amount) => `Write off ${amount}`,
  VOID: (amount) => `Void ${amount} as never paid, or as not the move's`,
};
/** Of everything else that is asked for there is only this. */
const resolvedOr = (kind: string | undefined, amount: string): string =>
  RESOLVED[kind ?? ""]?.(amount) ?? "Decline a held deposit";

const walletOf = (kind: string | undefined, account: string | undefined): string =>
  `Use the wallet ${kind}${account ? ` for ${account}` : ""}`;
type MoveFields = Readonly<
  Record<"act" | "quantity" | "asset" | "from" | "to" | "side" | "place" | "reference", string | undefined>
>;
const moveOf = ({ act, quantity, asset, from, to, side, place, reference }: MoveFields): string =>
  act === "link"
    ? `Move ${reference}: ${quantity} ${asset} ${side} ${place}`
    : `Move ${quantity} ${asset} from ${from ?? "outside"} to ${to ?? "outside"}`;
const resetOf = (kind: string | undefined, email: string | undefined): string =>
  kind === "FACTOR" ? `Reset the second factor of ${email}` : `Reset the password of ${email}`;

/** The English words of what waits for a second person. */
export const en = {
  failed: "The requests could not be loaded",
  waiting: {
    title: "Awaiting approval",
    hint: "Nothing takes effect until approved; payout amounts are reserved. Undecided requests expire after a day.",
    noneText:
      "In live, payouts, rates and limit prices are listed here until a second person approves them; in a sandbox when “Second person” under Settings, Operator is set to always.",
  },
  elsewhere: {
    none: "This request is not listed: it was decided long ago, or your role cannot view it.",
    other: (account: string) => `This request belongs to the account ${account}.`,
    change: (account: string) => `Switch to ${account}`,
  },
  ended: { title: "Decided", hint: "Newest first.", none: "No decisions yet." },
  filtered: "No request matches these filters.",
  columns: { what: "What", requested: "Requested", why: "Why", state: "State", commands: "Actions" },
  payout: (amount: string) => `Payout of ${amount}`,
  setting: (name: string, value: string) => `${name} to ${value}`,
  others: (
    what: ApprovalKind,
    {
      act,
      kind,
      account,
      name,
      email,
      role,
      quantity,
      lowestPrice,
      asset,
      from,
      to,
      label,
      place,
      currency,
      fileName,
      accounts,
      since,
      until,
      side,
      reference,
    }: Readonly<Record<string, string>>,
  ): string => {
    if (what === "wallet") return walletOf(kind, account);
    if (what === "beneficiary") return `New beneficiary ${name}`;
    if (what === "execution") return `Sell ${quantity} at ${lowestPrice} or more`;
    if (what === "key") return `Let the key ${name} work`;
    if (what === "person") return act === "reset" ? resetOf(kind, email) : `${email} as ${role}`;
    if (what === "move") return moveOf({ act, quantity, asset, from, to, side, place, reference });
    if (what === "destination") return `Let ${asset} go to ${label} at ${place}`;
    if (what === "settlement-terms") return `Settlement terms of ${account} in ${currency}`;
    if (what === "bank-mapping") return `CSV mapping of ${place} in ${currency}`;
    if (what === "bank-statement") return `Bank statement ${fileName} of ${accounts}`;
    if (what === "lost-hours") return `Nothing signed between ${since} and ${until} is still to be sent`;
    return resolvedOr(kind, `${quantity} ${asset}`);
  },
  /** What a venue’s own record says of a move. */
  sides: { LEFT: "left", ARRIVED: "arrived at" } as Readonly<Record<string, string>>,
  filter: { title: "Filter requests", status: "State", what: "Kind" },
  kinds: {
    payout: "Payouts",
    setting: "Settings",
    wallet: "Wallets",
    key: "Keys",
    person: "People",
    hold: "Held deposits",
    execution: "Conversions",
    beneficiary: "Beneficiaries",
    move: "Moves",
    destination: "Destinations",
    "settlement-terms": "Settlement terms",
    "bank-mapping": "CSV mappings",
    "bank-statement": "Bank statements",
    resolution: "Resolutions",
    "lost-hours": "Lost hours",
  },
  settings: (first: string, more: number) => `${first} and ${more} more`,
  states: {
    PENDING: "Awaiting approval",
    APPROVED: "Approved",
    DECLINED: "Declined",
    WITHDRAWN: "Withdrawn",
    EXPIRED: "Expired",
  },
  by: (who: string) => `by ${who},`,
  more: (count: number) => plural(count, "more change", "more changes"),
  until: "until",
  decide: "Decide…",
  withdraw: "Withdraw…",
  show: "Details…",
  anywhere: "from anywhere",
  never: "never",
  fields: {
    kind: "Kind",
    fingerprint: "Fingerprint",
    path: "Path",
    account: "Account",
    firstAddress: "First address",
    keyId: "Key id",
    name: "Name",
    scopes: "Scopes",
    ipAllow: "Allowed IPs",
    expiresAt: "Expires",
    publicKey: "Public key (Ed25519)",
    email: "E-mail",
    role: "Role",
    quantity: "Quantity",
    lowestPrice: "Lowest price",
    since: "From",
    until: "Until",
    invoiceId: "Conversion",
    replaces: "Replaces",
    overlapMs: "Old key works for",
    from: "From",
    to: "To",
    asset: "Asset",
    networkType: "Network",
    address: "Address",
    label: "Name",
    place: "Place",
    bic: "BIC",
    reference: "Reference",
    side: "What happened",
    fee: "Fee",
    missing: "Missing",
    sentTo: "Sent to",
    proof: "Venue reference",
    note: "Reason",
    txId: "Deposit",
    paymentId: "Payment",
    currency: "Currency",
    schedule: "Schedule",
    weekday: "Weekday",
    businessDays: "Periods end on",
    delayDays: "Paid after (days)",
    minimum: "Minimum",
    reserve: "Reserve",
    reserveBps: "Reserve",
    reserveDays: "Reserve held (days)",
    fileName: "File",
    digest: "SHA-256",
    accounts: "Bank account",
    statements: "Statement",
    lines: "Lines",
    credits: "Credits",
    debits: "Debits",
    opening: "Opening balance",
    closing: "Closing balance",
    version: "Version",
  } as Readonly<Record<string, string>>,
  /** How CSV statements are read: the fields of a mapping, and the words of those that have a choice. */
  mapping: {
    fields: {
      encoding: "Encoding",
      delimiter: "Delimiter",
      skipLines: "Lines to skip",
      header: "Header line",
      dateFormat: "Date format",
      decimal: "Decimal separator",
      thousands: "Thousands separator",
      signs: "Signs",
      order: "Order of lines",
      bookedColumn: "Booking date column",
      valuedColumn: "Value date column",
      amountColumn: "Amount column",
      debitColumn: "Debit column",
      creditColumn: "Credit column",
      currencyColumn: "Currency column",
      referenceColumn: "Reference column",
      textColumn: "Text column",
      nameColumn: "Counterparty column",
      ibanColumn: "Counterparty IBAN column",
      idColumn: "Bank ID column",
      balanceColumn: "Balance column",
    },
    values: {
      UTF8: "UTF-8",
      LATIN1: "Latin-1",
      COMMA: "Comma",
      SEMICOLON: "Semicolon",
      TAB: "Tab",
      PIPE: "Vertical bar",
      POINT: "Point",
      SPACE: "Space",
      APOSTROPHE: "Apostrophe",
      NONE: "None",
      MINUS_IS_DEBIT: "Minus is a debit",
      MINUS_IS_CREDIT: "Minus is a credit",
      UNSIGNED: "No signs",
      OLDEST_FIRST: "Oldest first",
      NEWEST_FIRST: "Newest first",
      true: "Yes",
      false: "No",
    } as Readonly<Record<string, string>>,
  },
  ofHouse: "the operator",
  none: "none",
  /** What an approval brings about where no field of it was something else before. */
  effects: {
    payout: { name: "Payout", before: "amount reserved", after: "released for payment" },
    booked: { name: "Payout", before: "not booked", after: "booked as paid" },
    access: { name: "Access", before: "closed", after: "open" },
    password: { name: "Password", before: "as it is", after: "chosen anew by a mailed link" },
    link: { name: "Move", before: "not proven by the venue", after: "booked as stated" },
    factor: { name: "Second factor", before: "as it is", after: "removed by a mailed link" },
    others: {
      wallet: { name: "Addresses of new bills", before: "not from this wallet", after: "from this wallet" },
      key: { name: "API key", before: "refused", after: "accepted" },
      hold: { name: "Deposit", before: "held", after: "declined, awaiting refund" },
      execution: { name: "Execution", before: "above the limit", after: "allowed within these bounds" },
      beneficiary: { name: "Payouts to this place", before: "not possible", after: "possible" },
      move: { name: "Move", before: "not sent", after: "sent" },
      destination: { name: "Moves to this place", before: "not possible", after: "possible" },
      "bank-statement": { name: "Statement", before: "not booked", after: "booked" },
      resolution: { name: "Difference", before: "open", after: "booked for good" },
      "lost-hours": { name: "What was requested before the restore", before: "on hold", after: "prepared again" },
    },
  },
  shifts: {
    title: "What changes",
    wanted: "What was requested",
    name: "Item",
    before: "Now",
    was: "Before",
    after: "Becomes",
  },
  way: {
    title: "Who approves",
    requested: "Requested",
    second: "Second person",
    first: "First approval",
    last: "Second approval",
    twice: "The account owes the operator, so two people approve.",
    you: (roles: string) => `You, or another ${roles}`,
    others: (roles: string, but: string) => `${roles}, other than ${but}`,
    ofAccount: (roles: string, account: string) => `${roles} of ${account}`,
    ofHouse: (roles: string) => `${roles} of the operator`,
    or: (few: string, last: string) => `${few} or ${last}`,
    and: (few: string, last: string) => `${few} and ${last}`,
  },
  funds: {
    title: (asset: string) => `What it leaves, ${asset}`,
    what: "Confirmed",
    holds: "Balance now",
    promised: "Promised otherwise",
    payout: "This payout",
    after: "Free after it",
    owes: (amount: string) => `The account owes the operator ${amount}.`,
    reserve: "Reserve by the settlement terms",
  },
  facts: {
    account: "Account",
    amount: "Amount",
    reference: "Reference",
    payment: "Payment",
    deposit: "Deposit",
    txHash: "Transaction hash",
    inPlaceOf: "In place of payout",
    bankReference: "Bank reference",
    reason: "Reason",
    note: "Note",
    byPayer: (maker: string) => `Given by the payer, through a refund link created by ${maker}`,
  },
  dialog: {
    summary: {
      payout: "You are the second person. Approving books it, if that amount is available.",
      setting: "You are the second person. It takes effect on approval.",
      wallet: "You are the second person. Compare the key with its owner’s wallet: once approved, new bills use it.",
      key: "You are the second person. Once approved, this key can move money.",
      person: "You are the second person. Approving gives this person the role.",
      beneficiary:
        "You are the second person. Compare name and address with what the recipient confirmed by a second channel: once approved, payouts can go there.",
      execution:
        "You are the second person. Approving lets this conversion be executed at a fresh quote inside these bounds; nothing is sold yet.",
      hold: "You are the second person. Approving declines the held deposit; it then awaits its refund.",
      move: "You are the second person. Once approved, this move is sent: compare the address with the one you know.",
      link: "You are the second person. Approving books it as stated: compare reference, quantity and fee with the venue’s own record.",
      destination:
        "You are the second person. Approving puts this address on the list: compare it with what its owner says.",
      "settlement-terms":
        "You are the second person. Once approved, the account is settled on these terms: compare the bank account with its contract.",
      "bank-mapping":
        "You are the second person. Once approved, CSV statements of this account are read this way: compare the columns with a file of the bank.",
      "bank-statement":
        "You are the second person. Approving books this file as uploaded: compare its digest and totals with the file you have from the bank yourself.",
      "lost-hours":
        "You are the second person. Once approved, what was requested before the restore is paid again: ask each holder of a signing key yourself, and those who upload bank files.",
      resolution:
        "You are the second person. Approving books it for good: compare the reference with the chain, the bank or the venue.",
    },
    yours: "You requested this, so a second person decides. You can withdraw it.",
    agreed: "You have approved this. It takes effect once another person of the operator approves it.",
    mayNot: (role: string) => `Your role (${role}) can view this, not decide it.`,
    approve: (what: string) => `Approve: ${what}`,
    decline: "Decline",
    withdraw: "Withdraw",
    keep: "Cancel",
    close: "Close",
    note: "Note",
    noteHint: "Kept in the audit log; required to decline.",
    noteMissing: "Enter a reason to decline.",
    failed: "Something went wrong",
    done: {
      PENDING: (what: string) => `${what}: approved by you, one more approval required`,
      APPROVED: (what: string) => `${what}: approved`,
      DECLINED: (what: string) => `${what}: declined`,
      WITHDRAWN: (what: string) => `${what}: withdrawn`,
      EXPIRED: (what: string) => `${what}: expired`,
    },
  },
};
