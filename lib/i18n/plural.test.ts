import { expect, test } from "vitest";
import { en as audit } from "./audit.en.ts";
import { de as auditDe } from "./audit.de.ts";
import { en as ledger } from "./ledger.en.ts";
import { de as ledgerDe } from "./ledger.de.ts";
import { en as settlements } from "./settlements.en.ts";
import { plural } from "./plural.ts";

test("one and many, grouped as the reader's figures are", () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, "row", "rows"))).toEqual([
    "0 rows",
    "1 row",
    "2 rows",
    "1\u00a0200 rows",
  ]);
});

test("a count of one is singular where it is shown", () => {
  expect(ledger.statement.loaded(1, false)).toBe("1 movement shown");
  expect(ledgerDe.statement.loaded(1, true)).toBe("1 Bewegung angezeigt, weitere verfügbar");
  expect(ledger.proof.good(1)).toBe("Recomputed: the balance follows from the previous one");
  expect(ledgerDe.proof.good(2)).toBe("Nachgerechnet: jeder der 2 Salden folgt aus dem vorigen");
  expect(audit.loaded(1, false)).toBe("1 entry shown");
  expect(auditDe.loaded(1, false)).toBe("1 Eintrag angezeigt");
  expect(settlements.terms.share("10", 1)).toBe("10 % for 1 day");
});
