import { expect, test } from "vitest";
import { de as accountDe } from "./account.de.ts";
import { en as accountEn } from "./account.en.ts";
import { de as approvalsDe } from "./approvals.de.ts";
import { en as approvalsEn } from "./approvals.en.ts";
import { de as auditDe } from "./audit.de.ts";
import { en as auditEn } from "./audit.en.ts";
import { de as billsDe } from "./bills.de.ts";
import { en as billsEn } from "./bills.en.ts";
import { de as chainsDe } from "./chains.de.ts";
import { en as chainsEn } from "./chains.en.ts";
import { de as chartsDe } from "./charts.de.ts";
import { en as chartsEn } from "./charts.en.ts";
import { de as conversionDe } from "./conversion.de.ts";
import { en as conversionEn } from "./conversion.en.ts";
import { de as conversionsDe } from "./conversions.de.ts";
import { en as conversionsEn } from "./conversions.en.ts";
import { de as developersDe } from "./developers.de.ts";
import { en as developersEn } from "./developers.en.ts";
import { de as exceptionsDe } from "./exceptions.de.ts";
import { en as exceptionsEn } from "./exceptions.en.ts";
import { de as ledgerDe } from "./ledger.de.ts";
import { en as ledgerEn } from "./ledger.en.ts";
import { de as overviewDe } from "./overview.de.ts";
import { en as overviewEn } from "./overview.en.ts";
import { de as lettersDe } from "./letters.de.ts";
import { en as lettersEn } from "./letters.en.ts";
import { de as printedDe } from "./printed.de.ts";
import { en as printedEn } from "./printed.en.ts";
import { de as payerDe } from "./payer.de.ts";
import { en as payerEn } from "./payer.en.ts";
import { de as paymentDe } from "./payment.de.ts";
import { en as paymentEn } from "./payment.en.ts";
import { de as paymentsDe } from "./payments.de.ts";
import { en as paymentsEn } from "./payments.en.ts";
import { de as settingsDe } from "./settings.de.ts";
import { en as settingsEn } from "./settings.en.ts";
import { de as walletsDe } from "./wallets.de.ts";
import { en as walletsEn } from "./wallets.en.ts";
import { de as customersDe } from "./customers.de.ts";
import { en as customersEn } from "./customers.en.ts";
import { de as treasuryDe } from "./treasury.de.ts";
import { en as treasuryEn } from "./treasury.en.ts";
import { de as payoutsDe } from "./payouts.de.ts";
import { en as payoutsEn } from "./payouts.en.ts";
import { de as settlementsDe } from "./settlements.de.ts";
import { en as settlementsEn } from "./settlements.en.ts";
import { de as signingDe } from "./signing.de.ts";
import { en as signingEn } from "./signing.en.ts";
import { de as houseDe } from "./house.de.ts";
import { en as houseEn } from "./house.en.ts";
import { de as finderDe } from "./finder.de.ts";
import { en as finderEn } from "./finder.en.ts";
import { de as sentencesDe } from "./audit-sentences.de.ts";
import { en as sentencesEn } from "./audit-sentences.en.ts";
import { de as authDe } from "./auth.de.ts";
import { en as authEn } from "./auth.en.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** What German writes as English does: names, codes, units, and words of the trade that are German by now. */
const SAME = new Set([
  "Treasury",
  ...["< 1 h", "1–4 h", "4–24 h", "1–3 d", "> 3 d"],
  ...["optional", "BIC", "IBAN", "Form", "Nonce", "Memo", "Limit", "Person", "System", "T + 7", "Text"],
  ...["keyId:secret", "URL"],
  ...["Desk", "SANDBOX", "Sandbox", "English", "Deutsch", "UTC", "CSV", "Excel (XLSX)", "Idempotency-Key"],
  ...["ERC-20", "TRC-20", "Ethereum", "Tron"],
  ...["RFQ", "RAI", "ACA", "LMT", "Compliance", "Wallet", "Wallets", "Safe 7"],
  ...["Chains", "Fiat", "Filter", "in", "Live", "Median", "Name", "Rate", "Spread", "Status"],
  ...[
    "Browser",
    "Code",
    "Passkey",
    "Passkeys",
    "Webhooks",
    "Slack",
    "Microsoft Teams",
    "Worker",
    "SHA-256",
    "Version",
    "UTF-8",
    "Latin-1",
    "Spread, 7",
    "Desk: 7",
    "Minute",
    "7 ms",

    "7–71 min",
    "20 min",
    "7/s",
  ],
]);

const catalogues = {
  english: {
    desk: en,
    payer: payerEn,
    account: accountEn,
    approvals: approvalsEn,
    audit: auditEn,
    bills: billsEn,
    chains: chainsEn,
    charts: chartsEn,
    conversion: conversionEn,
    conversions: conversionsEn,
    developers: developersEn,
    exceptions: exceptionsEn,
    ledger: ledgerEn,
    overview: overviewEn,
    payment: paymentEn,
    payments: paymentsEn,
    settings: settingsEn,
    wallets: walletsEn,
    customers: customersEn,
    treasury: treasuryEn,
    payouts: payoutsEn,
    settlements: settlementsEn,
    signing: signingEn,
    house: houseEn,
    finder: finderEn,
    sentences: sentencesEn,
    auth: authEn,
    letters: lettersEn,
    printed: printedEn,
  },
  german: {
    desk: de,
    payer: payerDe,
    account: accountDe,
    approvals: approvalsDe,
    audit: auditDe,
    bills: billsDe,
    chains: chainsDe,
    charts: chartsDe,
    conversion: conversionDe,
    conversions: conversionsDe,
    developers: developersDe,
    exceptions: exceptionsDe,
    ledger: ledgerDe,
    overview: overviewDe,
    payment: paymentDe,
    payments: paymentsDe,
    settings: settingsDe,
    wallets: walletsDe,
    customers: customersDe,
    treasury: treasuryDe,
    payouts: payoutsDe,
    settlements: settlementsDe,
    signing: signingDe,
    house: houseDe,
    finder: finderDe,
    sentences: sentencesDe,
    auth: authDe,
    letters: lettersDe,
    printed: printedDe,
  },
};

test("a German text is never the English one, but for words that are the same in both", () => {
  const english = textsOf(catalogues.english);
  const left = [...textsOf(catalogues.german)].filter(
    ([path, text]) => /\p{L}/u.test(text) && text === english.get(path) && !SAME.has(text),
  );
  expect(left).toEqual([]);
});

test("German says every text, also those a type leaves open, and none that English lacks", () => {
  expect([...textsOf(catalogues.german).keys()].sort()).toEqual([...textsOf(catalogues.english).keys()].sort());
});

test("a German sentence names every value that the English one does, and no other", () => {
  const english = textsOf(catalogues.english, "", MARKS);
  const left = [...textsOf(catalogues.german, "", MARKS)].flatMap(([path, text]) => {
    const [here, there] = [text, english.get(path) ?? ""].map((one) =>
      MARKS.filter((mark) => one.includes(mark)).join(),
    );
    return here === there ? [] : [`${path}: ${there} / ${here}`];
  });
  expect(left).toEqual([]);
});

test("every word that may be the same is one that is", () => {
  const english = textsOf(catalogues.english);
  const shared = new Set([...textsOf(catalogues.german)].flatMap(([path, text]) => text === english.get(path) && text));
  expect([...SAME].filter((word) => !shared.has(word))).toEqual([]);
});

/** Each text by its place; a sentence with values is said with sevens. */
const textsOf = (catalogue: object, at = "", values: readonly string[] = SEVENS): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([name, word]) => {
      const path = `${at}/${name}`;
      if (typeof word === "object") return [...textsOf(word as object, path, values)];
      const spokenText: unknown =
        typeof word === "function" ? (word as (...given: readonly string[]) => unknown)(...values) : word;
      // One that takes its facts as an object says nothing to plain values.
      return typeof spokenText === "string" ? [[path, spokenText]] : [];
    }),
  );

const MARKS = Array.from({ length: 9 }, (_, at) => `⟨${at}⟩`);
const SEVENS = Array.from({ length: 9 }, () => "7");
