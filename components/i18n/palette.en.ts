/** The English words of the palette. */
export const en = {
  open: "Go to a page or find a record",
  title: "Go to, or find",
  label: "Page, action, id, address or hash",
  hint: "Page, action, id, address, hash, reference…",
  list: "What fits",
  page: "Page",
  action: "Action",
  none: "Nothing fits.",
  count: (count: number) => (count === 1 ? "1 line" : `${count} lines`),
  actions: {
    convert: "New conversion",
    held: "Held payments",
    late: "Late payments",
    free: "Payments free to convert",
  },
  found: {
    paymentId: "Payment",
    invoiceId: "Conversion",
    address: "Payment, by address",
    txHash: "Payment, by transaction",
    reference: "Payment, by reference",
    subaccount: "Subaccount",
  },
  find: {
    paymentId: "Payment",
    invoiceId: "Conversion",
    address: "Payments to this address",
    txHash: "Payment of this transaction",
    reference: "Payments with this reference",
  },
};
