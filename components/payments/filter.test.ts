import { describe, expect, it } from "vitest";
import { detectSearch, filterQuery, rangeFault, readFilter } from "./filter.ts";

const NOW = Date.parse("2026-11-21T12:05:41Z");
const read = (query: string) => readFilter(new URLSearchParams(query));

describe("readFilter", () => {
  it("asks for seven days when the URL says nothing", () => {
    expect(filterQuery(read(""), NOW, "utc")).toMatchObject({
      startTime: Date.parse("2026-11-15T00:00:00Z"),
      sort: "-createdAt",
    });
  });

  it("needs no range for an address, and 90 days for a transaction", () => {
    expect(filterQuery(read("address=1abc"), NOW, "utc")).not.toHaveProperty("startTime");
    expect(filterQuery(read("txHash=ff"), NOW, "utc")).toHaveProperty("startTime");
    expect(filterQuery(read("address=1abc&range=30d"), NOW, "utc")).toHaveProperty("startTime");
  });

  it("leaves out what it does not know", () => {
    const query = filterQuery(read("status=NOPE&cryptoType=BTC&sort=-password"), NOW, "utc");
    expect(query).toMatchObject({ cryptoType: "BTC", sort: "-createdAt" });
    expect(query.status).toBeUndefined();
  });

  it("covers whole days from and to", () => {
    expect(filterQuery(read("from=2026-11-01&to=2026-11-02"), NOW, "utc")).toMatchObject({
      startTime: Date.parse("2026-11-01T00:00:00Z"),
      endTime: Date.parse("2026-11-02T23:59:59.999Z"),
    });
  });
});

describe("rangeFault", () => {
  it("stops at 90 days", () => {
    expect(rangeFault("2026-08-24", "2026-11-21", "utc")).toBeUndefined();
    expect(rangeFault("2026-08-23", "2026-11-21", "utc")).toBe("tooLong");
    expect(rangeFault("2026-11-21", "2026-11-20", "utc")).toBe("backwards");
    expect(rangeFault("", "2026-11-20", "utc")).toBe("missing");
  });
});

describe("detectSearch", () => {
  it.each([
    ["019a8f3c-8c1e-7abc-8def-0123456789ab", "paymentId"],
    ["1HnhWpkMHMjgt167kvgcPyurMmsCQ2WPgg", "address"],
    ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "address"],
    ["bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "address"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "address"],
    ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "address"],
    ["9f3c1ae47b0d52c86e1f90a3d4b75c2e8816fa03d95b7e4c21a6f8d0e377be02", "txHash"],
    ["0x9f3c1ae47b0d52c86e1f90a3d4b75c2e8816fa03d95b7e4c21a6f8d0e377be02", "txHash"],
    ["INV-2026-11807", "reference"],
  ])("reads %s as %s", (typed, by) => {
    expect(detectSearch(` ${typed} `)).toEqual({ by, value: typed });
  });

  it("has nothing to say about nothing", () => {
    expect(detectSearch("  ")).toBeUndefined();
  });
});
