import type { ApprovalKind } from "#lib/contract/approval-states.ts";

/** The English words of what waits for a second person. */
export const en = {
  waits: (what: string) => `${what}: waits for a second person`,
  look: "Show",
  count: (count: number) => (count === 1 ? "1 waits for a second person" : `${count} wait for a second person`),
  failed: "The requests could not be loaded",
  waiting: {
    title: "Waiting for a second person",
    hint: "Nothing of it is done or reserved. What nobody decides within a day expires.",
    none: "Nothing waits",
    noneText:
      "In live, payouts, rates and limit prices come here before they are done; in a sandbox when “Second person” under Fees & limits is set to always.",
  },
  elsewhere: {
    none: "This request is not in these lists: it was decided long ago, or is not yours to see.",
    other: (account: string) => `This request is of the account ${account}.`,
    change: (account: string) => `Switch to ${account}`,
  },
  ended: { title: "Decided", hint: "Newest first.", none: "Nothing was decided yet." },
  columns: { what: "What", asked: "Asked", why: "Why", state: "State", commands: "Actions" },
  payout: (amount: string) => `Payout of ${amount}`,
  setting: (name: string, value: string) => `${name} to ${value}`,
  others: (
    what: ApprovalKind,
    { kind, account, name, email, role, quantity, lowestPrice }: Readonly<Record<string, string>>,
  ): string => {
    if (what === "wallet") return `Use the wallet ${kind}${account ? ` for ${account}` : ""}`;
    if (what === "beneficiary") return `New beneficiary ${name}`;
    if (what === "execution") return `Sell ${quantity} at ${lowestPrice} or more`;
    if (what === "key") return `Let the key ${name} work`;
    if (what === "person") return `${email} as ${role}`;
    return "Decline a held deposit";
  },
  settings: (first: string, more: number) => `${first} and ${more} more`,
  states: {
    PENDING: "Waiting",
    APPROVED: "Approved",
    DECLINED: "Declined",
    WITHDRAWN: "Withdrawn",
    EXPIRED: "Expired",
  },
  by: (who: string) => `by ${who},`,
  until: "until",
  decide: "Decide…",
  withdraw: "Withdraw…",
  show: "Details…",
  fields: {
    kind: "Kind",
    fingerprint: "Fingerprint",
    path: "Path",
    account: "Account",
    firstAddress: "First address",
    keyId: "Key id",
    name: "Name",
    scopes: "Scopes",
    email: "E-mail",
    role: "Role",
    walletId: "Wallet",
    quantity: "Quantity",
    lowestPrice: "Lowest price",
    until: "Until",
    invoiceId: "Conversion",
    replaces: "Replaces",
  } as Readonly<Record<string, string>>,
  ofHouse: "the house",
  facts: {
    account: "Asked for",
    amount: "Amount",
    reference: "Reference",
    payment: "Payment",
    deposit: "Deposit",
    txHash: "Transaction hash",
    reason: "Reason",
    asked: "Asked by",
    first: "First of two",
    needsTwo: "Nobody yet: the account owes the house, so two people of the house approve",
    expires: "Can be decided until",
    note: "Note",
    becomes: "becomes",
  },
  dialog: {
    summary: {
      payout: "You are the second person. Approving books it for good, if that much is free now.",
      setting: "You are the second person. Approving has it rule from this moment on.",
      wallet: "You are the second person. Compare the key with its owner’s wallet: approving has new bills pay to it.",
      key: "You are the second person. Approving lets this key move money from this moment on.",
      person: "You are the second person. Approving gives this person the role.",
      beneficiary:
        "You are the second person. Compare name and place with what the recipient told you by another way: approving lets the account's money go there.",
      execution:
        "You are the second person. Approving lets this conversion be executed at a fresh quote inside these bounds; nothing is sold yet.",
      hold: "You are the second person. Approving declines the held deposit; it waits to be paid back.",
    },
    yours: "You asked for this, so a second person decides it. You can take it back.",
    agreed: "You have approved this. It is done once another person of the house approves it too.",
    mayNot: (role: string) => `Your role ${role} may look at this, not decide it.`,
    approve: (what: string) => `Approve: ${what}`,
    decline: "Decline",
    withdraw: "Withdraw",
    keep: "Leave it waiting",
    close: "Close",
    note: "Note",
    noteHint: "Stays in the audit record; needed to decline.",
    noteMissing: "Say why you decline.",
    failed: "This was not done",
    done: {
      PENDING: (what: string) => `${what}: approved by you, one more person has to`,
      APPROVED: (what: string) => `${what}: approved and done`,
      DECLINED: (what: string) => `${what}: declined`,
      WITHDRAWN: (what: string) => `${what}: withdrawn`,
      EXPIRED: (what: string) => `${what}: expired`,
    },
  },
};
