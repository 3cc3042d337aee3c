import { expect, test } from "vitest";
import { checkSetting } from "#lib/settings/setting.ts";
import { explorerHref } from "./explorer.ts";

const TX = "https://explorer.example/tx/{}";

test("an explorer's address holds the hash, escaped; none is made without a setting or for another scheme", () => {
  expect(explorerHref(TX, "0xabc")).toBe("https://explorer.example/tx/0xabc");
  expect(explorerHref(TX, "bitcoincash:q$&?x")).toBe("https://explorer.example/tx/bitcoincash%3Aq%24%26%3Fx");
  expect(explorerHref(undefined, "a")).toBeUndefined();
  expect(explorerHref("", "a")).toBeUndefined();
  expect(explorerHref("javascript:alert({})", "a")).toBeUndefined();
});

test("an explorer is set for one network, as a web address with a place for the hash, and taken back by default", () => {
  expect(checkSetting("explorerTx.bitcoin", TX)).toBe(TX);
  expect(checkSetting("explorerTx.bitcoin", "default")).toBe("");
  for (const [name, value] of [
    ["explorerTx", TX],
    ["explorerTx.BTC", TX],
    ["explorerTx.bitcoin.tron", TX],
    ["explorerAddress.tron", "https://explorer.example/address/"],
    ["explorerAddress.tron", "javascript:alert({})"],
  ] as const) {
    expect(() => checkSetting(name, value)).toThrow(name);
  }
});
