import { describe, expect, it } from "vitest";
import { detectSearch } from "./search.ts";

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
