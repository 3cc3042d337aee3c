import type { en } from "./approvals.en.ts";
import { plural } from "./plural.ts";

const RESOLVED: Readonly<Record<string, (amount: string) => string>> = {
  LINK: (amount) => `${amount} einer Umbuchung zuordnen`,
  ASSIGN: (amount) => `${amount} einem Konto gutschreiben`,
  OWN: (amount) => `${amount} als eigenes Geld buchen`,
  RETURN: (amount) => `${amount} als zurückgekommene Umbuchung buchen`,
  WRITE_OFF: (amount) => `${amount} abschreiben`,
  VOID: (amount) => `${amount} für nichtig erklären: nie gezahlt, oder nicht das Geld der Umbuchung`,
};
/** Of everything else that is asked for there is only this. */
const resolvedOr = (kind: string | undefined, amount: string): string =>
  RESOLVED[kind ?? ""]?.(amount) ?? "Eine angehaltene Einzahlung ablehnen";

const walletOf = (kind: string | undefined, account: string | undefined): string =>
  `Wallet ${kind}${account ? ` für ${account}` : ""} verwenden`;
type MoveFields = Readonly<
  Record<"act" | "quantity" | "asset" | "from" | "to" | "side" | "place" | "reference", string | undefined>
>;
const moveOf = ({ act, quantity, asset, from, to, side, place, reference }: MoveFields): string =>
  act === "link"
    ? `Umbuchung ${reference}: ${quantity} ${asset} ${side}, ${place}`
    : `${quantity} ${asset} von ${from ?? "außen"} nach ${to ?? "außen"} umbuchen`;
const resetOf = (kind: string | undefined, email: string | undefined): string =>
  kind === "FACTOR" ? `Zweiten Faktor von ${email} zurücksetzen` : `Passwort von ${email} zurücksetzen`;

/** The German words of what waits for a second person. */
export const de: typeof en = {
  failed: "Die Anfragen konnten nicht geladen werden",
  waiting: {
    title: "Freigabe ausstehend",
    hint: "Nichts gilt vor der Freigabe; Beträge von Auszahlungen sind reserviert. Anfragen verfallen nach einem Tag.",
    noneText:
      "Im Live-Betrieb stehen Auszahlungen, Sätze und Limitpreise hier, bis eine zweite Person sie freigibt; in einer Sandbox, wenn „Zweite Person“ unter Einstellungen, Betreiber auf immer steht.",
  },
  elsewhere: {
    none: "Diese Anfrage steht nicht in diesen Listen: Sie wurde vor langem entschieden oder ist nicht für Sie bestimmt.",
    other: (account) => `Diese Anfrage gehört zum Konto ${account}.`,
    change: (account) => `Zu ${account} wechseln`,
  },
  ended: { title: "Entschieden", hint: "Neueste zuerst.", none: "Noch wurde nichts entschieden." },
  filtered: "Keine Anfrage passt zu diesen Filtern.",
  columns: { what: "Was", requested: "Angefragt", why: "Grund", state: "Status", commands: "Aktionen" },
  payout: (amount) => `Auszahlung von ${amount}`,
  setting: (name, value) => `${name} auf ${value}`,
  others: (
    what,
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
    },
  ) => {
    if (what === "wallet") return walletOf(kind, account);
    if (what === "beneficiary") return `Neuer Empfänger ${name}`;
    if (what === "execution") return `${quantity} zu mindestens ${lowestPrice} verkaufen`;
    if (what === "key") return `Schlüssel ${name} arbeiten lassen`;
    if (what === "person") return act === "reset" ? resetOf(kind, email) : `${email} als ${role}`;
    if (what === "move") return moveOf({ act, quantity, asset, from, to, side, place, reference });
    if (what === "destination") return `${label} als Ziel für ${asset} bei ${place} aufnehmen`;
    if (what === "settlement-terms") return `Abrechnungsbedingungen von ${account} in ${currency}`;
    if (what === "bank-mapping") return `CSV-Zuordnung von ${place} in ${currency}`;
    if (what === "bank-statement") return `Kontoauszug ${fileName} von ${accounts}`;
    if (what === "lost-hours") return `Nichts, was zwischen ${since} und ${until} signiert wurde, wird noch gesendet`;
    return resolvedOr(kind, `${quantity} ${asset}`);
  },
  sides: { LEFT: "abgegangen", ARRIVED: "angekommen" },
  filter: { title: "Anfragen filtern", status: "Status", what: "Art" },
  kinds: {
    payout: "Auszahlungen",
    setting: "Einstellungen",
    wallet: "Wallets",
    key: "Schlüssel",
    person: "Personen",
    hold: "Angehaltene Einzahlungen",
    execution: "Umtausche",
    beneficiary: "Empfänger",
    move: "Umbuchungen",
    destination: "Ziele",
    "settlement-terms": "Abrechnungsbedingungen",
    "bank-mapping": "CSV-Zuordnungen",
    "bank-statement": "Kontoauszüge",
    resolution: "Klärungen",
    "lost-hours": "Verlorene Stunden",
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
  more: (count) => plural(count, "weitere Änderung", "weitere Änderungen"),
  until: "bis",
  decide: "Entscheiden…",
  withdraw: "Zurückziehen…",
  show: "Einzelheiten…",
  anywhere: "von überall",
  never: "nie",
  fields: {
    kind: "Art",
    fingerprint: "Fingerabdruck",
    path: "Pfad",
    account: "Konto",
    firstAddress: "Erste Adresse",
    keyId: "Schlüssel-ID",
    name: "Name",
    scopes: "Rechte",
    ipAllow: "Erlaubte IPs",
    expiresAt: "Läuft ab",
    publicKey: "Öffentlicher Schlüssel (Ed25519)",
    email: "E-Mail",
    role: "Rolle",
    quantity: "Menge",
    lowestPrice: "Niedrigster Preis",
    since: "Von",
    until: "Bis",
    invoiceId: "Umtausch",
    replaces: "Ersetzt",
    overlapMs: "Alter Schlüssel gilt noch",
    from: "Von",
    to: "Nach",
    asset: "Währung",
    networkType: "Netzwerk",
    address: "Adresse",
    label: "Name",
    bic: "BIC",
    place: "Ort",
    reference: "Referenz",
    side: "Vorgang",
    fee: "Gebühr",
    missing: "Fehlbetrag",
    sentTo: "Gesendet an",
    proof: "Referenz des Handelsplatzes",
    note: "Grund",
    txId: "Einzahlung",
    paymentId: "Zahlung",
    currency: "Währung",
    schedule: "Rhythmus",
    weekday: "Wochentag",
    businessDays: "Zeiträume enden",
    delayDays: "Zahlung nach (Tagen)",
    minimum: "Mindestbetrag",
    reserve: "Rücklage",
    reserveBps: "Rücklage",
    reserveDays: "Rücklage für (Tage)",
    fileName: "Datei",
    digest: "SHA-256",
    accounts: "Bankkonto",
    statements: "Auszug",
    lines: "Zeilen",
    credits: "Gutschriften",
    debits: "Belastungen",
    opening: "Anfangssaldo",
    closing: "Endsaldo",
    version: "Version",
  },
  mapping: {
    fields: {
      encoding: "Zeichensatz",
      delimiter: "Trennzeichen",
      skipLines: "Zeilen überspringen",
      header: "Kopfzeile",
      dateFormat: "Datumsformat",
      decimal: "Dezimaltrennzeichen",
      thousands: "Tausendertrennzeichen",
      signs: "Vorzeichen",
      order: "Reihenfolge der Zeilen",
      bookedColumn: "Spalte Buchungstag",
      valuedColumn: "Spalte Wertstellung",
      amountColumn: "Spalte Betrag",
      debitColumn: "Spalte Soll",
      creditColumn: "Spalte Haben",
      currencyColumn: "Spalte Währung",
      referenceColumn: "Spalte Referenz",
      textColumn: "Spalte Text",
      nameColumn: "Spalte Gegenpartei",
      ibanColumn: "Spalte IBAN der Gegenpartei",
      idColumn: "Spalte Nummer der Bank",
      balanceColumn: "Spalte Saldo",
    },
    values: {
      UTF8: "UTF-8",
      LATIN1: "Latin-1",
      COMMA: "Komma",
      SEMICOLON: "Semikolon",
      TAB: "Tabulator",
      PIPE: "Senkrechter Strich",
      POINT: "Punkt",
      SPACE: "Leerzeichen",
      APOSTROPHE: "Apostroph",
      NONE: "Keines",
      MINUS_IS_DEBIT: "Minus ist Soll",
      MINUS_IS_CREDIT: "Minus ist Haben",
      UNSIGNED: "Ohne Vorzeichen",
      OLDEST_FIRST: "Älteste zuerst",
      NEWEST_FIRST: "Neueste zuerst",
      true: "Ja",
      false: "Nein",
    },
  },
  ofHouse: "der Betreiber",
  none: "keine",
  effects: {
    payout: { name: "Auszahlung", before: "Betrag reserviert", after: "zur Zahlung freigegeben" },
    booked: { name: "Auszahlung", before: "nicht gebucht", after: "als gezahlt gebucht" },
    access: { name: "Zugang", before: "gesperrt", after: "offen" },
    password: { name: "Passwort", before: "wie bisher", after: "neu gewählt über einen Link per E-Mail" },
    link: { name: "Umbuchung", before: "vom Handelsplatz nicht belegt", after: "gebucht wie angegeben" },
    factor: { name: "Zweiter Faktor", before: "wie bisher", after: "entfernt über einen Link per E-Mail" },
    others: {
      wallet: { name: "Adressen neuer Rechnungen", before: "nicht aus dieser Wallet", after: "aus dieser Wallet" },
      key: { name: "API-Schlüssel", before: "abgewiesen", after: "angenommen" },
      hold: { name: "Einzahlung", before: "angehalten", after: "abgelehnt, wartet auf Erstattung" },
      execution: { name: "Ausführung", before: "über dem Limit", after: "in diesen Grenzen erlaubt" },
      beneficiary: { name: "Auszahlungen dorthin", before: "nicht möglich", after: "möglich" },
      move: { name: "Umbuchung", before: "nicht gesendet", after: "gesendet" },
      destination: { name: "Umbuchungen dorthin", before: "nicht möglich", after: "möglich" },
      "bank-statement": { name: "Kontoauszug", before: "nicht gebucht", after: "gebucht" },
      resolution: { name: "Differenz", before: "offen", after: "endgültig gebucht" },
      "lost-hours": {
        name: "Vor der Wiederherstellung Angefordertes",
        before: "angehalten",
        after: "wieder vorbereitet",
      },
    },
  },
  shifts: {
    title: "Was sich ändert",
    wanted: "Was angefragt war",
    name: "Punkt",
    before: "Jetzt",
    was: "Vorher",
    after: "Wird",
  },
  way: {
    title: "Wer freigibt",
    requested: "Angefragt",
    second: "Zweite Person",
    first: "Erste Freigabe",
    last: "Zweite Freigabe",
    twice: "Das Konto schuldet dem Betreiber, daher geben zwei Personen frei.",
    you: (roles) => `Sie oder eine andere Person: ${roles}`,
    others: (roles, but) => `${roles}, außer ${but}`,
    ofAccount: (roles, account) => `${roles} von ${account}`,
    ofHouse: (roles) => `${roles} beim Betreiber`,
    or: (few, last) => `${few} oder ${last}`,
    and: (few, last) => `${few} und ${last}`,
  },
  funds: {
    title: (asset) => `Was bleibt, ${asset}`,
    what: "Bestätigt",
    holds: "Bestand jetzt",
    promised: "Anderweitig zugesagt",
    payout: "Diese Auszahlung",
    after: "Danach frei",
    owes: (amount) => `Das Konto schuldet dem Betreiber ${amount}.`,
    reserve: "Reserve nach den Abrechnungsbedingungen",
  },
  facts: {
    account: "Angefragt für",
    amount: "Betrag",
    reference: "Referenz",
    payment: "Zahlung",
    deposit: "Einzahlung",
    txHash: "Transaktions-Hash",
    inPlaceOf: "Anstelle der Auszahlung",
    bankReference: "Referenz der Bank",
    reason: "Grund",
    note: "Notiz",
    byPayer: (maker) => `Vom Zahler angegeben, über einen Erstattungslink von ${maker}`,
  },
  dialog: {
    summary: {
      payout: "Sie sind die zweite Person. Mit der Freigabe wird gebucht, wenn der Betrag verfügbar ist.",
      setting: "Sie sind die zweite Person. Mit der Freigabe gilt es von diesem Augenblick an.",
      wallet:
        "Sie sind die zweite Person. Vergleichen Sie den Schlüssel mit der Wallet seines Besitzers: Mit der Freigabe zahlen neue Rechnungen dorthin.",
      key: "Sie sind die zweite Person. Mit der Freigabe darf dieser Schlüssel Geld bewegen.",
      person: "Sie sind die zweite Person. Mit der Freigabe erhält diese Person die Rolle.",
      beneficiary:
        "Sie sind die zweite Person. Vergleichen Sie Name und Ziel mit dem, was der Empfänger Ihnen auf anderem Weg gesagt hat: Mit der Freigabe darf Geld des Kontos dorthin.",
      execution:
        "Sie sind die zweite Person. Mit der Freigabe darf dieser Umtausch zu einem neuen Kursangebot in diesen Grenzen ausgeführt werden; verkauft ist damit noch nichts.",
      hold: "Sie sind die zweite Person. Mit der Freigabe ist die Einzahlung abgelehnt und wartet auf Erstattung.",
      move: "Sie sind die zweite Person. Mit der Freigabe darf diese Umbuchung abgehen: Vergleichen Sie die Adresse mit der, die Sie kennen.",
      link: "Sie sind die zweite Person. Mit der Freigabe wird es wie angegeben gebucht: Vergleichen Sie Referenz, Menge und Gebühr mit dem Handelsplatz selbst.",
      destination:
        "Sie sind die zweite Person. Mit der Freigabe steht diese Adresse auf der Liste: Vergleichen Sie sie mit dem, was ihr Inhaber sagt.",
      "settlement-terms":
        "Sie sind die zweite Person. Mit der Freigabe wird das Konto ab jetzt zu diesen Bedingungen abgerechnet: Vergleichen Sie das Bankkonto mit seinem Vertrag.",
      "bank-mapping":
        "Sie sind die zweite Person. Mit der Freigabe werden die CSV-Auszüge dieses Kontos so gelesen: Vergleichen Sie die Spalten mit einer Datei der Bank.",
      "bank-statement":
        "Sie sind die zweite Person. Mit der Freigabe wird diese Datei eingelesen, wie sie hochgeladen wurde: Vergleichen Sie Prüfsumme und Summen mit der Datei, die Sie selbst von der Bank haben.",
      "lost-hours":
        "Sie sind die zweite Person. Mit der Freigabe wird wieder gezahlt, was vor der Wiederherstellung angefordert war: Fragen Sie selbst alle, die einen Signierschlüssel haben oder Bankdateien hochladen.",
      resolution:
        "Sie sind die zweite Person. Mit der Freigabe wird gebucht: Gleichen Sie die Referenz mit Chain, Bank oder Handelsplatz ab.",
    },
    yours: "Sie haben dies angefordert, also entscheidet eine zweite Person. Sie können es zurückziehen.",
    agreed:
      "Sie haben dies freigegeben. Es geschieht, sobald eine weitere Person des Betreibers es ebenfalls freigibt.",
    mayNot: (role) => `Ihre Rolle (${role}) darf das ansehen, nicht entscheiden.`,
    approve: (what) => `Freigeben: ${what}`,
    decline: "Ablehnen",
    withdraw: "Zurückziehen",
    keep: "Warten lassen",
    close: "Schließen",
    note: "Notiz",
    noteHint: "Bleibt im Protokoll; zum Ablehnen nötig.",
    noteMissing: "Bitte sagen, warum Sie ablehnen.",
    failed: "Aktion fehlgeschlagen",
    done: {
      PENDING: (what) => `${what}: von Ihnen freigegeben, eine weitere Person fehlt noch`,
      APPROVED: (what) => `${what}: freigegeben und getan`,
      DECLINED: (what) => `${what}: abgelehnt`,
      WITHDRAWN: (what) => `${what}: zurückgezogen`,
      EXPIRED: (what) => `${what}: verfallen`,
    },
  },
};
