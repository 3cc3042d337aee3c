import { networkName } from "./networks.ts";
import type { en } from "./letters.en.ts";

/** The German words of mails. */
export const de: typeof en = {
  subject: (subject) => `Desk: ${subject}`,
  operator: "Der Betreiber",
  commandLine: "Die Kommandozeile des Betreibers",
  key: (keyId) => `Der API-Schlüssel ${keyId}`,
  approval: {
    subject: (title) => `Wartet auf Ihre Entscheidung: ${title}`,
    ofHouse: (who) => `${who} beantragt für den Betreiber:`,
    ofAccount: (who, account) => `${who} beantragt für das Konto ${account}:`,
    byTwo: "Zwei Personen müssen zustimmen: Das Konto schuldet dem Betreiber Geld.",
    reserved: "Das Geld ist so lange reserviert, und nichts hat den Betreiber verlassen.",
    untouched: "Noch ist nichts ausgeführt oder reserviert.",
    expires: (at) =>
      `Der Antrag läuft am ${at} ab, wenn ihn bis dahin niemand außer der beantragenden Person entscheidet. Melden Sie sich an, um ihn freizugeben oder abzulehnen; dieser Link allein entscheidet nichts:`,
  },
  refund: {
    subject: (account) => `Erstattung von ${account} beantragt`,
    lead: (account) =>
      `Jemand, der an das Konto ${account} gezahlt hat, hat über den zugesandten Link die Adresse für die Erstattung angegeben:`,
    quantity: (amount, network) => `Menge: ${amount} auf ${networkName(network)}`,
    address: (address) => `Adresse: ${address}`,
    payment: (paymentId) => `Zahlung: ${paymentId}`,
    madeBy: (who) => `Link erstellt von: ${who}`,
    waits: "Sie ist reserviert und wartet auf Freigabe:",
    approved: "Sie ist reserviert und freigegeben:",
  },
  nothingLeft: {
    subject: (account) => `Eine Erstattung von ${account} war nicht möglich`,
    lead: "Der zugesandte Erstattungslink wurde geöffnet, aber von der Einzahlung ist nichts mehr zu erstatten:",
    end: "Der Link ist widerrufen. Prüfen Sie, was aus der Einzahlung wurde, und geben Sie Bescheid:",
  },
  beneficiary: {
    subject: (account) => `Neuer Empfänger von ${account}`,
    now: (account) => `Geld des Kontos ${account} darf ab sofort dorthin gehen:`,
    later: (account, at) => `Geld des Kontos ${account} darf ab ${at} dorthin gehen:`,
    name: (name) => `Name: ${name}`,
    place: (place) => `Ziel: ${place}`,
    end: "Wenn Sie das nicht erwarten, legen Sie den Empfänger auf der Seite Auszahlungen sofort still und fragen Sie Ihre Verwaltung:",
  },
  destination: {
    subject: (place) => `Neues Ziel bei ${place}`,
    text: (place) => `Geld des Betreibers darf ab sofort an diese Adresse oder dieses Konto bei ${place} gehen:`,
    label: (label) => `Bezeichnung: ${label}`,
    end: "Wenn Sie das nicht erwarten, nehmen Sie das Ziel bei den Umbuchungen sofort von der Liste und fragen Sie Ihre Verwaltung:",
  },
  wallet: {
    subject: (kind) => `Neue Adressen für Eingänge: ${kind}`,
    text: (kind) => `Diese Adressen (${kind}) empfangen ab sofort Geld:`,
    fingerprint: (fingerprint) => `Fingerabdruck des Schlüssels: ${fingerprint}`,
    first: (address) => `erste Adresse: ${address}`,
    account: (account) => `für das Konto: ${account}`,
    end: "Wenn Sie das nicht erwarten, legen Sie sie unter Einstellungen sofort still und fragen Sie Ihre Verwaltung:",
  },
  settled: {
    subject: (account) => `Wohin Abrechnungen von ${account} gezahlt werden`,
    text: (account, currency) =>
      `Abrechnungen des Kontos ${account} in ${currency} werden ab sofort an dieses Ziel gezahlt:`,
    before: (place) => `bisher: ${place}`,
    end: "Wenn Sie das nicht erwarten, fragen Sie sofort beim Betreiber nach. Die Bedingungen und wer sie gesetzt hat:",
  },
  foreignTrade: {
    sold: (venue, quantity, proceeds) => `${venue} hat ${quantity} für ${proceeds} ohne unseren Auftrag verkauft`,
    bought: (venue, quantity, cost) => `${venue} hat ${quantity} für ${cost} ohne unseren Auftrag gekauft`,
    lead: (venue) => `Bei ${venue} hat unser Konto gehandelt, und kein Auftrag dieses Programms steht dahinter.`,
    soldLine: (quantity, proceeds) => `verkauft ${quantity} für ${proceeds}`,
    boughtLine: (quantity, cost) => `gekauft ${quantity} für ${cost}`,
    order: (orderRef, venue) => `Auftrag ${orderRef} bei ${venue}`,
    end: (venue) =>
      `Es ist als Eigenes des Betreibers gebucht. Wenn beim Betreiber niemand den Auftrag von Hand erteilt hat, hat jemand anderes Zugriff auf unser Konto bei ${venue}: Sperren Sie es dort. Der Fall sagt mehr:`,
  },
  hedge: {
    subject: (pair) => `Keine neuen Preise in ${pair}`,
    text: (pair) =>
      `Die Absicherung von ${pair} ist über ihrer Grenze: Bis sie erfolgt ist, wird in diesem Paar kein Preis zugesagt. Der Fall des Betreibers nennt die Antwort des Handelsplatzes.`,
  },
  left: {
    subject: (amount, network) => `${amount} hat ${networkName(network)} ohne Freigabe verlassen`,
    money: "Geld",
    inBlock: (network) =>
      `Eine Transaktion auf ${networkName(network)} gibt aus, was uns gehört, und gehört zu keiner freigegebenen Auszahlung oder Umbuchung. Sie steht in einem Block.`,
    pending: (network) =>
      `Eine Transaktion auf ${networkName(network)} gibt aus, was uns gehört, und gehört zu keiner freigegebenen Auszahlung oder Umbuchung. Sie wartet auf einen Block.`,
    withFee: (amount, fee) => `${amount}, und ${fee} Netzwerkgebühr`,
    to: (address) => `an ${address}`,
    transaction: (txHash) => `Transaktion ${txHash}`,
    end: "Wenn beim Betreiber niemand sie gesendet hat, hat jemand anderes einen Schlüssel: Buchen Sie den Rest auf einen neuen um. Der Fall sagt mehr:",
  },
  gas: {
    subject: (network) => `Auf ${networkName(network)} wurde ohne Freigabe Gas von uns verbraucht`,
    lead: (network) =>
      `Eine unserer Adressen auf ${networkName(network)} hat eine Transaktion gesendet, die kein Token bewegt und zu keiner freigegebenen Auszahlung oder Umbuchung gehört.`,
    value: (amount) => `${amount} damit gesendet, dazu Gas`,
    lost: (amount, network) =>
      `${amount} haben auf ${networkName(network)} eine unserer Adressen ohne Freigabe verlassen`,
    lostLead: (network, height) =>
      `Eine unserer Adressen auf ${networkName(network)} hat bei Block ${height} weniger, als ihre Transaktionen übrig lassen: Das Programm eines Vertrags hat es bewegt, und keine freigegebene Auszahlung oder Umbuchung sagt es.`,
    from: (address) => `von ${address}`,
    gone: (amount) => `${amount} fehlen`,
  },
  withdrawal: {
    subject: (amount, venue) => `${amount} verlässt ${venue} ohne Freigabe`,
    sent: (venue) => `Eine Abhebung bei ${venue} gehört zu keiner freigegebenen Umbuchung. Sie ist gesendet.`,
    onItsWay: (venue) => `Eine Abhebung bei ${venue} gehört zu keiner freigegebenen Umbuchung. Sie ist unterwegs.`,
    label: (label, venue) => `bei ${venue} bekannt als ${label}`,
    number: (venueRef, venue) => `Nummer ${venueRef} bei ${venue}`,
    end: (venue) =>
      `Wenn beim Betreiber niemand sie veranlasst hat, hat jemand anderes Zugriff auf unser Konto bei ${venue}: Sperren Sie es dort. Der Fall sagt mehr:`,
  },
  endpoint: {
    subject: "Ein Webhook-Endpunkt wurde abgeschaltet",
    GONE: (endpointId) =>
      `Der Endpunkt ${endpointId} empfängt nichts mehr: Er hat mit 410 geantwortet. Was wartet, bleibt erhalten; schalten Sie ihn unter Entwicklung, Webhooks wieder ein.`,
    FAILING: (endpointId) =>
      `Der Endpunkt ${endpointId} empfängt nichts mehr: Er hat fünf Tage lang nicht angenommen. Was wartet, bleibt erhalten; schalten Sie ihn unter Entwicklung, Webhooks wieder ein.`,
  },
  notice: {
    approval: (what) => `Freigabe ausstehend: ${what}`,
    file: (list) => `Datei nicht geschrieben: ${list}`,
    urgent: (kind) => `Dringender Fall: ${kind}`,
    other: (kind) => `Fall: ${kind}`,
    more: (count) => `${count} weitere im Eingang`,
    test: "Testnachricht",
    account: (account) => `Konto: ${account}`,
    amount: (amount) => `Betrag: ${amount}`,
    due: (at) => `Frist: ${at}`,
    names: { account: "Konto", amount: "Betrag", due: "Frist" },
    open: "Öffnen",
  },
  mention: {
    subject: (who) => `${who} erwähnt Sie in einem Kommentar`,
    text: (on) => `Ein Kommentar richtet sich an Sie. Worum es geht (${on}), mit dem Kommentar:`,
  },
  joined: {
    subject: (who, account) => `${who} ist ${account} beigetreten`,
    text: (who, role, account) =>
      `${who} hat eine Einladung angenommen und hat ab sofort die Rolle ${role} in ${account}.`,
  },
  browser: {
    subject: "Anmeldung in einem neuen Browser",
    text: (agent) =>
      `Ein Browser, in dem Sie bisher nicht angemeldet waren, hat Sie angemeldet: ${agent}. Wenn Sie das nicht waren, beenden Sie diese Sitzung unter Ihr Zugang und setzen Sie ein neues Passwort.`,
    from: (address, agent) =>
      `Ein Browser, in dem Sie bisher nicht angemeldet waren, hat Sie von ${address} aus angemeldet: ${agent}. Wenn Sie das nicht waren, beenden Sie diese Sitzung unter Ihr Zugang und setzen Sie ein neues Passwort.`,
    unnamed: "er nannte sich nicht",
  },
  password: {
    subject: "Neues Passwort setzen",
    forgotten:
      "Jemand, wahrscheinlich Sie, hat ein neues Passwort angefordert. Setzen Sie es mit diesem Link innerhalb von 72 Stunden; er gilt einmal. Ihr altes Passwort gilt bis dahin weiter. Wenn Sie nichts angefordert haben, übergehen Sie diese E-Mail.",
    reset: (account) =>
      `Die Verwaltung von ${account} bittet Sie, ein neues Passwort zu setzen. Benutzen Sie diesen Link innerhalb von 72 Stunden; er gilt einmal. Ihr altes Passwort gilt bis dahin weiter. Wenn Sie nichts davon wissen, fragen Sie dort nach.`,
    changed: "Ihr Passwort wurde geändert",
    changedText:
      "Ihr Passwort wurde geändert, und Ihre anderen Sitzungen sind beendet. Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Verwaltung.",
  },
  factor: {
    subject: "Zweiten Faktor entfernen",
    lost: "Der Betreiber erlaubt Ihnen, Ihren zweiten Faktor zu entfernen. Benutzen Sie diesen Link innerhalb von 72 Stunden, mit Ihrem Passwort, falls Sie eines haben; er gilt einmal. Wenn Sie nichts davon wissen, sagen Sie es Ihrer Verwaltung.",
    reset: (account) =>
      `Die Verwaltung von ${account} erlaubt Ihnen, Ihren zweiten Faktor zu entfernen, etwa nach dem Verlust eines Telefons. Benutzen Sie diesen Link innerhalb von 72 Stunden, mit Ihrem Passwort, falls Sie eines haben; er gilt einmal. Wenn Sie nichts davon wissen, fragen Sie dort nach und tun Sie nichts.`,
    removed: "Ihr zweiter Faktor wurde entfernt",
    removedText:
      "Ihre zweiten Faktoren wurden mit einem Link entfernt, der an Sie ging, und Ihre Sitzungen sind beendet. Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Verwaltung.",
    codeUsed: "Ein Ersatzcode wurde benutzt",
    codeUsedText: (left) =>
      `Ein Ersatzcode wurde anstelle Ihres zweiten Faktors benutzt; ${left} sind noch übrig. Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Verwaltung.`,
  },
  signIn: {
    passkeyAdded: "Ein Passkey wurde hinzugefügt",
    passkeyRemoved: "Ein Passkey wurde entfernt",
    appAdded: "Eine Authenticator-App wurde hinzugefügt",
    appRemoved: "Eine Authenticator-App wurde entfernt",
    codesMade: "Neue Ersatzcodes wurden erstellt; die bisherigen gelten nicht mehr",
    text: (what) =>
      `Ihre Anmeldung hat sich geändert: ${what}. Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Verwaltung.`,
    sso: "Sie melden sich mit Single Sign-on an",
    ssoText: (issuer) =>
      `Ihre Anmeldung ist ab sofort mit ${issuer} verbunden. Wenn Sie nichts davon wissen, sagen Sie es sofort Ihrer Verwaltung.`,
  },
  member: {
    disabled: (account) => `${account} hat Ihren Zugang gesperrt`,
    disabledText: (account) =>
      `Die Verwaltung von ${account} hat Ihren Zugang gesperrt. Wenn Sie nichts davon wissen, fragen Sie dort nach.`,
    restored: (account) => `${account} hat Ihren Zugang wieder geöffnet`,
    restoredText: (account) =>
      `Die Verwaltung von ${account} hat Ihren Zugang wieder geöffnet. Wenn Sie nichts davon wissen, fragen Sie dort nach.`,
    removed: (account) => `${account} hat Sie entfernt`,
    removedText: (account) =>
      `Die Verwaltung von ${account} hat Sie dort entfernt. Wenn Sie nichts davon wissen, fragen Sie dort nach.`,
  },
  invitation: {
    subject: (account) => `Sie sind zu ${account} eingeladen`,
    text: (who, account, role) =>
      `${who} lädt Sie mit der Rolle ${role} zu ${account} ein. Nehmen Sie mit diesem Link innerhalb von 72 Stunden an; er gilt einmal. Wenn Sie diese Einladung nicht erwarten, übergehen Sie sie.`,
    recovery: (who, account, role) =>
      `${who} lädt Sie mit der Rolle ${role} zu ${account} ein. Nehmen Sie mit diesem Link an, der 24 Stunden nach seiner Anforderung und dann 72 Stunden lang gilt, einmal. Wenn Sie diese Einladung nicht erwarten, übergehen Sie sie.`,
  },
  recovery: {
    subject: (email) => `${email} soll Verwaltung des Betreibers werden`,
    text: (email, at) =>
      `Die Kommandozeile nennt ${email} für die Verwaltung des Betreibers. Niemand hat zugestimmt, daher gilt der Link erst ab ${at}. Wenn sich jemand vom Betreiber noch anmelden und freigeben kann, widerrufen Sie ihn unter Einstellungen, Personen, und finden Sie heraus, wer Zugriff auf die Maschine hat:`,
  },
};
