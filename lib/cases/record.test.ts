import { expect, test } from "vitest";
import { recordOf } from "./record.ts";
import type { CaseRow } from "./store.ts";

const ROW = {
  case_id: "c",
  kind: "UNKNOWN_BILL",
  state: "OPEN",
  asset: null,
  units: null,
  since: new Date(0),
  due_at: new Date(0),
  said: null,
  worth: null,
} as unknown as CaseRow;
const OURS = "b41fa9c4e0e7d03e3dc8a5ff9dc0b3c0de2bd6a9";

test.each([
  ["tron", "TSPcZanuAxpv6gRbBhmW8BWLtHjfsmnYS2"],
  ["eth", `0x${OURS}`],
])("accounts of %s are told as people write them there", (network, address) => {
  const { causeFacts, cause } = recordOf(
    { ...ROW, facts: { network, account: OURS, toAccount: OURS, gas: true } } as CaseRow,
    "EUR",
    { mode: "live" },
  );
  expect(causeFacts).toEqual({ network, address, to: address, gas: true });
  expect(cause).toContain(address);
});

test("facts that name an address say in a sandbox that its keys are published, others do not", () => {
  const factsOf = (facts: object) =>
    recordOf({ ...ROW, facts } as unknown as CaseRow, "EUR", { mode: "sandbox" }).causeFacts;
  expect(factsOf({ network: "bitcoin", address: "bc1q" })).toEqual({
    network: "bitcoin",
    address: "bc1q",
    sandbox: true,
  });
  expect(factsOf({ network: "bitcoin" })).toEqual({ network: "bitcoin" });
});
