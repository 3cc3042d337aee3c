import type { en } from "./payer.en.ts";

/** The German words of the page that payers see. */
export const de: typeof en = {
  title: "Zahlung",
  network: { bitcoin: "Bitcoin", bitcoincash: "Bitcoin Cash", eth: "Ethereum", tron: "Tron" },
  heading: (amount, network) => `${amount} über ${network} zahlen`,
  sandbox: "Dies ist ein Test. Senden Sie kein echtes Geld.",
  sendExactly: "Senden Sie genau",
  sendRest: "Noch zu senden",
  worth: (fiat) => `für ${fiat}`,
  heldUntil: (clock) => `Preis gilt bis ${clock}`,
  scan: "Mit Ihrer Wallet scannen oder unten kopieren",
  open: "In der Wallet öffnen",
  amount: "Betrag",
  address: "Adresse",
  check: (first, last) => `Beginnt mit ${first}, endet mit ${last}. Prüfen Sie beides in Ihrer Wallet.`,
  sendOnly: (crypto, network) => `Nur ${crypto} im Netz ${network}. Alles andere bezahlt diese Rechnung nicht.`,
  feeRate: (rate) =>
    `Zahlen Sie mindestens ${rate} Satoshi je Byte als Netzgebühr. Mit weniger zählt Ihre Zahlung erst, wenn ein Block sie enthält.`,
  endsIn: "Restzeit",
  code: {
    uri: "QR-Code mit Adresse und Betrag",
    address: "QR-Code mit der Adresse",
    holds: "Der QR-Code enthält",
    addressOnly: "Nur die Adresse",
    amountToo: "Auch den Betrag",
  },
  copy: "Kopieren",
  copyOf: { amount: "Betrag", address: "Adresse" },
  steps: {
    waiting: "Wartet auf Ihre Zahlung",
    waitingText: "Wir sehen sie Sekunden nach dem Senden",
    rest: "Ein Teil ist da",
    restText: (came) => `${came} ist eingegangen. Senden Sie den Rest an dieselbe Adresse.`,
    seen: "Im Netz gesehen",
    seenSoon: "Dann können Sie diese Seite schließen",
    confirmed: "Bestätigt",
    confirmedSoon: (count, span) => `${count === 1 ? "1 Bestätigung" : `${count} Bestätigungen`}, etwa ${span}`,
  },
  seen: {
    title: "Ihre Zahlung ist unterwegs",
    text: (count, span) =>
      `Das Netz bestätigt sie ${count} Mal, das dauert etwa ${span}. Sie können diese Seite schließen.`,
  },
  checking: {
    title: "Ihre Zahlung ist angekommen",
    text: "Sie wird geprüft. Sie müssen nichts mehr tun.",
  },
  paid: { title: "Bezahlt", text: (came) => `${came} ist eingegangen. Danke.` },
  over: {
    title: "Bezahlt, und mehr",
    text: (surplus) => `Sie haben ${surplus} mehr gesendet als verlangt. Fragen Sie den Händler danach.`,
  },
  under: {
    title: "Es kam nicht alles rechtzeitig an",
    text: (came, due) => `${came} von ${due} kam an, bevor die Zeit um war.`,
    todo: "Bitte senden Sie nicht mehr. Der Händler weiß Bescheid; fragen Sie ihn, wie es weitergeht.",
  },
  ended: {
    title: "Diese Zahlung ist beendet",
    text: "Bevor die Zeit um war, kam kein Geld an.",
    todo: "Bitte senden Sie jetzt keins: bitten Sie den Händler um eine neue Zahlung.",
    already: "Haben Sie schon gesendet? Es kommt trotzdem an, und der Händler erfährt es.",
  },
  missing: {
    title: "Diese Zahlung gibt es nicht",
    text: "Der Link ist vielleicht unvollständig. Öffnen Sie ihn noch einmal dort, wo Sie ihn herhaben, oder fragen Sie den Händler.",
  },
  failed: "Der neueste Stand konnte nicht geladen werden. Nichts, was Sie gesendet haben, ist verloren.",
  help: {
    title: "Was, wenn ich zu spät, zu wenig oder zu viel zahle?",
    text: (clock) =>
      `Nach ${clock} gilt der Preis nicht mehr, aber Geld kommt weiterhin an, und der Händler erfährt es. Haben Sie zu wenig gesendet, senden Sie den Rest an dieselbe Adresse. Haben Sie zu viel gesendet, fragen Sie den Händler.`,
  },
  payment: "Zahlung",
  paymentId: "Zahlungs-ID",
  loading: "Die Zahlung wird geladen",
};
