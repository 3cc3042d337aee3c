import { networkName } from "./networks.ts";

/** The English words of mails. Each figure and time comes in as its reader writes it. */
export const en = {
  subject: (subject: string) => `Desk: ${subject}`,
  operator: "The operator",
  commandLine: "The operator’s command line",
  key: (keyId: string) => `The API key ${keyId}`,
  approval: {
    subject: (title: string) => `Awaiting your decision: ${title}`,
    ofHouse: (who: string) => `${who} requests the following for the operator:`,
    ofAccount: (who: string, account: string) => `${who} requests the following for the account ${account}:`,
    byTwo: "Two people have to approve it: the account owes the operator.",
    reserved: "The money is reserved while it waits, and nothing has left.",
    untouched: "Nothing is done or reserved yet.",
    expires: (at: string) =>
      `The request expires on ${at} unless somebody other than the requester decides it. Sign in to approve or decline it; this link by itself decides nothing:`,
  },
  refund: {
    subject: (account: string) => `Refund of ${account} requested`,
    lead: (account: string) =>
      `A payer of the account ${account} gave the address of their refund by the link that was sent to them:`,
    quantity: (amount: string, network: string) => `quantity: ${amount} on ${networkName(network)}`,
    address: (address: string) => `address: ${address}`,
    payment: (paymentId: string) => `payment: ${paymentId}`,
    madeBy: (who: string) => `link created by: ${who}`,
    waits: "It is reserved and awaits approval:",
    approved: "It is reserved and approved:",
  },
  nothingLeft: {
    subject: (account: string) => `A payer of ${account} could not be refunded`,
    lead: "A payer opened the refund link that was sent to them, and nothing of their deposit can be refunded any more:",
    end: "The link is revoked. Check what became of the deposit, and tell the payer:",
  },
  beneficiary: {
    subject: (account: string) => `New beneficiary of ${account}`,
    now: (account: string) => `Money of the account ${account} may go to this place from now on:`,
    later: (account: string, at: string) => `Money of the account ${account} may go to this place from ${at} on:`,
    name: (name: string) => `name: ${name}`,
    place: (place: string) => `place: ${place}`,
    end: "If you do not expect this, retire it on the page Payouts at once and ask your administrator:",
  },
  destination: {
    subject: (place: string) => `New destination at ${place}`,
    text: (place: string) => `Money of the operator may go to ${place} at this address or account from now on:`,
    label: (label: string) => `label: ${label}`,
    end: "If you do not expect this, take it off the list on the page Treasury at once and ask your administrator:",
  },
  wallet: {
    subject: (kind: string) => `Wallet in use: ${kind}`,
    text: (kind: string) => `This wallet (${kind}) receives money from now on:`,
    fingerprint: (fingerprint: string) => `fingerprint of its key: ${fingerprint}`,
    first: (address: string) => `first address: ${address}`,
    account: (account: string) => `for the account: ${account}`,
    end: "If you do not expect this, retire it at once under Settings, Wallets, and ask your administrator:",
  },
  settled: {
    subject: (account: string) => `Where settlements of ${account} are paid`,
    text: (account: string, currency: string) =>
      `Settlements of the account ${account} in ${currency} are paid to this place from now on:`,
    before: (place: string) => `until now: ${place}`,
    end: "If you do not expect this, ask the operator at once. The terms and who set them:",
  },
  foreignTrade: {
    sold: (venue: string, quantity: string, proceeds: string) =>
      `${venue} sold ${quantity} for ${proceeds} without an order of ours`,
    bought: (venue: string, quantity: string, cost: string) =>
      `${venue} bought ${quantity} for ${cost} without an order of ours`,
    lead: (venue: string) => `At ${venue} our account has traded, and no order of this program says so.`,
    soldLine: (quantity: string, proceeds: string) => `sold ${quantity} for ${proceeds}`,
    boughtLine: (quantity: string, cost: string) => `bought ${quantity} for ${cost}`,
    order: (orderRef: string, venue: string) => `order ${orderRef} at ${venue}`,
    end: (venue: string) =>
      `It is booked as the operator’s own. If nobody at the operator placed it by hand, somebody else has access to our account at ${venue}: lock it there. The case says more:`,
  },
  hedge: {
    subject: (pair: string) => `No new prices in ${pair}`,
    text: (pair: string) =>
      `The hedge of ${pair} is past its limit: no price is promised in this pair until it is done. The operator’s case says what the venue answered.`,
  },
  left: {
    subject: (amount: string, network: string) => `${amount} left ${networkName(network)} without approval`,
    money: "money",
    inBlock: (network: string) =>
      `A transaction on ${networkName(network)} spends what is ours, and belongs to no approved payout or move. It is in a block.`,
    pending: (network: string) =>
      `A transaction on ${networkName(network)} spends what is ours, and belongs to no approved payout or move. It is waiting for a block.`,
    withFee: (amount: string, fee: string) => `${amount}, and ${fee} as the network’s fee`,
    to: (address: string) => `to ${address}`,
    transaction: (txHash: string) => `transaction ${txHash}`,
    end: "If nobody at the operator sent it, somebody else has a key: move what is left to a new one. The case says more:",
  },
  gas: {
    subject: (network: string) => `Gas of ours was spent on ${networkName(network)} without approval`,
    lead: (network: string) =>
      `An account of ours on ${networkName(network)} has sent a transaction that moves no token, and belongs to no approved payout or move.`,
    value: (amount: string) => `${amount} sent with it, and gas`,
    lost: (amount: string, network: string) =>
      `${amount} left an account of ours on ${networkName(network)} without approval`,
    lostLead: (network: string, height: number) =>
      `An account of ours on ${networkName(network)} has less at block ${height} than its transactions leave: the code of a contract has moved it, and no approved payout or move says so.`,
    from: (address: string) => `from ${address}`,
    gone: (amount: string) => `${amount} gone`,
  },
  withdrawal: {
    subject: (amount: string, venue: string) => `${amount} leaves ${venue} without approval`,
    sent: (venue: string) => `A withdrawal at ${venue} belongs to no approved move. It is sent.`,
    onItsWay: (venue: string) => `A withdrawal at ${venue} belongs to no approved move. It is on its way.`,
    label: (label: string, venue: string) => `which ${venue} knows as ${label}`,
    number: (venueRef: string, venue: string) => `number ${venueRef} at ${venue}`,
    end: (venue: string) =>
      `If nobody at the operator requested it, somebody else has access to our account at ${venue}: lock it there. The case says more:`,
  },
  endpoint: {
    subject: "A webhook endpoint was disabled",
    GONE: (endpointId: string) =>
      `The endpoint ${endpointId} receives nothing any more: it answered 410. What waits is kept; enable it under Developers, Webhooks.`,
    FAILING: (endpointId: string) =>
      `The endpoint ${endpointId} receives nothing any more: it failed for five days. What waits is kept; enable it under Developers, Webhooks.`,
  },
  notice: {
    approval: (what: string) => `Awaiting approval: ${what}`,
    file: (list: string) => `File not written: ${list}`,
    urgent: (kind: string) => `Urgent case: ${kind}`,
    other: (kind: string) => `Case: ${kind}`,
    more: (count: string) => `${count} more in the inbox`,
    test: "Test message",
    account: (account: string) => `Account: ${account}`,
    amount: (amount: string) => `Amount: ${amount}`,
    due: (at: string) => `Due: ${at}`,
    names: { account: "Account", amount: "Amount", due: "Due" },
    open: "Open",
  },
  mention: {
    subject: (who: string) => `${who} mentions you in a comment`,
    text: (on: string) => `A comment addresses you. What it is on (${on}), with the comment:`,
  },
  joined: {
    subject: (who: string, account: string) => `${who} joined ${account}`,
    text: (who: string, role: string, account: string) =>
      `${who} accepted an invitation and has the role ${role} in ${account} from now on.`,
  },
  browser: {
    subject: "A new browser signed in",
    text: (agent: string) =>
      `A browser that has not signed you in before did so: ${agent}. If it was not you, end that session under Your account and set a new password.`,
    from: (address: string, agent: string) =>
      `A browser that has not signed you in before did so from ${address}: ${agent}. If it was not you, end that session under Your account and set a new password.`,
    unnamed: "it did not say what it is",
  },
  password: {
    subject: "Set a new password",
    forgotten:
      "Somebody, probably you, requested a new password. Set one with this link within 72 hours; it is single use. Your old password stays valid until then. If you did not request it, ignore this e-mail.",
    reset: (account: string) =>
      `An administrator of ${account} asks you to set a new password. Use this link within 72 hours; it is single use. Your old password stays valid until then. If you know nothing of it, ask them.`,
    changed: "Your password was changed",
    changedText:
      "Your password was changed and your other sessions ended. If it was not you, tell an administrator at once.",
  },
  factor: {
    subject: "Remove your second factor",
    lost: "The operator allows you to remove your second factor. Use this link within 72 hours, with your password if you have one; it is single use. If you know nothing of it, tell an administrator.",
    reset: (account: string) =>
      `An administrator of ${account} allows you to remove your second factor, for example after losing a phone. Use this link within 72 hours, with your password if you have one; it is single use. If you know nothing of it, ask them and do nothing.`,
    removed: "Your second factor was removed",
    removedText:
      "Your second factors were removed with a link that was sent to you, and your sessions ended. If it was not you, tell an administrator at once.",
    codeUsed: "A recovery code was used",
    codeUsedText: (left: string) =>
      `A recovery code was used in place of your second factor; ${left} are left. If it was not you, tell an administrator at once.`,
  },
  signIn: {
    passkeyAdded: "A passkey was added",
    passkeyRemoved: "A passkey was removed",
    appAdded: "An authenticator app was added",
    appRemoved: "An authenticator app was removed",
    codesMade: "New recovery codes were created; the ones before have ended",
    text: (what: string) => `Your sign-in has changed. ${what}. If it was not you, tell an administrator at once.`,
    sso: "You sign in by single sign-on",
    ssoText: (issuer: string) =>
      `Your sign-in is joined to ${issuer} from now on. If you know nothing of it, tell an administrator at once.`,
  },
  member: {
    disabled: (account: string) => `${account} has disabled your access`,
    disabledText: (account: string) =>
      `An administrator of ${account} disabled your access. If you know nothing of it, ask them.`,
    restored: (account: string) => `${account} has restored your access`,
    restoredText: (account: string) =>
      `An administrator of ${account} restored your access. If you know nothing of it, ask them.`,
    removed: (account: string) => `${account} has removed you`,
    removedText: (account: string) =>
      `An administrator of ${account} removed you from it. If you know nothing of it, ask them.`,
  },
  invitation: {
    subject: (account: string) => `You are invited to ${account}`,
    text: (who: string, account: string, role: string) =>
      `${who} invites you to ${account} with the role ${role}. Accept with this link within 72 hours; it is single use. If you do not expect this invitation, ignore it.`,
    recovery: (who: string, account: string, role: string) =>
      `${who} invites you to ${account} with the role ${role}. Accept with this link from 24 hours after it was requested, for 72 hours; it is single use. If you do not expect this invitation, ignore it.`,
  },
  recovery: {
    subject: (email: string) => `${email} is to become an administrator of the operator`,
    text: (email: string, at: string) =>
      `The command line names ${email} as administrator of the operator. Nobody agreed to it, so its link works only from ${at} on. If somebody at the operator can still sign in and approve, revoke it under Settings, People, and find out who has access to the machine:`,
  },
};
