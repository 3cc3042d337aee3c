import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { germanField } from "#lib/i18n/field-faults.de.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import { REFUSAL_STATES } from "#lib/i18n/refusal-states.ts";
import { APPROVAL_STATES } from "#lib/contract/approval-states.ts";
import { BENEFICIARY_STATES } from "#lib/beneficiaries/contract.ts";
import { CONVERSION_STATUSES } from "#lib/conversions/conversion-states.ts";
import { DEPOSIT_STATUSES } from "#lib/deposits/states.ts";
import { MOVE_STATES } from "#lib/moves/move.ts";
import { PAYOUT_STATES } from "#lib/payouts/payout-states.ts";
import { PREPARED_STATES } from "#lib/signing/prepared-states.ts";
import { fullText } from "#lib/i18n/times.ts";
import { germanRefusal } from "#lib/i18n/refusals.de.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** What only programs, the sandbox's controls and the proofs of the project meet. */
const OF_NO_PAGE = /^lib\/(sandbox|cli)\/|\.(test|fixture)\.ts$/;

type Refused = { path: string; sentence: string };

/** Each sentence that the API refuses by with this code, as it stands in the sources, with a state for every fact. */
function sentencesOf(code: string): Refused[] {
  return globSync("lib/**/*.ts", { cwd: ROOT })
    .filter((path) => !OF_NO_PAGE.test(path))
    .flatMap((path) => {
      const text = readFileSync(resolve(ROOT, path), "utf8");
      if (!text.includes(`"${code}"`)) return [];
      const found: Refused[] = [];
      const look = (node: ts.Node): void => {
        if (ts.isNewExpression(node) && node.expression.getText() === "Refusal") {
          const [first, second] = node.arguments ?? [];
          if (second && first?.getText() === `"${code}"`)
            found.push(...spoken(second).map((sentence) => ({ path, sentence })));
        }
        ts.forEachChild(node, look);
      };
      look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
      return found;
    });
}

/** The texts that an expression can be; one that another function words has none here. */
function spoken(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...spoken(node.whenTrue), ...spoken(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [];
  return node.templateSpans.reduce(
    (begun, { expression, literal }) => {
      const facts = spoken(expression);
      return begun.flatMap((text) =>
        (facts.length > 0 ? facts : ["APPROVED"]).map((fact) => text + fact + literal.text),
      );
    },
    [node.head.text],
  );
}

test("each sentence of a state that does not allow something has its German", () => {
  const all = sentencesOf("INVALID_STATE");
  expect(all.length).toBeGreaterThan(110);
  expect(all.filter(({ sentence }) => germanRefusal(sentence) === undefined)).toEqual([]);
});

test("an English page writes a state in words, and each state of a record that is refused for it is known", () => {
  expect(faultsText.sentence("This move is APPROVED and cannot be cancelled.")).toBe(
    "This move is approved and cannot be cancelled.",
  );
  expect(faultsText.sentence("1 USDT on tron is more than the 0 that can be paid out.")).toContain("1 USDT on tron");
  const states = [
    ...[CONVERSION_STATUSES, PREPARED_STATES, MOVE_STATES, APPROVAL_STATES, DEPOSIT_STATUSES, BENEFICIARY_STATES],
    ...[PAYOUT_STATES, ["PENDING", "FAILED"]],
  ].flat();
  expect(states.filter((state) => !REFUSAL_STATES.some((known) => known === state))).toEqual([]);
});

test("the facts of a sentence stand in its German, states and times as the pages write them", () => {
  expect(germanRefusal("This request is DECLINED by Ann; ask again for what is still wanted.")).toBe(
    "Diese Anforderung hat Ann schon entschieden: Abgelehnt. Fordern Sie erneut an, was noch gebraucht wird.",
  );
  expect(germanRefusal("A new bank account is paid from 2026-11-30T12:00:00.000Z on.")).toBe(
    `An ein neues Bankkonto wird ab ${fullText(Date.UTC(2026, 10, 30, 12), "utc")} gezahlt.`,
  );
  expect(germanRefusal("A sentence that nobody has worded.")).toBeUndefined();
});

test("what the API has against a field is worded in German, without the field's name", () => {
  expect(germanField("iban must be an IBAN whose check digits hold.")).toBe(
    "muss eine IBAN mit richtiger Prüfziffer sein",
  );
  expect(germanField("lifetimeMs must be a whole number from 1 to 9.")).toBe("muss eine ganze Zahl von 1 bis 9 sein");
  expect(germanField("This beneficiary takes EUR only.")).toBe("Dieser Empfänger nimmt nur EUR.");
  expect(germanField("name is odd.")).toBe("ist nicht gültig");
});
