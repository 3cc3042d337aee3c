/** Where something is written: the screens in each language, the documents, the API's messages, mails and papers. */
export type WrittenIn = "english" | "german" | "docs" | "messages" | "letters";

type Banned = { word: RegExp; instead: string; in: readonly WrittenIn[] };

const ENGLISH = ["english", "docs", "messages", "letters"] as const;

const screens = (word: RegExp, instead: string): Banned => ({ word, instead, in: ["english", "letters"] });
const everywhere = (word: RegExp, instead: string): Banned => ({ word, instead, in: ENGLISH });
const messages = (word: RegExp, instead: string): Banned => ({ word, instead, in: ["messages"] });
const docs = (word: RegExp, instead: string): Banned => ({ word, instead, in: ["docs"] });
const german = (word: RegExp, instead: string): Banned => ({ word, instead, in: ["german"] });

/**
 * What a professional of payments and treasury does not say, where they would read it, and what they say. One list, so
 * that catalogues, documents, contracts and the pages of the running program are held to the same.
 */
export const BANNED_WORDS: readonly Banned[] = [
  // Cases and approvals.
  screens(/\bat stake\b/i, "amount"),
  screens(/worth now/i, "current value"),
  screens(/\bnobody['’]s\b/i, "unassigned"),
  screens(/waits? for a second person/i, "awaiting approval"),
  screens(/nothing waits/i, "no approvals pending"),
  screens(/given to nobody/i, "unassigned"),
  // Bills.
  screens(/\bshown apart\b/i, "shown separately"),
  screens(/as far as it goes/i, "the amount received is converted"),
  screens(/by a conversion; /i, "convert it later"),
  screens(/fixes its own/i, "the price is locked on creation"),
  screens(/\bamount too\b/i, "with amount"),
  screens(/\bsame again\b|\banother bill\b/i, "duplicate, new bill"),
  screens(/this is no (amount|price)/i, "enter a number"),
  screens(/\bbill (ends|ended|has ended)\b/i, "expires, expired"),
  // Payments and conversions.
  screens(/\bfree to convert\b|\bfree crypto\b/i, "available to convert"),
  screens(/\bis free again\b|\bfree again\b/i, "available again"),
  screens(/\bfiat so far\b/i, "credited"),
  screens(/\badds up\b/i, "reconciled"),
  screens(/from here on/i, "from now on"),
  screens(/\bas it was\b/i, "reset"),
  screens(/\b(rows?|lines?|movements?) loaded\b|loaded rows/i, "shown"),
  screens(/\bnew from bills\b/i, "new conversion"),
  screens(/\byou (get|got)\b|would have got/i, "you receive"),
  screens(/equals the quantity/i, "matches the conversion"),
  screens(/against the last quote/i, "vs. previous quote"),
  screens(/quote (has )?ended/i, "expired"),
  screens(/cancel selling/i, "cancel this conversion"),
  screens(/\bticks?\b/i, "select"),
  screens(/late, above a limit/i, "below its limit price"),
  // Overview and charts.
  screens(/venue['’]s pay\b/i, "venue proceeds"),
  screens(/of twenty\b/i, "p95"),
  screens(/deposit to fiat/i, "time to fiat"),
  screens(/\bin step\b/i, "synced"),
  screens(/by the day the bill/i, "by bill date"),
  // Settings, sign-in, developers, files.
  screens(/rules for this account from now/i, "rules for new bills"),
  screens(/it rules from/i, "takes effect immediately"),
  screens(/goes before (these|the house)/i, "overrides"),
  screens(/without a limit there is none/i, "no value = unlimited"),
  screens(/owed to the house|with the house/i, "operator"),
  screens(/as each person likes/i, "optional"),
  screens(/read .* again\b/i, "rescan"),
  screens(/\bhanded out\b/i, "issued"),
  screens(/keep them/i, "cancel"),
  screens(/at the door/i, "at sign-in"),
  screens(/it counts once/i, "single use"),
  screens(/sign in anew|set up anew/i, "sign in again"),
  screens(/e-mail or password is not right/i, "incorrect e-mail or password"),
  screens(/\bmake a (key|new secret|sandbox key)\b|\bmake key\b/i, "create"),
  screens(/as curl -u takes/i, "keyId:secret"),
  screens(/\bgiven up\b/i, "failed"),
  screens(/\b(due again)\b/i, "queued"),
  screens(/\bwent well\b|\beverybody\b/i, "succeeded, all"),
  screens(/struck out/i, "redacted"),
  screens(/\blevers?\b/i, "controls"),
  screens(/\basked for\b|\bbeing written\b/i, "requested, generating"),
  screens(/this did not work/i, "something went wrong"),
  screens(/what fits\b/i, "results"),
  screens(/files of lists/i, "files"),
  screens(/\bprove it is you\b/i, "confirm it is you"),
  everywhere(/\blets? nobody\b|\bwhoever\b/i, "a plain sentence"),
  // Documents.
  docs(/\(standard\)/i, "(default)"),
  docs(/\bmend\b/i, "fix"),
  docs(/let pass what you do not know/i, "ignore unknown fields"),
  docs(/new words in a field/i, "new enum values"),
  docs(/known again by/i, "deduplicated by"),
  docs(/, and an end\./i, "an expiry"),
  docs(/late, short or over|exact, short, over/i, "underpaid, overpaid"),
  // The API's messages.
  messages(/must be one of true\b/i, "must be true"),
  messages(/is not known here/i, 'unknown field "…"'),
  messages(/must have at (least|most) …+ (entries|characters|…)/i, "must contain at least, at most"),
  messages(/is no token of/i, "is not a valid pagination token for this query"),
  messages(/is no (payment|bill|conversion|filter|amount|account) of/i, "does not exist"),
  // Who runs the service.
  everywhere(/\b(the|this|a live|into|of) house\b|\bhouse['’]s\b|^House\b/, "operator"),
  // German.
  german(/\b(das|dem|des|im|vom|beim|ins) Hause?s?\b|^Haus\b/i, "Betreiber"),
  german(/konver(sion|tier)/i, "Umtausch, umtauschen"),
  german(/\bQuoten?\b|\bquotiert\b/i, "Kursangebot"),
  german(/\bgebunden/i, "reserviert"),
  german(/\b(Viewer|Operator|Treasurer|Administrator|Developer|Auditor)\b/, "roles in German"),
  german(/wartet auf eine zweite Person|Nichts wartet/i, "Freigabe ausstehend"),
  german(/das ist kein (Betrag|Preis)/i, "eine Zahl eingeben"),
  german(/\b(Rechnung|Zahlung) (ist )?(be)?endet\b|Rechnung beendet/i, "abgelaufen"),
  german(/frei zu /i, "verfügbar"),
  german(/so weit es reicht/i, "der eingegangene Betrag"),
  german(/geht (nicht )?auf\b/i, "abgestimmt"),
  german(/von zwanzig/i, "p95"),
  german(/über einem Limit\. /i, "unter dem Limitpreis"),
  german(/dem Haus geschuldet/i, "dem Betreiber geschuldet"),
  german(/(Zeilen|Bewegungen|Zeile) geladen/i, "angezeigt"),
  german(/hat nicht geklappt/i, "etwas ist schiefgelaufen"),
  german(/Codes machen|Ersatzcodes machen/i, "erstellen"),
  german(/im Blick behalten|\bWie zuvor\b/i, "anheften, zurücksetzen"),
  german(/\bRechn\.(?!\w)/i, "no cut headings"),
];

/** What of it stands in a text, as `found → instead`. */
export const bannedIn = (place: WrittenIn, text: string): string[] =>
  BANNED_WORDS.filter((one) => one.in.includes(place)).flatMap(({ word, instead }) => {
    const found = word.exec(text)?.[0];
    return found === undefined ? [] : [`${found} → ${instead}`];
  });
