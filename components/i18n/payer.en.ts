/** The English words of the page that payers see. They know no trade words, so it uses none. */
export const en = {
  title: "Payment",
  heading: (amount: string, network: string) => `Pay ${amount} on ${network}`,
  sandbox: "This is a test. Do not send real money.",
  network: { bitcoin: "Bitcoin", bitcoincash: "Bitcoin Cash", eth: "Ethereum", tron: "Tron" },
  sendExactly: "Send exactly",
  sendRest: "Still to send",
  worth: (fiat: string) => `for ${fiat}`,
  heldUntil: (clock: string) => `price held until ${clock}`,
  scan: "Scan with your wallet, or copy below",
  open: "Open in wallet",
  amount: "Amount",
  address: "Address",
  check: (first: string, last: string) => `Starts with ${first}, ends with ${last}. Check both in your wallet.`,
  sendOnly: (crypto: string, network: string) =>
    `Only ${crypto} on the ${network} network. Anything else will not pay this bill.`,
  feeRate: (rate: string) =>
    `Pay a network fee of at least ${rate} satoshi per byte. With less, your payment counts only once a block holds it.`,
  endsIn: "Time left",
  code: {
    uri: "QR code with the address and the amount",
    address: "QR code with the address",
    holds: "QR code holds",
    addressOnly: "Address only",
    amountToo: "Amount too",
  },
  copy: "Copy",
  copyOf: { amount: "amount", address: "address" },
  steps: {
    waiting: "Waiting for your payment",
    waitingText: "We see it within seconds of sending",
    rest: "A part has come",
    restText: (came: string) => `${came} arrived. Send the rest to the same address.`,
    seen: "Seen on the network",
    seenSoon: "You may close this page then",
    confirmed: "Confirmed",
    confirmedSoon: (count: number, span: string) =>
      `${count === 1 ? "1 confirmation" : `${count} confirmations`}, about ${span}`,
  },
  seen: {
    title: "Your payment is on its way",
    text: (count: number, span: string) =>
      `The network confirms it ${count === 1 ? "once" : `${count} times`}, which takes about ${span}. You may close this page.`,
  },
  checking: {
    title: "Your payment has arrived",
    text: "It is being checked. There is nothing more for you to do.",
  },
  paid: { title: "Paid", text: (came: string) => `${came} arrived. Thank you.` },
  over: {
    title: "Paid, and more",
    text: (surplus: string) => `You sent ${surplus} more than was asked for. Ask the shop about it.`,
  },
  under: {
    title: "Not all of it arrived in time",
    text: (came: string, due: string) => `${came} of ${due} arrived before the time was up.`,
    todo: "Please do not send more. The shop has been told; ask how to go on.",
  },
  ended: {
    title: "This payment has ended",
    text: "No money arrived before the time was up.",
    todo: "Please do not send any now: ask the shop for a new payment.",
    already: "Have you sent it already? It still arrives, and the shop is told.",
  },
  missing: {
    title: "There is no such payment",
    text: "The link may be incomplete. Open it again from where you got it, or ask the shop.",
  },
  failed: "The newest state could not be loaded. Nothing you have sent is lost.",
  help: {
    title: "What if I pay late, too little or too much?",
    text: (clock: string) =>
      `After ${clock} the price no longer holds, but money still arrives and the shop is told. If you send too little, send the rest to the same address. If you send too much, ask the shop.`,
  },
  refunded: {
    requested: (amount: string) => `Your refund of ${amount} is requested. The shop approves it, then it is sent.`,
    sent: (amount: string) => `Your refund of ${amount} was sent.`,
    transaction: "Transaction",
    hash: "transaction hash",
  },
  refund: {
    title: "Refund",
    opening: "Opening the refund",
    lead: (network: string) => `The shop gives this back to you on the ${network} network.`,
    fee: "The network fee is not taken from it.",
    field: (crypto: string, network: string) => `Your ${crypto} address on ${network}`,
    hint: "Use an address from a wallet of your own. An exchange may have sent your payment: its address may not be yours.",
    missing: "Enter an address.",
    wrong: (crypto: string, network: string) =>
      `Nothing can be refunded to this address. Enter a ${crypto} address on ${network} from your own wallet.`,
    next: "Continue",
    compare: "Is this your address?",
    compareText: (amount: string) =>
      `${amount} goes to this address. It cannot be changed afterwards, and what goes to a wrong address is lost.`,
    check: (first: string, last: string) => `Starts with ${first}, ends with ${last}.`,
    confirm: "Confirm address",
    back: "Change it",
    done: "Refund requested",
    doneText: (amount: string) =>
      `${amount} is set aside for you. The shop approves it, then it is sent to this address:`,
    follow: "Follow it on the payment’s page",
    dead: "This link does not work",
    deadText: "Ask the shop for a new one.",
    gone: "This refund is not available any more",
    goneText: "The shop has been told. Ask there how to go on.",
    busy: "Too many tries. Wait a minute, then try again.",
    unsure: "The server did not answer. Open the link again; if it does not work then, your address was taken.",
  },
  payment: "Payment",
  paymentId: "payment id",
  loading: "Loading the payment",
};
