import { afterEach, expect, test } from "vitest";
import type { CaseRecord } from "#lib/cases/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { answerLanguage, type Language } from "#lib/i18n/language.ts";
import { causeText } from "./cause-text.ts";

const number = (text: string) => Decimal.from(text);
afterEach(() => answerLanguage(() => "en"));

/** The cause with its no-break spaces as plain ones. */
function inLanguage(language: Language, record: CaseRecord): string {
  answerLanguage(() => language);
  return causeText(record).replaceAll("\u00a0", " ");
}

const about = { caseId: "a-1", state: "OPEN", cause: "as the server says it", since: 0 } as const;

const under: CaseRecord = {
  ...about,
  kind: "UNDERPAID",
  asset: "USDT",
  networkType: "tron",
  quantity: number("486.37614"),
  fiat: "EUR",
  causeFacts: {
    due: number("2702.089662"),
    came: number("2215.713522"),
    credited: number("2050"),
    free: number("0"),
    tolerance: number("0.5"),
    fiat: "EUR",
  },
};

const late: CaseRecord = {
  ...about,
  kind: "LATE",
  asset: "BTC",
  quantity: number("0.00220876"),
  fiat: "EUR",
  causeFacts: {
    fiat: "EUR",
    reason: {
      quantity: number("0.00220876"),
      lateBy: "SEEN",
      afterExpiryMs: 1_091_000,
      parts: [{ outcome: "KEPT", quantity: number("0.00220876"), reasonCode: "BILL_EXPIRED" }],
    },
  },
};

const sold: CaseRecord = {
  ...late,
  kind: "HELD",
  causeFacts: {
    fiat: "EUR",
    reason: {
      quantity: number("0.0025"),
      excess: number("0.00047979"),
      parts: [
        {
          outcome: "SOLD",
          method: "RFQ",
          quantity: number("0.00202021"),
          feeQuantity: number("0.0000202"),
          price: number("50000"),
          fiat: number("100"),
        },
        { outcome: "WAITS", method: "FRESH", quantity: number("0.00047979") },
      ],
    },
  },
};

test.each<[Language, CaseRecord, string]>([
  [
    "en",
    under,
    "2 215.713522 of 2 702.089662 USDT was received before the bill expired, 486.37614 less than due and beyond the tolerance of 0.5 %; 2 050.00 EUR was credited.",
  ],
  [
    "de",
    under,
    "2 215,713522 von 2 702,089662 USDT gingen vor Ablauf der Rechnung ein, 486,37614 zu wenig und außerhalb der Toleranz von 0,5 %; 2 050,00 EUR gutgeschrieben.",
  ],
  [
    "en",
    late,
    "0.00220876 BTC arrived late, 18 min 11 s after the bill expired: 0.00220876 BTC held as crypto, because the bill's price no longer applies.",
  ],
  [
    "de",
    late,
    "0,00220876 BTC verspätet eingegangen, 18 min 11 s nach Ablauf der Rechnung: 0,00220876 BTC als Krypto gehalten, weil der Preis der Rechnung nicht mehr gilt.",
  ],
  [
    "de",
    sold,
    "0,0025 BTC rechtzeitig eingegangen, 0,00047979 BTC mehr als noch offen: 0,00202021 BTC zum Rechnungspreis von 50 000 EUR nach einer Servicegebühr von 0,0000202 BTC für 100,00 EUR verkauft; 0,00047979 BTC wartet auf den Verkauf zu einem neuen Preis. Sie wartet auf Freigabe oder Ablehnung.",
  ],
  [
    "de",
    { ...late, causeFacts: {} },
    "0,00220876 BTC gingen nach Ablauf der Rechnung ein und werden als Krypto gehalten.",
  ],
  [
    "de",
    {
      ...about,
      kind: "UNKNOWN_OUTCOME",
      asset: "BTC",
      quantity: number("0.5"),
      fiat: "EUR",
      causeFacts: { venue: "kraken", fiat: "EUR", detail: "The venue did not answer.", order: { code: "SILENT" } },
    },
    "Ob kraken 0,5 BTC für EUR verkauft hat, ist nicht bekannt: Der Handelsplatz hat nicht rechtzeitig geantwortet. Es wird nachgefragt, bis es feststeht, und nie doppelt gesendet.",
  ],
  [
    "de",
    {
      ...about,
      kind: "STATEMENT_REFUSED",
      fiat: "EUR",
      causeFacts: {
        detail: "nov.csv",
        to: "staff:Hugo",
        refusal: "Line 3: it has no amount.",
        refused: { code: "NO_AMOUNT", line: 3 },
      },
    },
    "Die Datei nov.csv, hochgeladen von Hugo, wurde als Ganzes abgewiesen, nichts davon ist gebucht: Zeile 3: Der Betrag fehlt, steht zweimal da oder hat das falsche Vorzeichen. Eine gute Datei dieses Kontos und Tages schließt den Fall, oder eine Person.",
  ],
  [
    "de",
    { ...about, kind: "APPROVAL", fiat: "EUR", causeFacts: { approval: "payout", by: "key:ak_0123456789abcdef" } },
    "API-Schlüssel …abcdef beantragt eine Auszahlung. Nichts wird ausgeführt, bis eine zweite Person freigibt; nicht entschiedene Anfragen verfallen.",
  ],
  ["de", { ...late, state: "SETTLED" }, "Was diesen Fall ausmachte, besteht nicht mehr; es ist nichts zu entscheiden."],
])("%s: %#", (language, record, sentence) => expect(inLanguage(language, record)).toBe(sentence));
