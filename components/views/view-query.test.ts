import { expect, test } from "vitest";
import { viewQuery } from "./view-query.ts";

test("a view keeps filters, sort and columns, in one order and without the open record", () => {
  const params = new URLSearchParams("sort=expiryTime&range=90d&open=01a&columns=status.p&label=&new=1&invoice=2");
  expect(viewQuery(params)).toBe("columns=status.p&range=90d&sort=expiryTime");
});
