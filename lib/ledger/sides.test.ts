import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ACCOUNT_BALANCES } from "./chart.ts";
import { sidesOf } from "./sides.ts";

const of = (text: string) => Decimal.from(text);

test("what an account holds is raised by a credit, what it owes by a debit, each by its whole size", () => {
  const sides = ACCOUNT_BALANCES.map((account) => [
    account,
    sidesOf({ account, amount: of("1.5") }),
    sidesOf({ account, amount: of("-1.5") }),
  ]);
  const [debit, credit] = [{ debit: of("1.5") }, { credit: of("1.5") }];
  expect(sides).toEqual([
    ["pending", credit, debit],
    ["available", credit, debit],
    ["locked", credit, debit],
    ["reserved", credit, debit],
    ["owed", debit, credit],
  ]);
});
