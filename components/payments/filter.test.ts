import { describe, expect, it } from "vitest";
import { filterQuery, readFilter } from "./filter.ts";

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
