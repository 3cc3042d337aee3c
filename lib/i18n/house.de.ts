import type { ChainCode } from "#lib/health/contract.ts";
import type { en } from "./house.en.ts";
import { countText } from "./amount.ts";
import { plural } from "./plural.ts";

/** What is wrong with a chain, by its code. */
const CHAINS: Readonly<Record<ChainCode, string>> = {
  BEHIND: "Ihr Knoten ist hinter dem Netzwerk.",
  FORKED: "Ihr Knoten folgt einem anderen Zweig.",
  DISAGREED: "Ihre Knoten nennen verschiedene Blöcke.",
  FAULTY: "Ihr Knoten antwortet nicht richtig.",
  WRONG_NETWORK: "Ihr Knoten gehört zu einem anderen Netzwerk.",
  PAUSED: "Nach einer tiefen Reorganisation angehalten.",
  UNSEEN: "Noch nicht angesehen.",
};

/** The German words of what the house promises, lacks and gives away. */
export const de: typeof en = {
  health: {
    title: "Betriebszustand",
    hint: "Was jetzt eingeschränkt ist, und warum",
    failed: "Der Betriebszustand konnte nicht geladen werden",
    complete: "Keine Einschränkungen.",
    columns: { what: "Was", which: "Welches", why: "Warum" },
    kinds: {
      DATABASE: "Datenbank wiederhergestellt",
      WORKER: "Worker gestoppt",
      TASK: "Aufgabe scheitert",
      CHAIN: "Chain nicht verfolgt",
      WALLET: "Wallet fehlt",
      POOL: "Adressen verbraucht",
      PRICE: "Kein Preis",
      VENUE: "Handelsplatz fällt aus",
      NO_VENUE: "Nicht gehandelt",
      HEDGE: "Absicherung über der Grenze",
      WEBHOOK: "Webhooks aus",
      MAIL: "Keine E-Mail",
      SECOND_PERSON: "Keine zweite Freigabe",
    },
    which: (kind, subject, account) => (kind === "POOL" && account ? `${subject}, ${account}` : subject),
    why: ({ kind, have = 0, need = 0, code }) => {
      const facts: Record<typeof kind, string> = {
        DATABASE: "Ein älterer Stand: Nichts wird zugesagt, verkauft oder ausgezahlt, bis desk restore fertig ist.",
        WORKER: "Nichts wird gelesen, bestätigt, verkauft oder gesendet.",
        TASK: "Der Worker scheitert daran jedes Mal; warum, steht im Log.",
        CHAIN:
          have > 0
            ? `${plural(have, "Block", "Blöcke")} hinter ihrer Spitze; ${countText(need)} sind zu viele.`
            : code
              ? CHAINS[code]
              : "Zustand siehe Chains.",
        WALLET: "Dafür entstehen keine Rechnungen.",
        POOL: "Keine Adressen auf Vorrat; jede Rechnung wartet auf eine.",
        PRICE:
          have < need
            ? `${have} frische von ${need} nötigen Quellen: keine neuen Rechnungen, Kursangebote oder Verkäufe.`
            : `Die ${have} frischen Quellen sind sich nicht einig: keine neuen Rechnungen, Kursangebote oder Verkäufe.`,
        VENUE: `${have}-mal in Folge ausgefallen; vorerst nicht genutzt.`,
        NO_VENUE: "Was davon gekauft wird, bleibt beim Betreiber.",
        HEDGE: "Bis sie erledigt ist, wird darin kein Preis zugesagt.",
        WEBHOOK:
          have === 1
            ? "1 Endpunkt ist ausgefallen und wurde abgeschaltet."
            : `${have} Endpunkte sind ausgefallen und wurden abgeschaltet.`,
        MAIL:
          have > 0
            ? `${plural(have, "E-Mail", "E-Mails")} nicht zugestellt; warum, steht im Log.`
            : "Keine Nachricht, Einladung oder Rücksetzung geht hinaus.",
        SECOND_PERSON: "Sätze, Wallets, Personen und Auszahlungen brauchen keine zweite Freigabe.",
      };
      return facts[kind];
    },
  },
  givenAway: {
    title: "Verschenkt",
    hint: "Gutschriften zu zugesagten Preisen, soweit der Markt weniger gezahlt hätte",
    failed: "Was verschenkt wurde, konnte nicht geladen werden",
    none: "In diesen Tagen hat keine Rechnung einen Preis zugesagt.",
    fiat: "Währung",
    chart: (fiat) => `Verschenkt je Tag, in ${fiat}.`,
    point: (day, given, fiat, paid) =>
      `${day}: ${given} ${fiat} verschenkt von ${paid}, die zu zugesagten Preisen gutgeschrieben wurden`,
    nothing: (day) => `${day}: nichts zugesagt`,
    bills: (all, unused) => (unused === 0 ? `${all}` : `${all}, ${unused} unbezahlt`),
    save: "Als CSV speichern",
    oneSided: ({ account, subaccount, paid, paidBelow, unpaid, unpaidAbove }) =>
      `${account}, ${subaccount} zahlt nur, wenn der Markt gefallen ist: von ${paid} bezahlten Rechnungen ${paidBelow} bei einem Markt unter dem Preis, von ${unpaid} unbezahlten ${unpaidAbove} bei einem darüber.`,
    columns: {
      day: "Rechnungen vom",
      who: "Konto, Kunde",
      pair: "Paar",
      bills: "Rechnungen",
      promised: "Zugesagt",
      paid: "Gutgeschrieben",
      market: "Marktwert",
      unused: "Nie bezahlt",
      givenAway: "Verschenkt",
      unmeasured: "Nicht gemessen",
    },
  },
  exposure: {
    title: "Risikoposition",
    hint: "Laufende Zusagen und die eigene Position des Betreibers",
    failed: "Die Risikoposition des Betreibers konnte nicht geladen werden",
    asset: "Währung",
    promised: "Zugesagt",
    seen: "Unbestätigt",
    held: "Angehalten",
    hedged: "Im Verkauf",
    open: "Offene Position",
    limit: "Limit",
    noLimit: "Kein Limit",
    age: "Offen seit",
  },
};
