import { expect, test } from "vitest";
import type { CaseRecord } from "#lib/cases/contract.ts";
import { resolutionsOf } from "./resolutions-of.ts";

type Facts = Partial<CaseRecord["causeFacts"]>;
const may = (kind: CaseRecord["kind"], facts: Facts = {}, asset?: CaseRecord["asset"]) =>
  resolutionsOf({ kind, asset, causeFacts: facts as CaseRecord["causeFacts"] }).join(" ");
const some = "019a8f3c-8c1e-7abc-8def-0123456789ab";

test("what left on a chain is linked or lost; where it has paid a payout otherwise, that is ended first", () => {
  expect(may("UNKNOWN_SPEND", {}, "BTC")).toBe("LINK WRITE_OFF");
  expect(may("UNKNOWN_SPEND", { payoutId: some }, "BTC")).toBe("");
  expect(may("UNKNOWN_WITHDRAWAL", {}, "BTC")).toBe("WRITE_OFF");
});

test("gas that stayed ours is linked, a fee alone is nothing to decide, and what no transaction of ours has moved was no move", () => {
  const gas = (facts: Facts) => may("UNKNOWN_SPEND", { gas: true, ...facts });
  expect(gas({ own: true, left: true, txHash: "0x1" })).toBe("LINK");
  expect(gas({ txHash: "0x1" })).toBe("");
  expect(gas({ left: true })).toBe("WRITE_OFF");
  expect(gas({ left: true, txHash: "0x1" })).toBe("LINK WRITE_OFF");
});

test("an account is assigned fiat, and crypto that came to an address of a bill, never gas or what a venue has", () => {
  expect(may("UNKNOWN_LINE", {}, "EUR")).toBe("ASSIGN OWN RETURN");
  expect(may("UNKNOWN_LINE", { left: true }, "EUR")).toBe("WRITE_OFF");
  expect(may("UNKNOWN_DEPOSIT", {}, "EUR")).toBe("ASSIGN OWN RETURN");
  expect(may("UNKNOWN_DEPOSIT", {}, "BTC")).toBe("OWN RETURN");
  expect(may("UNKNOWN_DEPOSIT")).toBe("OWN RETURN");
  expect(may("UNKNOWN_BILL", {}, "BTC")).toBe("ASSIGN OWN RETURN");
  expect(may("UNKNOWN_BILL", { gas: true })).toBe("OWN");
});

test("of what was not paid: a bank's payout was never made, a move that left is lost, one that has not is not its own", () => {
  const unpaid = (facts: Facts, asset?: CaseRecord["asset"]) => may("NOT_PAID", facts, asset);
  expect(unpaid({ booked: true }, "EUR")).toBe("VOID");
  expect(unpaid({ booked: true }, "BTC")).toBe("");
  expect(unpaid({ booked: true })).toBe("");
  expect(unpaid({}, "EUR")).toBe("");
  expect(unpaid({ address: "x", booked: true }, "BTC")).toBe("WRITE_OFF");
  expect(unpaid({ address: "x", to: "venue:kraken" }, "BTC")).toBe("VOID");
  expect(unpaid({ address: "x" }, "BTC")).toBe("VOID");
  expect(unpaid({ address: "x", waiting: 1, to: "venue:kraken" }, "BTC")).toBe("");
  expect(unpaid({ address: "x", to: "custody:bitcoin" }, "BTC")).toBe("VOID");
});

test("any other case has nothing of the kind", () => {
  expect(may("VENUE_SILENT", { gas: true, own: true, booked: true })).toBe("");
});
