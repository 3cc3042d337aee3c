import type { ReasonWords } from "./reason.en.ts";

type Sold = Parameters<ReasonWords["sold"]["RFQ"]>[0];

const soldAt =
  (how: string) =>
  ({ amount, price, fiat, fee }: Sold): string =>
    `${amount} ${how} ${price}${fee ? ` nach einer Servicegebühr von ${fee}` : ""} für ${fiat} verkauft`;

/** The German of a deposit's reason. */
export const reason: ReasonWords = {
  dust: (received, least) =>
    `${received} eingegangen, weniger als ${least}: unter dem Mindestbetrag, gebührenfrei als Krypto gehalten.`,
  limitOf: {
    ACCOUNT: (limit) => `dem Limit des Kontos von ${limit}`,
    HOUSE: (limit) => `dem Limit des Betreibers von ${limit}`,
  },
  aboveLimit: (received, limit) => `${received} liegt über ${limit} je Einzahlung.`,
  sumAbove: (received, inAll, limit) => `Mit ${received} sind es zusammen ${inAll}, über ${limit}.`,
  wrongAsset: (received, network, requested) =>
    `${received} kam auf ${network} für eine Rechnung in ${requested} an; es wird zurückgezahlt oder abgelehnt.`,
  gone: {
    REORGANISED: "Eine Reorganisation der Chain hat den Block mit dieser Einzahlung entfernt.",
    DOUBLE_SPENT: "Eine andere Transaktion hat dieselben Coins zuerst ausgegeben.",
    EVICTED: "Die Transaktion hat den Mempool verlassen, ohne in einen Block zu kommen.",
  },
  screened: (received) => `${received} warten: Der Betreiber prüft, woher sie kommen.`,
  assigned: (received) =>
    `${received} kam an einer Adresse ohne Rechnung an und wurde vom Betreiber dieser zugewiesen: als Krypto gehalten, der Preis der Rechnung gilt dafür nicht.`,
  older: (received) =>
    `${received} stand schon vor dem Erstellen der Rechnung in der Chain: es wird freigegeben oder abgelehnt.`,
  heldLong: (received, held) =>
    `${received} rechtzeitig eingegangen, aber erst ${held} nach der Bestätigung freigegeben; es gilt der niedrigere aus Rechnungspreis und neuem Preis`,
  inTime: (received) => `${received} rechtzeitig eingegangen`,
  more: (received, excess) => `${received} rechtzeitig eingegangen, ${excess} mehr als noch offen`,
  afterPaid: (received) => `${received} rechtzeitig eingegangen, nachdem die Rechnung schon voll bezahlt war`,
  late: {
    SEEN: (received, after) => `${received} verspätet eingegangen, ${after} nach Ablauf der Rechnung`,
    CONFIRMED: (received, after, guarantee) =>
      `${received} rechtzeitig eingegangen, aber erst ${after} nach Ablauf der Rechnung bestätigt; ihr Preis ist nur ${guarantee} garantiert`,
    RELEASED: (received, after, guarantee) =>
      `${received} rechtzeitig eingegangen, aber erst ${after} nach Ablauf der Rechnung freigegeben; ihr Preis ist nur ${guarantee} garantiert`,
    OLDER: (received) => `${received} stand schon vor dem Erstellen der Rechnung in der Chain und gilt als verspätet`,
  },
  sold: {
    RFQ: soldAt("zum Rechnungspreis von"),
    FRESH: soldAt("zum neuen Preis von"),
    MARKET: soldAt("per Marktorder zu"),
  },
  waits: {
    FRESH: (amount) => `${amount} wartet auf den Verkauf zu einem neuen Preis`,
    MARKET: (amount) => `${amount} wartet auf den Verkauf per Marktorder`,
  },
  retained: (amount, fee, why) =>
    `${amount} als Krypto gehalten${fee ? `, abzüglich der Transaktionsgebühr von ${fee}` : ""}, weil ${why}`,
  why: (code, limitPrice) => {
    switch (code) {
      case "RECEIVE_AS_IS":
        return "die Rechnung Krypto unverändert annimmt";
      case "BILL_EXPIRED":
        return "der Preis der Rechnung nicht mehr gilt";
      case "LIMIT_NOT_MET":
        return `der Preis nicht besser ist als das Limit von ${limitPrice}`;
      case "OVERPAYMENT_KEPT":
        return "die Rechnung Überzahlungen behält";
      case "BELOW_MINIMUM":
        return "es unter dem kleinsten verkäuflichen Betrag liegt";
      case "INSUFFICIENT_LIQUIDITY":
        return "der Markt es nahe dem besten Preis nicht aufnimmt";
      default:
        return "es nicht verkauft werden konnte";
    }
  },
};
