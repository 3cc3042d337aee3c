import { percentText } from "#lib/i18n/amount.ts";
import { describe, expect, it } from "vitest";
import { amountFrom } from "./bill-request.ts";
import { checkBill } from "./bill-check.ts";
import { curlOf } from "./curl.ts";
import { type BillDraft, draftPatch, EMPTY_DRAFT, readDraft } from "./draft.ts";

const draft = (given: Partial<BillDraft>): BillDraft => ({
  ...EMPTY_DRAFT,
  subaccount: "acme-77",
  fiatReceivable: "100",
  ...given,
});

const faults = async (given: Partial<BillDraft>) => {
  const { errors } = await checkBill(draft(given));
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
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
  const request = async (given: Partial<BillDraft>) => (await checkBill(draft(given))).values;

  it("leaves out what its crypto and strategy rule out", async () => {
    expect(Object.keys(await request({ networkType: "tron", limitPrice: "1", bech32: true }))).toEqual([
      "cryptoType",
      "fiat",
      "fiatReceivable",
      "subaccount",
      "bech32",
    ]);
    expect(await request({ cryptoType: "USDT", networkType: "tron", bech32: true })).toMatchObject({
      networkType: "tron",
    });
    expect(await request({ cryptoType: "USDC", bech32: true })).not.toHaveProperty("bech32");
  });

  it("says at each field what to change", async () => {
    expect(await faults({ subaccount: "", fiatReceivable: "" })).toEqual({
      subaccount: "Enter the customer that the bill is for.",
      fiatReceivable: "Enter the amount that you want to receive.",
    });
    expect((await faults({ fiatReceivable: "1,5" }))["fiatReceivable"]).toMatch(/with a decimal point/);
    expect((await faults({ fiatReceivable: "1.005" }))["fiatReceivable"]).toBe("EUR has at most 2 decimals.");
    expect((await faults({ fiat: "JPY", fiatReceivable: "99" }))["fiatReceivable"]).toMatch(/^Enter between 100/);
    expect((await faults({ subaccount: "x".repeat(129) }))["subaccount"]).toBe(
      "Customer must have 1 to 128 characters.",
    );
    expect((await faults({ cryptoType: "USDT", strategy: "LMT", limitPrice: "0" }))["limitPrice"]).toBe(
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
  it("keeps numbers exact and quotes for a shell", async () => {
    const line = curlOf((await checkBill(draft({ subaccount: "o'neil" }))).values, "http://desk", "sandbox");
    expect(line).toContain(`"fiatReceivable": 100`);
    expect(line).toContain(`"subaccount": "o'\\''neil"`);
  });
});

it("says basis points as per cent", () => {
  expect(percentText(100)).toBe("1.00\u00a0%");
  expect(percentText(5)).toBe("0.05\u00a0%");
});
