import type { Text } from "./text.ts";

/** The German words of the palette. */
export const de: Text["palette"] = {
  open: "Zu einer Seite gehen oder etwas finden",
  title: "Gehen oder finden",
  label: "Seite, Aktion, ID, Adresse oder Hash",
  hint: "Seite, Aktion, ID, Adresse, Hash, Referenz…",
  list: "Was passt",
  page: "Seite",
  action: "Aktion",
  none: "Nichts passt.",
  count: (count) => (count === 1 ? "1 Zeile" : `${count} Zeilen`),
  actions: {
    convert: "Neue Konversion",
    held: "Angehaltene Zahlungen",
    late: "Verspätete Zahlungen",
    free: "Zahlungen frei zu konvertieren",
  },
  found: {
    paymentId: "Zahlung",
    invoiceId: "Konversion",
    address: "Zahlung, nach Adresse",
    txHash: "Zahlung, nach Transaktion",
    reference: "Zahlung, nach Referenz",
    subaccount: "Unterkonto",
  },
  find: {
    paymentId: "Zahlung",
    invoiceId: "Konversion",
    address: "Zahlungen an diese Adresse",
    txHash: "Zahlung dieser Transaktion",
    reference: "Zahlungen mit dieser Referenz",
  },
};
