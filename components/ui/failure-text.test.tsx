import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BANK_FAILURES } from "#lib/contract/bank-failure.ts";
import { ORDER_DOUBTS } from "#lib/contract/order-failure.ts";
import { CHAIN_FAILURES } from "#lib/contract/chain-failure.ts";
import { VENUE_FAILURES } from "#lib/contract/venue-failure.ts";
import { ANYBODY, SPOKEN, type Spoken } from "#lib/contract/voice.ts";
import { speakingTo } from "#lib/i18n/language.ts";
import {
  bankFailureText,
  ChainFailureText,
  chainFailureText,
  orderFailureText,
  VenueFailureText,
} from "./failure-text.tsx";

const inGerman = (say: () => string) => speakingTo({ ...ANYBODY, language: "de" }, say);

test("a failure is said in the reader's language, with figures as they write them", () => {
  const pruned = { code: "PRUNED", block: 912_345 } as const;
  expect(chainFailureText(pruned)).toContain("The node has pruned block 912\u00a0345,");
  expect(inGerman(() => chainFailureText(pruned))).toContain("Der Knoten hat Block 912\u00a0345 gelöscht,");
});

test("what the node or the venue said stays in its own words, marked as English", () => {
  const chain = { code: "REFUSED", method: "getblock", detail: "Block not available" } as const;
  expect(inGerman(() => chainFailureText(chain))).toBe("Der Knoten hat getblock abgelehnt: „Block not available“");
  expect(inGerman(() => renderToStaticMarkup(<ChainFailureText failure={chain} />))).toBe(
    'Der Knoten hat getblock abgelehnt: <q lang="en">Block not available</q>',
  );
  const venue = { code: "REFUSED", detail: "EOrder:Insufficient funds" } as const;
  expect(inGerman(() => renderToStaticMarkup(<VenueFailureText failure={venue} />))).toBe(
    'Der Handelsplatz hat die Order abgelehnt: <q lang="en">EOrder:Insufficient funds</q>',
  );
});

test("a venue's refusal without its words is a whole sentence", () => {
  const say = () => renderToStaticMarkup(<VenueFailureText failure={{ code: "REFUSED" }} />);
  expect([say(), inGerman(say)]).toEqual(["The venue refused the order.", "Der Handelsplatz hat die Order abgelehnt."]);
});

test("an order behind a sentence says why, and quotes the venue's own words alone", () => {
  expect(inGerman(() => orderFailureText({ code: "SILENT" }) ?? "")).toBe(
    "Der Handelsplatz hat nicht rechtzeitig geantwortet.",
  );
  expect(inGerman(() => orderFailureText({ code: "REFUSED", detail: "EOrder:Insufficient funds" }) ?? "")).toBe(
    "„EOrder:Insufficient funds“",
  );
  expect(orderFailureText({ code: "REFUSED" })).toBeUndefined();
});

test("a bank's file says the line and what stands there", () => {
  const fault = { code: "BAD_AMOUNT", line: 3_000, value: "1.000,5O", expected: "EUR" } as const;
  expect(bankFailureText(fault)).toBe("Line 3\u00a0000: 1.000,5O is not a valid amount in EUR.");
  expect(inGerman(() => bankFailureText({ code: "TOO_LONG", line: 3, column: "reference", limit: 200 }))).toBe(
    "Zeile 3: Zu lang ist die Angabe „Referenz“: mehr als 200 Zeichen.",
  );
});

test("every code has a sentence of its own in each language", () => {
  const sentences = (language: Spoken) =>
    [
      ...CHAIN_FAILURES.map((code) => <ChainFailureText failure={{ code }} key={code} />),
      ...VENUE_FAILURES.map((code) => <VenueFailureText failure={{ code }} key={code} />),
    ].map((one) => speakingTo({ ...ANYBODY, language }, () => renderToStaticMarkup(one)));
  const texts = (language: Spoken) =>
    speakingTo({ ...ANYBODY, language }, () => [
      ...ORDER_DOUBTS.filter((code) => code !== "UNCLEAR").map((code) => orderFailureText({ code }) ?? ""),
      ...BANK_FAILURES.map((code) => bankFailureText({ code, statement: "1", value: "2", column: "amount" })),
    ]);
  const all = SPOKEN.flatMap((language) => [...sentences(language), ...texts(language)]);
  expect(all.every((sentence) => sentence.length > 10)).toBe(true);
  expect(new Set(all).size).toBe(all.length);
});
