import type { Text } from "./text.ts";

/** The German words of what waits for a second person. */
export const de: Text["approvals"] = {
  waits: (what) => `${what}: wartet auf eine zweite Person`,
  look: "Zeigen",
  count: (count) => (count === 1 ? "1 wartet auf eine zweite Person" : `${count} warten auf eine zweite Person`),
  failed: "Die Anfragen konnten nicht geladen werden",
  waiting: {
    title: "Wartet auf eine zweite Person",
    hint: "Nichts davon ist getan; was eine Auszahlung braucht, ist zurückgelegt. Was niemand binnen eines Tages entscheidet, verfällt.",
    none: "Nichts wartet",
    noneText:
      "In live kommen Auszahlungen, Sätze und Limitpreise hierher, bevor sie gelten; in einer Sandbox, wenn „Zweite Person“ unter Gebühren & Limits auf immer steht.",
  },
  elsewhere: {
    none: "Diese Anfrage steht nicht in diesen Listen: Sie wurde vor langem entschieden oder ist nicht für Sie bestimmt.",
    other: (account) => `Diese Anfrage gehört zum Konto ${account}.`,
    change: (account) => `Zu ${account} wechseln`,
  },
  ended: { title: "Entschieden", hint: "Neueste zuerst.", none: "Noch wurde nichts entschieden." },
  columns: { what: "Was", asked: "Gefragt", why: "Warum", state: "Zustand", commands: "Aktionen" },
  payout: (amount) => `Auszahlung von ${amount}`,
  setting: (name, value) => `${name} auf ${value}`,
  others: (
    what,
    { kind, account, name, email, role, quantity, lowestPrice, asset, from, to, label, place, currency },
  ) => {
    if (what === "wallet") return `Wallet ${kind}${account ? ` für ${account}` : ""} verwenden`;
    if (what === "beneficiary") return `Neuer Empfänger ${name}`;
    if (what === "execution") return `${quantity} zu mindestens ${lowestPrice} verkaufen`;
    if (what === "key") return `Schlüssel ${name} arbeiten lassen`;
    if (what === "person") return `${email} als ${role}`;
    if (what === "move") return `${quantity} ${asset} von ${from ?? "außen"} nach ${to ?? "außen"} bewegen`;
    if (what === "destination") return `${label} als Ziel für ${asset} bei ${place} aufnehmen`;
    if (what === "settlement-terms") return `Abrechnungsbedingungen von ${account} in ${currency}`;
    return "Eine angehaltene Einzahlung ablehnen";
  },
  settings: (first, more) => `${first} und ${more} weitere`,
  states: {
    PENDING: "Wartet",
    APPROVED: "Freigegeben",
    DECLINED: "Abgelehnt",
    WITHDRAWN: "Zurückgezogen",
    EXPIRED: "Verfallen",
  },
  by: (who) => `von ${who},`,
  until: "bis",
  decide: "Entscheiden…",
  withdraw: "Zurückziehen…",
  show: "Einzelheiten…",
  fields: {
    kind: "Art",
    fingerprint: "Fingerabdruck",
    path: "Pfad",
    account: "Konto",
    firstAddress: "Erste Adresse",
    keyId: "Schlüssel-ID",
    name: "Name",
    scopes: "Rechte",
    email: "E-Mail",
    role: "Rolle",
    walletId: "Wallet",
    quantity: "Menge",
    lowestPrice: "Niedrigster Preis",
    until: "Bis",
    invoiceId: "Umwandlung",
    replaces: "Ersetzt",
    from: "Von",
    to: "Nach",
    asset: "Währung",
    networkType: "Netzwerk",
    address: "Adresse",
    label: "Name",
    place: "Ort",
    reference: "Kennzeichen",
    note: "Grund",
    moveId: "Bewegung",
    destinationId: "Ziel",
    beneficiaryId: "Empfänger",
    currency: "Währung",
    schedule: "Rhythmus",
    weekday: "Wochentag",
    businessDays: "Nur Werktage",
    delayDays: "Zahlung nach (Tagen)",
    minimum: "Mindestbetrag",
    reserve: "Rücklage",
    reserveBps: "Rücklage (bps)",
    reserveDays: "Rücklage für (Tage)",
  },
  ofHouse: "das Haus",
  facts: {
    account: "Gefragt für",
    amount: "Betrag",
    reference: "Referenz",
    payment: "Zahlung",
    deposit: "Einzahlung",
    txHash: "Transaktions-Hash",
    reason: "Grund",
    asked: "Gefragt von",
    first: "Erste von zweien",
    needsTwo: "Noch niemand: Das Konto schuldet dem Haus, daher geben zwei Personen des Hauses frei",
    expires: "Zu entscheiden bis",
    note: "Notiz",
    byPayer: (maker) => `Vom Zahler angegeben, über einen Erstattungslink von ${maker}`,
    becomes: "wird",
  },
  dialog: {
    summary: {
      payout: "Sie sind die zweite Person. Mit der Freigabe wird endgültig gebucht, wenn so viel jetzt frei ist.",
      setting: "Sie sind die zweite Person. Mit der Freigabe gilt es von diesem Augenblick an.",
      wallet:
        "Sie sind die zweite Person. Vergleichen Sie den Schlüssel mit der Wallet seines Besitzers: Mit der Freigabe zahlen neue Rechnungen dorthin.",
      key: "Sie sind die zweite Person. Mit der Freigabe darf dieser Schlüssel Geld bewegen.",
      person: "Sie sind die zweite Person. Mit der Freigabe erhält diese Person die Rolle.",
      beneficiary:
        "Sie sind die zweite Person. Vergleichen Sie Name und Ziel mit dem, was der Empfänger Ihnen auf anderem Weg gesagt hat: Mit der Freigabe darf Geld des Kontos dorthin.",
      execution:
        "Sie sind die zweite Person. Mit der Freigabe darf diese Umwandlung zu einem neuen Angebot in diesen Grenzen ausgeführt werden; verkauft ist damit noch nichts.",
      hold: "Sie sind die zweite Person. Mit der Freigabe ist die Einzahlung abgelehnt und wartet auf Rückzahlung.",
      move: "Sie sind die zweite Person. Mit der Freigabe darf diese Bewegung abgehen: Vergleichen Sie die Adresse mit der, die Sie kennen.",
      destination:
        "Sie sind die zweite Person. Mit der Freigabe steht diese Adresse auf der Liste: Vergleichen Sie sie mit dem, was ihr Inhaber sagt.",
      "settlement-terms":
        "Sie sind die zweite Person. Mit der Freigabe wird das Konto ab jetzt zu diesen Bedingungen abgerechnet: Vergleichen Sie das Bankkonto mit seinem Vertrag.",
    },
    yours: "Sie haben danach gefragt, also entscheidet eine zweite Person. Sie können es zurücknehmen.",
    agreed: "Sie haben dies freigegeben. Es geschieht, sobald eine weitere Person des Hauses es ebenfalls freigibt.",
    mayNot: (role) => `Ihre Rolle ${role} darf das ansehen, nicht entscheiden.`,
    approve: (what) => `Freigeben: ${what}`,
    decline: "Ablehnen",
    withdraw: "Zurückziehen",
    keep: "Warten lassen",
    close: "Schließen",
    note: "Notiz",
    noteHint: "Bleibt im Protokoll; zum Ablehnen nötig.",
    noteMissing: "Bitte sagen, warum Sie ablehnen.",
    failed: "Das wurde nicht getan",
    done: {
      PENDING: (what) => `${what}: von Ihnen freigegeben, eine weitere Person fehlt noch`,
      APPROVED: (what) => `${what}: freigegeben und getan`,
      DECLINED: (what) => `${what}: abgelehnt`,
      WITHDRAWN: (what) => `${what}: zurückgezogen`,
      EXPIRED: (what) => `${what}: verfallen`,
    },
  },
};
