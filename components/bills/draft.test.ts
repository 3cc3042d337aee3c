import { describe, expect, it } from "vitest";
import { amountFrom } from "./bill-request.ts";
import { billSchema } from "./bill-schema.ts";
import { curlOf } from "./curl.ts";
import { type BillDraft, draftPatch, EMPTY_DRAFT, readDraft } from "./draft.ts";
import { percentText } from "./rates.ts";

const draft = (given: Partial<BillDraft>): BillDraft => ({
  ...EMPTY_DRAFT,
  subaccount: "acme-77",
  fiatReceivable: "100",
  ...given,
});

const faults = (given: Partial<BillDraft>) => {
  const read = billSchema.safeParse(draft(given));
  return read.success
    ? {}
    : Object.fromEntries(read.error.issues.map((issue) => [issue.path.join("."), issue.message]));
};

describe("a draft in the URL", () => {
  it("comes back as it went in, and its defaults stay out", () => {
    const full = draft({
      cryptoType: "USDT",
      networkType: "tron",
      strategy: "LMT",
      limitPrice: "0.99",
      reference: "INV 1",
    });
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(draftPatch(full))) if (value !== undefined) params.set(name, value);
    expect(readDraft(params)).toEqual(full);
    expect(params.has("fiat")).toBe(false);
  });

  it("cannot carry LMT to a crypto that has none", () => {
    expect(readDraft(new URLSearchParams("strategy=LMT&cryptoType=BTC")).strategy).toBe("RFQ");
  });
});

describe("a draft as a request", () => {
  const request = (given: Partial<BillDraft>) => billSchema.parse(draft(given));

  it("leaves out what its crypto and strategy rule out", () => {
    expect(Object.keys(request({ networkType: "tron", limitPrice: "1", bech32: true }))).toEqual([
      "cryptoType",
      "fiat",
      "fiatReceivable",
      "subaccount",
      "bech32",
    ]);
    expect(request({ cryptoType: "USDT", networkType: "tron", bech32: true })).toMatchObject({ networkType: "tron" });
    expect(request({ cryptoType: "USDC", bech32: true })).not.toHaveProperty("bech32");
  });

  it("says at each field what to change", () => {
    expect(faults({ subaccount: "", fiatReceivable: "" })).toEqual({
      subaccount: "Enter the subaccount that the bill is for.",
      fiatReceivable: "Enter the amount that you want to receive.",
    });
    expect(faults({ fiatReceivable: "1,5" })["fiatReceivable"]).toMatch(/digits and a point/);
    expect(faults({ fiatReceivable: "1.005" })["fiatReceivable"]).toBe("EUR has at most 2 decimals.");
    expect(faults({ fiat: "JPY", fiatReceivable: "99" })["fiatReceivable"]).toMatch(/^Enter between 100/);
    expect(faults({ subaccount: "x".repeat(129) })["subaccount"]).toBe("Subaccount must have 1 to 128 characters.");
    expect(faults({ cryptoType: "USDT", strategy: "LMT", limitPrice: "0" })["limitPrice"]).toBe(
      "Limit price must be greater than zero.",
    );
  });

  it("reads amounts as they are typed, exactly", () => {
    expect(amountFrom("1 250.50")?.toString()).toBe("1250.5");
    expect(amountFrom("0100")?.toString()).toBe("100");
    expect(amountFrom("1e3")).toBeUndefined();
    expect(amountFrom(".5")).toBeUndefined();
  });
});

describe("the request as curl", () => {
  it("keeps numbers exact and quotes for a shell", () => {
    const line = curlOf(billSchema.parse(draft({ subaccount: "o'neil" })), "http://desk", "sandbox");
    expect(line).toContain(`"fiatReceivable": 100`);
    expect(line).toContain(`"subaccount": "o'\\''neil"`);
  });
});

it("says basis points as per cent", () => {
  expect(percentText(100)).toBe("1.00\u00a0%");
  expect(percentText(5)).toBe("0.05\u00a0%");
});
