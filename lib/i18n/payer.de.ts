import type { en } from "./payer.en.ts";

/** The German words of the page that payers see. */
export const de: typeof en = {
  title: "Zahlung",
  payTo: (merchant) => `Zahlung an ${merchant}`,
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
  sendOnly: (crypto, network) => `Nur ${crypto} im Netzwerk ${network}. Alles andere bezahlt diese Rechnung nicht.`,
  feeRate: (rate) =>
    `Zahlen Sie mindestens ${rate} Satoshi je Byte als Netzgebühr. Mit weniger zählt Ihre Zahlung erst, wenn ein Block sie enthält.`,
  endsIn: "Restzeit",
  code: {
    uri: "QR-Code mit Adresse und Betrag",
    address: "QR-Code mit der Adresse",
    holds: "Der QR-Code enthält",
    addressOnly: "Nur Adresse",
    amountToo: "Mit Betrag",
  },
  copy: "Kopieren",
  copyOf: { amount: "Betrag", address: "Adresse" },
  steps: {
    waiting: "Wartet auf Ihre Zahlung",
    waitingText: "Wir sehen sie Sekunden nach dem Senden",
    rest: "Ein Teil ist gesendet",
    arrived: (received) => `${received} ist eingegangen.`,
    underWay: (seen) => `${seen} ist unterwegs.`,
    checking: (seen) => `${seen} wird geprüft.`,
    sendRest: "Senden Sie den Rest an dieselbe Adresse.",
    seen: "Im Netzwerk gesehen",
    seenSoon: "Dann können Sie diese Seite schließen",
    confirmed: "Bestätigt",
    confirmedSoon: (count, span) => `${count === 1 ? "1 Bestätigung" : `${count} Bestätigungen`}, etwa ${span}`,
  },
  seen: {
    title: "Ihre Zahlung ist unterwegs",
    text: (count, span) =>
      `Das Netzwerk bestätigt sie ${count} Mal, das dauert etwa ${span}. Sie können diese Seite schließen.`,
  },
  checking: {
    title: "Ihre Zahlung ist angekommen",
    text: "Sie wird geprüft. Sie müssen nichts mehr tun.",
  },
  paid: { title: "Bezahlt", text: (received) => `${received} ist eingegangen. Danke.` },
  over: {
    title: "Überzahlt",
    text: (surplus) =>
      `Sie haben ${surplus} mehr gesendet als fällig. Wenden Sie sich wegen der Differenz an den Händler.`,
  },
  late: {
    title: "Ihre Zahlung kam nicht rechtzeitig",
    text: (received) =>
      `${received} ist eingegangen, aber nicht alles, solange der Preis galt. Der Händler entscheidet, ob die Rechnung bezahlt ist.`,
  },
  under: {
    title: "Es kam nicht alles rechtzeitig an",
    text: (received, due) => `${received} von ${due} ist eingegangen.`,
  },
  shop: "Bitte senden Sie nicht mehr. Der Händler weiß Bescheid; fragen Sie ihn, wie es weitergeht.",
  tooLittle: {
    text: (sent, due) => `Das sind ${sent} von ${due}, und die Zeit ist um.`,
    todo: "Bitte senden Sie nicht mehr: fragen Sie den Händler, wie es weitergeht.",
  },
  declined: {
    title: "Ihre Zahlung wurde nicht angenommen",
    text: (declined) => `${declined} ist eingegangen und wurde nicht angenommen. Es bezahlt diese Rechnung nicht.`,
    todo: "Bitte senden Sie es nicht noch einmal: fragen Sie den Händler, wie es weitergeht.",
  },
  reversed: {
    title: "Ihre Zahlung wurde zurückgenommen",
    text: "Das Netzwerk hat eine Transaktion zurückgenommen, die eingegangen war. Sie bezahlt diese Rechnung nicht mehr.",
    left: (received) => `${received} ist da.`,
    todo: "Bitte senden Sie jetzt nichts: fragen Sie den Händler, wie es weitergeht.",
  },
  wrongAsset: (crypto) =>
    `Es ist etwas anderes als ${crypto} eingegangen. Es bezahlt diese Rechnung nicht: fragen Sie den Händler, wie Sie es zurückbekommen.`,
  ended: {
    title: "Diese Zahlung ist abgelaufen",
    text: (crypto) => `Bevor die Zeit um war, ging kein ${crypto} ein.`,
    todo: "Bitte senden Sie jetzt nichts mehr: bitten Sie den Händler um eine neue Zahlung.",
    already: "Haben Sie schon gesendet? Es kommt trotzdem an, und der Händler erfährt es.",
  },
  missing: {
    title: "Zahlung nicht gefunden",
    text: "Der Link ist vielleicht unvollständig. Öffnen Sie ihn noch einmal dort, wo Sie ihn herhaben, oder fragen Sie den Händler.",
  },
  failed: "Der neueste Stand konnte nicht geladen werden. Nichts, was Sie gesendet haben, ist verloren.",
  help: {
    title: "Was, wenn ich zu spät, zu wenig oder zu viel zahle?",
    text: (clock) =>
      `Nach ${clock} gilt der Preis nicht mehr, aber Geld kommt weiterhin an, und der Händler erfährt es. Haben Sie zu wenig gesendet, senden Sie den Rest an dieselbe Adresse. Haben Sie zu viel gesendet, fragen Sie den Händler.`,
  },
  refunded: {
    requested: (amount) =>
      `Ihre Erstattung von ${amount} ist angefragt. Der Händler gibt sie frei, dann wird sie gesendet.`,
    sent: (amount) => `Ihre Erstattung von ${amount} wurde gesendet.`,
    transaction: "Transaktion",
    hash: "Transaktions-Hash",
  },
  refund: {
    title: "Erstattung",
    opening: "Die Erstattung wird geöffnet",
    lead: (network) => `Der Händler gibt Ihnen dies im Netzwerk ${network} zurück.`,
    fee: "Die Netzgebühr wird nicht davon abgezogen.",
    field: (crypto, network) => `Ihre ${crypto}-Adresse im Netzwerk ${network}`,
    hint: "Nehmen Sie eine Adresse aus Ihrer eigenen Wallet. Hat eine Börse für Sie gezahlt, gehört deren Adresse vielleicht nicht Ihnen.",
    missing: "Bitte eine Adresse eingeben.",
    wrong: (crypto, network) =>
      `An diese Adresse kann nichts erstattet werden. Geben Sie eine ${crypto}-Adresse im Netzwerk ${network} aus Ihrer eigenen Wallet ein.`,
    next: "Weiter",
    compare: "Ist das Ihre Adresse?",
    compareText: (amount) =>
      `${amount} geht an diese Adresse. Sie kann danach nicht geändert werden, und was an eine falsche Adresse geht, ist verloren.`,
    check: (first, last) => `Beginnt mit ${first}, endet mit ${last}.`,
    confirm: "Adresse bestätigen",
    back: "Ändern",
    done: "Erstattung angefragt",
    doneText: (amount) =>
      `${amount} ist für Sie reserviert. Der Händler gibt es frei, dann wird es an diese Adresse gesendet:`,
    follow: "Auf der Seite der Zahlung verfolgen",
    dead: "Dieser Link funktioniert nicht",
    deadText: "Bitten Sie den Händler um einen neuen.",
    gone: "Diese Erstattung ist nicht mehr verfügbar",
    goneText: "Der Händler weiß Bescheid. Fragen Sie ihn, wie es weitergeht.",
    busy: "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.",
    unsure:
      "Der Server hat nicht geantwortet. Öffnen Sie den Link erneut; funktioniert er dann nicht, wurde Ihre Adresse übernommen.",
  },
  slip: {
    title: "Quittung",
    details: "Angaben zur Zahlung",
    to: "Bezahlt an",
    shop: "Händler",
    received: "Eingegangener Betrag",
    bill: "Für eine Rechnung über",
    network: "Netzwerk",
    sent: "Gesendet",
    transaction: "Transaktion",
    id: "Zahlungs-ID",
    asOf: "Stand",
    print: "Quittung drucken",
    printDetails: "Angaben drucken",
    back: (host) => `Zurück zu ${host}`,
  },
  payment: "Zahlung",
  paymentId: "Zahlungs-ID",
  loading: "Die Zahlung wird geladen",
};
