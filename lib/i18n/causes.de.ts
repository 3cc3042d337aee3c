import type { ApprovalKind } from "#lib/contract/approval-states.ts";
import type { ExportList } from "#lib/contract/export-lists.ts";
import type { CauseWords, CauseTexts } from "./causes.en.ts";

const REQUESTED: Readonly<Record<ApprovalKind, string>> = {
  payout: "eine Auszahlung",
  setting: "eine Änderung der Einstellungen",
  wallet: "eine andere Wallet",
  key: "einen API-Schlüssel",
  person: "eine Änderung bei den Personen",
  hold: "die Ablehnung einer angehaltenen Einzahlung",
  execution: "die Ausführung eines Umtauschs über dem Limit",
  beneficiary: "einen neuen Empfänger",
  move: "eine Umbuchung zwischen Orten des Betreibers",
  destination: "ein neues Ziel für Umbuchungen",
  "settlement-terms": "andere Abrechnungsbedingungen",
  "bank-mapping": "eine andere Zuordnung für Bankdateien",
  "bank-statement": "die Übernahme eines Kontoauszugs",
  resolution: "eine Klärung von Geld, das niemand erwartet hat oder das fehlt",
  "lost-hours": "nach einer Wiederherstellung weiterzumachen",
};

const LISTS: Readonly<Record<ExportList, string>> = {
  payments: "der Zahlungen",
  conversions: "der Umtausche",
  statement: "der Buchungen",
  audit: "des Protokolls",
  cases: "der Fälle",
};

/** The German causes of cases. */
export const causes: CauseWords = {
  APPROVAL: ({ by, approval }) =>
    `${by} beantragt ${REQUESTED[approval]}. Nichts wird ausgeführt, bis eine zweite Person freigibt; nicht entschiedene Anfragen verfallen.`,
  NOTICE: ({ url, detail }) =>
    `${url || "Der Mailserver"} nimmt keine Nachrichten an${detail ? ` (${detail})` : ""}; Benachrichtigungen${url ? "" : ", Einladungen und Rücksetzungen"} werden nicht zugestellt. Jede wird einen halben Tag lang wiederholt, dann gilt sie als fehlgeschlagen.`,
  KEY_KNOWN: ({ by, detail }) =>
    `${by} hat den API-Schlüssel „${detail}“ erstellt, hat keinen Zugang mehr und kennt das Geheimnis. Es gilt, bis der Schlüssel ausgetauscht oder widerrufen wird.`,
  EXPORT: ({ by, list }) =>
    `Die Datei ${LISTS[list]}, die ${by} bestellt hat, konnte nicht geschrieben werden. In den Aufzeichnungen selbst fehlt nichts.`,
  UNKNOWN_LINE: ({ quantity, asset, address, left, detail }) =>
    left
      ? `${quantity} ${asset} gingen von ${address ?? ""} ab${detail ? ` (${detail})` : ""}, für nichts, das vereinbart ist. Sie sind als fehlend gebucht, bis jemand die Zeile zuordnet.`
      : `${quantity} ${asset} gingen auf ${address ?? ""} ein${detail ? ` (${detail})` : ""}, und niemand erwartet sie. Sie sind als nicht zugeordnet gebucht, bis jemand die Zeile zuordnet.`,
  VENUE_SILENT: ({ venue, detail }) =>
    `${venue} nennt seine Ein- und Auszahlungen, Abschlüsse und Bestände nicht alle${detail ? `: ${detail}` : ""}. Was dort abgeht, bleibt ungesehen, bis er es wieder tut.`,
  STOCK_LOW: ({ quantity, asset, venue, received, due }) =>
    `${venue} hat ${received || "0"} ${asset} frei, der Mindestbestand ist ${due}, und der Verbrauch von zwei Tagen führt darunter. Bis zum Sollbestand fehlen ${quantity} ${asset}: eine Umbuchung bringt sie hin.`,
  BELOW_ZERO: ({ asset, address, due, received }) =>
    `${address ?? ""} steht unter null: ${[due && `nach den Büchern bei ${due} ${asset}`, received && `nach eigener Auskunft bei ${received} ${asset}`].filter(Boolean).join(", ")}. Dort ist mehr abgegangen als angekommen; das bleibt so, bis eine Umbuchung Geld hinbringt oder sich findet, was dort falsch gebucht ist.`,
  UNKNOWN_WITHDRAWAL: ({ quantity, asset, venue, to, detail, booked }) =>
    `${quantity} ${asset} gehen von ${venue} ab${to ? ` an ${to}` : ""}, und keine freigegebene Umbuchung sagt das: ${detail ?? ""}. ${booked ? "Sie sind als fehlend gebucht, bis jemand die Auszahlung zuordnet" : "Der Handelsplatz hat sie noch nicht ausgeführt"}.`,
  UNKNOWN_TRADE: ({ plain, asset, venue, fiat, left }) =>
    `${venue} hat ${plain} ${asset} für ${fiat} ${left ? "verkauft" : "gekauft"}, und kein Auftrag von uns sagt das. Es steht im eigenen Buch des Betreibers. Hat es beim Betreiber niemand von Hand aufgegeben, so hat ein anderer Zugang zu unserem Konto dort.`,
  UNKNOWN_DEPOSIT: ({ quantity, asset, venue, detail }) =>
    `${quantity} ${asset} gingen bei ${venue} ein und werden nicht erwartet: ${detail ?? ""}. Sie sind als nicht zugeordnet gebucht, bis jemand die Einzahlung zuordnet.`,
  STATEMENT_REFUSED: ({ detail, address, to, sentence, why }) =>
    `Die Datei ${detail ?? ""}${address ? ` von ${address}` : ""}, hochgeladen von ${to ?? ""}, wurde als Ganzes abgewiesen, nichts davon ist gebucht${because(why, sentence)}. Eine gute Datei dieses Kontos und Tages schließt den Fall, oder eine Person.`,
  STATEMENT_GAP: ({ quantity, asset, address, detail, waiting, booked }) =>
    waiting > 0
      ? `Der Auszug ${detail ?? ""} von ${address ?? ""} beginnt ${waiting === 1 ? "einen Werktag" : `${waiting} Werktage`} nach dem Ende des letzten: Ein Auszug fehlt, oder an diesen Tagen wurde nichts gebucht.`
      : booked
        ? `Der erste Auszug von ${address ?? ""}, ${detail ?? ""}, beginnt ${quantity} ${asset} neben dem Stand der Bücher: Ein Anfangsbestand fehlt oder ist falsch, oder davor wurde Geld bewegt.`
        : `Der Auszug ${detail ?? ""} von ${address ?? ""} liegt ${quantity} ${asset} neben dem Ende des vorigen oder dem Anfang des nächsten: Ein Auszug fehlt oder wurde geändert.`,
  LOST_HOURS: () =>
    "Die Datenbank wurde wiederhergestellt. Was in den verlorenen Stunden signiert oder in eine Bankdatei geschrieben wurde, ist nicht bekannt und kann noch gesendet werden. Auszahlungen und Umbuchungen von vorher bleiben angehalten, bis der Betreiber erklärt, dass nichts davon mehr gesendet wird.",
  NOT_SENT: ({ quantity, asset, network, txHash, detail }) =>
    `Der Knoten von ${network} weist die signierte Transaktion über ${quantity} ${asset} zurück${inWords(detail)}. Sie geht jede Minute erneut an ihn, und nichts davon wird frei, bis ihre Coins anders ausgegeben sind: ${txHash ?? ""}.`,
  UNKNOWN_SPEND: ({
    quantity,
    asset,
    network,
    to,
    txHash,
    networkFee,
    returned,
    left,
    booked,
    height,
    gas,
    contract,
    received,
    address,
    payoutId,
  }) => {
    if (gas) return gasSentence({ address, to, received, network, networkFee, txHash, height, booked, left, contract });
    const what = left
      ? `${quantity} ${asset} haben uns auf ${network} verlassen${to ? `, an ${to}` : ""}`
      : `Coins von uns wurden auf ${network} zwischen eigenen Adressen bewegt, für eine Gebühr von ${quantity} ${asset}`;
    const parts = [
      left && networkFee ? `mit einer Gebühr von ${networkFee}` : "",
      returned ? `${returned} kamen an eigene Adressen zurück` : "",
    ];
    const place = height ? `Sie steht in Block ${height}` : "Noch hat sie kein Block";
    const books = booked ? `und ist als ${left ? "fehlend" : "Gebühr"} gebucht` : "und sie ist noch nicht gebucht";
    const said = payoutId
      ? `durch die Transaktion der Auszahlung ${payoutId}, und ihr Ziel bekam eine andere Menge`
      : "ohne freigegebene Auszahlung oder Umbuchung";
    const ends = payoutId ? " Was die Auszahlung reserviert, wartet, bis sie damit beendet ist." : "";
    return `${[what, ...parts].filter(Boolean).join(", ")}, ${said}: Transaktion ${txHash ?? ""}. ${place} ${books}.${ends}`;
  },
  CUSTODY: ({ asset, network, received, due, quantity, height, address, detail, left, waiting }) => {
    if (waiting > 0)
      return `Der Knoten von ${network} sollte ${counted(waiting, "Mal", "Mal")} in Folge nach unseren Ausgängen durchsucht werden, und jede Suche schlug fehl${detail ? ` (${detail})` : ""}. Was dort liegt und in keinem Buch steht, fiele nicht auf. Es wird in wachsenden Abständen wieder versucht.`;
    if (detail)
      return `${quantity} ${asset} liegen auf ${network} bei ${address ?? ""}, einer unserer Adressen, im Ausgang ${detail} aus Block ${height}, und hier ist er nicht bekannt. Er steht in keinem Buch.`;
    if (address)
      return `Der Knoten von ${network} hat bei ${address}, einer unserer Adressen, ${quantity} ${asset} ${left ? "weniger" : "mehr"}, als die Bücher bei Block ${height} haben. Etwas kam oder ging dort ungesehen, oder wurde erfasst und nie gesendet.`;
    if (!quantity)
      return `Die Verwahrung auf ${network} müsste am Knoten nachgewiesen werden und kann es nicht: Er gibt keine Auskunft, oder er weicht ab und steht nie am Block der Bücher. Was seither ungesehen abging oder einging, fiele nicht auf. Auf dem Rechner des Programms sagt „desk custody check“, warum.`;
    return `Der Knoten von ${network} hat bei Block ${height} ${received} ${asset} auf unseren Adressen, die Bücher haben ${due}: ${quantity} Unterschied. Etwas kam oder ging ungesehen, oder wurde erfasst und nie gesendet.`;
  },
  HELD: ({ sentence }) => `${sentence ?? "Die Einzahlung ist angehalten."} Sie wartet auf Freigabe oder Ablehnung.`,
  WRONG_ASSET: ({ sentence, key }) =>
    `${sentence ?? "Es kam eine andere Währung als die der Rechnung."}${key ? ` Empfangen hat der Schlüssel ${key.path} der Wallet ${key.wallet}.` : ""} Möglich sind nur Rückzahlung oder Ablehnung.`,
  TO_RETURN: ({ asset, quantity }) =>
    `${quantity} ${asset} einer abgelehnten Einzahlung stehen aus, bis sie an den Absender zurückgezahlt sind.`,
  NOT_PAID: ({ quantity, asset, by, to, detail, left, booked, address, txHash, waiting, spent }) => {
    if (address) {
      const way = `Die Umbuchung ${detail ?? ""} über ${quantity} ${asset} von ${address} nach ${to ?? ""}`;
      if (waiting > 0)
        return `${way} ist freigegeben, und fünf Bankarbeitstage lang belegt nichts, dass sie abging oder ankam. Sie zählt nicht mehr als unterwegs: Senden Sie sie, oder stornieren Sie sie.`;
      return booked
        ? `${way} ist abgegangen, und nichts belegt, dass sie ankam. Bis dahin ist sie unterwegs: Ein Auszug fehlt, sie ging anderswohin, oder sie kam zurück. Klären Sie, was zurückkam, als diese Umbuchung, oder schreiben Sie sie hier ab.`
        : `${way} ist angekommen, und nichts belegt, dass sie abging. Bis dahin steht sie in keinem Buch: ${address} meldet sie nicht, oder es ist fremdes Geld. Steht das fest, erklären Sie hier für nichtig, was ein Handelsplatz oder eine Bank meldet: Es gehört dann niemandem und wird ein eigener Fall.`;
    }
    if (left)
      return `Die Abrechnung ${detail ?? ""} von ${by} über ${quantity} ${asset} ist fällig und lässt sich nicht anfordern: Das Konto schuldet dem Betreiber etwas, oder seine Bedingungen nennen kein Bankkonto, auf das gezahlt werden darf. Sie wird angefordert, sobald es geht.`;
    const what = `${quantity} ${asset} von ${by}${to ? ` an ${to}` : ""} (${detail ?? ""})`;
    if (txHash) return goneTransaction(what, { txHash, booked, spent });
    return booked
      ? `Eine Auszahlung von ${what} ist als von der Bank ausgeführt erfasst, und fünf Bankarbeitstage lang belegt das keine Bankzeile: Sie wurde nicht gesendet, oder ihr Auszug fehlt. Lesen Sie ihn ein, oder erklären Sie die Auszahlung hier für nichtig.`
      : `Eine Auszahlung von ${what} ist freigegeben, und fünf Bankarbeitstage lang belegt nichts, dass sie abging. Ihr Geld bleibt reserviert.`;
  },
  SANCTIONED: ({ quantity, asset, detail, to }) =>
    to
      ? `Der Zahler einer Einzahlung von ${quantity} ${asset} wollte sie an ${to} erstattet haben, eine Adresse auf der Sanktionsliste. Sie wurde abgewiesen, der Erstattungslink nimmt eine andere; was folgt, entscheidet die Compliance des Betreibers.`
      : `${quantity} ${asset} kamen von einer Adresse, die jetzt auf der Sanktionsliste steht: ${detail ?? ""}. Sie waren vorher schon verbucht; was folgt, entscheidet die Compliance des Betreibers.`,
  REVERSAL_DUE: ({ quantity, asset, by, network, txHash, height, left }) =>
    `Die Chain ${network} hat den Block mit ${quantity} ${asset} von ${by} zurückgenommen (${txHash ?? ""})${height ? ` und führt sie jetzt in Block ${height}` : ""}. Sie bleiben in den Büchern, solange ${left ? "eine signierte Auszahlung sie enthält" : "ein Umtausch sie am Handelsplatz verkauft"}, und werden zurückgebucht, sobald der Ausgang feststeht.`,
  REVERSED: ({ sentence, asset, quantity }) =>
    `${quantity} ${asset}, bereits gutgeschrieben, sind weg. ${sentence ?? "Ihre Chain hat sie zurückgenommen."}`,
  OWED: ({ asset, quantity }) =>
    `Das Konto schuldet ${quantity} ${asset}, die es vor der Rücknahme einer Einzahlung ausgegeben hatte; nichts wird von selbst verrechnet.`,
  UNKNOWN_OUTCOME: ({ venue, plain, asset, fiat, detail, why }) =>
    `Ob ${venue} ${plain} ${asset} für ${fiat} verkauft hat, ist nicht bekannt${because(why, detail)}. Es wird nachgefragt, bis es feststeht, und nie doppelt gesendet.`,
  SOLD_TWICE: ({ venue, plain, asset, fiat }) =>
    `${venue} hat ${plain} ${asset} für ${fiat} verkauft, nachdem der Auftrag als nie erteilt galt. Es steht im eigenen Buch des Betreibers; gutgeschrieben wurde davon nichts.`,
  NOT_HEDGED: ({ venue, plain, asset, fiat, detail, why }) =>
    `${venue} hat den Kauf von ${plain} ${asset} für ${fiat} abgelehnt${because(why, detail)}. Der Betreiber trägt das Marktrisiko, bis ein Handelsplatz es nimmt; der nächste wird sofort gefragt, dieser jede halbe Minute wieder.`,
  UNKNOWN_BILL: ({ quantity, asset, network, address, key, gas, contract, txHash }) =>
    gas
      ? `${quantity} ${asset} kamen auf ${network} an ${address ?? ""}, eines unserer Konten${txHash ? `, ${contract ? "durch das Programm eines Vertrags in" : "mit"} der Transaktion ${txHash}` : ", durch keine Transaktion, die ein Block nennt"}. Keine Umbuchung des Betreibers brachte sie: Sie stehen als nicht zugeordnet in den Büchern, bis jemand sagt, wem sie gehören.`
      : `${quantity} ${asset} kamen auf ${network} an ${address ?? ""}${key ? `, den Schlüssel ${key.path} der Wallet ${key.wallet}` : ""}: eine unserer Adressen, deren Rechnung nicht bekannt ist. Nach der Bestätigung stehen sie als nicht zugeordnet in den Büchern, bis jemand sagt, wem sie gehören; die Adresse erhält keine Rechnung mehr.`,
  HEDGE_OPEN: ({ venue, plain, asset, fiat, detail, why, ageLimit, sizeLimit }) => {
    const past = [
      ageLimit ? `ist seit mehr als ${ageLimit} offen` : "",
      sizeLimit ? `ist mehr als ${sizeLimit} EUR wert` : "",
    ];
    return `Die Absicherung von ${plain} ${asset} gegen ${fiat} ${past.filter(Boolean).join(" und ")}: Bis sie erledigt ist, wird in diesem Paar kein Preis zugesagt${why || detail ? `. ${venue}${because(why, detail)}` : ""}.`;
  },
  FAILED: ({ plain, asset, fiat, detail, why }) =>
    `Der Umtausch von ${plain} ${asset} in ${fiat} ist fehlgeschlagen${because(why, detail)}. Die Krypto ist wieder verfügbar.`,
  CHAIN: ({ network, paused, behind, height, detail, why, waiting }) => {
    const deposits = `${counted(waiting, "Einzahlung wartet", "Einzahlungen warten")} auf Bestätigung.`;
    if (paused) return `Das Verfolgen von ${network} ist angehalten${because(why, detail)}. ${deposits}`;
    if (behind > 0) return `${network} ist bis Block ${height} verfolgt, ${behind} hinter der Spitze. ${deposits}`;
    return `${network} wurde seit Minuten nicht abgefragt; Block ${height} war der letzte. ${deposits}`;
  },
  STALE_PRICE: ({ base, fiat, openBills }) =>
    `Für ${base}/${fiat} gibt es keinen frischen Preis: keine neuen Rechnungen, Angebote und Verkäufe dieses Paares. ${counted(openBills, "Rechnung", "Rechnungen")} offen.`,
  WEBHOOK: ({ url, disabled, detail, waiting }) => {
    const events = counted(waiting, "Ereignis wartet", "Ereignisse warten");
    const answered = detail ? ` (${detail.replace(/\.$/u, "")})` : "";
    if (disabled === "GONE") return `${url} meldete, dass es nicht mehr existiert, und wurde abgeschaltet; ${events}.`;
    if (disabled) return `${url} schlug fünf Tage lang fehl${answered} und wurde abgeschaltet; ${events}.`;
    return `${url} nimmt keine Ereignisse an${answered}; ${events} und werden erneut gesendet.`;
  },
  LATE: ({ sentence, asset, quantity }) =>
    sentence ?? `${quantity} ${asset} gingen nach Ablauf der Rechnung ein und werden als Krypto gehalten.`,
  LIMIT_NOT_MET: ({ sentence, asset, quantity }) =>
    sentence ?? `${quantity} ${asset} werden als Krypto gehalten: Der Preis liegt nicht über dem Limit.`,
  NOT_SOLD: ({ sentence, asset, quantity, fiat, waiting }) =>
    waiting > 0
      ? `${quantity} ${asset} einer späten Einzahlung warten auf den Verkauf für ${fiat}: Es gibt keinen frischen Preis, oder kein Handelsplatz hat ein Gebot in seiner Nähe. Verkauft wird, sobald es ihn gibt.`
      : (sentence ?? `${quantity} ${asset} konnten nicht verkauft werden und werden als Krypto gehalten.`),
  UNDERPAID: (texts) =>
    `${texts.received} von ${texts.due} ${texts.asset} gingen vor Ablauf der Rechnung ein, ${texts.quantity} zu wenig${texts.tolerance ? ` und außerhalb der Toleranz von ${texts.tolerance} %` : ""}; ${creditedClause(texts)}.`,
  OVERPAID: (texts) =>
    `${texts.received} ${texts.asset} gingen für eine Rechnung über ${texts.due} ein, ${texts.quantity} zu viel; ${creditedClause(texts)}.`,
};

/** A coin that pays for gas, and no token: what went to others is missing, to another account of ours nothing but the fee. */
function gasSentence(
  texts: Pick<
    CauseTexts,
    "address" | "to" | "received" | "network" | "networkFee" | "txHash" | "height" | "booked" | "left" | "contract"
  >,
): string {
  const { address, to, received, network, networkFee, txHash, height, booked, left, contract } = texts;
  const coin = network === "tron" ? "TRX" : "ETH";
  if (!txHash)
    return `Das Konto ${address ?? ""} von uns hat auf ${network} bei Block ${height} ${received || "0"} ${coin} weniger, als seine Transaktionen übrig lassen: Das Programm eines Vertrags hat es bewegt, ohne freigegebene Auszahlung oder Umbuchung. Die Ablaufspur des Knotens nannte die Transaktion nicht: Suchen Sie sie in diesem Block. ${booked ? "Es ist als fehlend gebucht" : "Es ist noch nicht gebucht"}.`;
  if (contract) return codeSentence({ ...texts, received: `${received} ${coin}` });
  return `Das Konto ${address ?? ""} von uns hat auf ${network} ${received || "0"} ${coin}${to ? ` an ${to}` : ""} gesendet${networkFee ? `, für ${networkFee} ${coin} Gas` : ""}, und kein Token bewegt; ohne freigegebene Auszahlung oder Umbuchung: Transaktion ${txHash ?? ""}. Sie steht in Block ${height} ${booked ? `und ist als ${left ? "fehlend und als Gebühr" : "Gebühr"} gebucht` : "und ist noch nicht gebucht"}.`;
}

/** The coin that the code of a contract moved out of an account of ours, by a transaction that is not the account's. */
function codeSentence({
  address,
  to,
  received,
  network,
  txHash,
  height,
  booked,
  left,
}: Pick<CauseTexts, "address" | "to" | "received" | "network" | "txHash" | "height" | "booked" | "left">): string {
  const books = booked ? "als fehlend" : "noch nicht";
  const place =
    booked && !left ? ", und die Bücher haben es, denn beide Konten sind unsere" : ` und ist ${books} gebucht`;
  return `Das Programm eines Vertrags hat auf ${network} ${received} vom Konto ${address ?? ""} von uns${to ? ` an ${to}` : ""} bewegt, ohne freigegebene Auszahlung oder Umbuchung: Transaktion ${txHash}. Sie steht in Block ${height}${place}.`;
}

function creditedClause({ credited, free, fiat, asset }: CauseTexts): string {
  const parts = [
    credited ? `${credited} ${fiat} gutgeschrieben` : "",
    free ? `${free} ${asset} als Krypto gehalten` : "",
  ];
  return parts.filter(Boolean).join(" und ") || "nichts davon ist frei";
}

/** What a venue or a node said stays in its own words. */
/** A cause behind what it has caused: our own sentence, else the words of another. */
const because = (why: string | undefined, detail: string | undefined): string =>
  why ? `: ${why.replace(/\.$/, "")}` : inWords(detail);
const inWords = (detail: string | undefined): string => (detail ? ` („${detail.replace(/\.$/, "")}“)` : "");

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** Of a payout whose transaction no block has any more. */
function goneTransaction(
  what: string,
  { txHash, booked, spent }: Pick<CauseTexts, "booked" | "spent"> & { txHash: string },
): string {
  if (spent)
    return `Die Transaktion ${txHash} einer Auszahlung von ${what} steht in keinem Block mehr und kann seit einem Tag in keinem mehr stehen: Ihre Coins sind anders ausgegeben, oder sie ist abgelaufen. Gezahlt wurde nie: Erklären Sie die Auszahlung hier für nichtig. Ihr Geld gehört dann wieder dem Konto; aus einem Eingang, der auch rückgängig gemacht wurde, schuldet es nichts mehr.`;
  if (booked)
    return `Die Transaktion ${txHash}, als die eine Auszahlung von ${what} erfasst ist, steht in keinem Block mehr. Sie gilt als gezahlt, bis sie zurück ist: Werden ihre Coins anders ausgegeben, so wurde nie gezahlt.`;
  return `Die Transaktion ${txHash} einer Auszahlung von ${what} steht in keinem Block mehr, und auch ein Eingang, aus dem sie gezahlt wurde, ist rückgängig gemacht. Sie gilt als abgegangen, bis eines von beiden zurück ist: Werden ihre Coins anders ausgegeben, so wurde nie gezahlt.`;
}
