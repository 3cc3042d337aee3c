import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { CRYPTOS, FIATS, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Holdings } from "./holdings.tsx";
import type { Balances } from "./overview-data.ts";

afterEach(() => page.viewport(1280, 800));

const held = Decimal.from("107532.81");
const none = Decimal.ZERO;
const balances = {
  in: "EUR",
  data: ASSET_SYMBOLS.map((asset) => ({
    asset,
    ...(asset === "USDT" && { networkType: "eth" }),
    holding: held,
    available: held,
    pending: none,
    locked: none,
    reserved: none,
    owed: none,
    value: held,
  })),
} as unknown as Balances;

test.each([390, 780, 1000, 1157, 1280, 1440])("nine currencies stay within a page %i px wide", async (width) => {
  await page.viewport(width, 800);
  await show(<Holdings balances={balances} fiat="EUR" />);
  const links = page.getByRole("listitem");
  await expect.poll(() => links.elements().length).toBe(CRYPTOS.length + FIATS.length);
  const right = Math.max(...links.elements().map((one) => one.getBoundingClientRect().right));
  // The last line of the last column is clipped.
  expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth + 1);
  const cells = page.getByRole("link", { name: /107 532/ }).elements();
  expect(cells.filter((one) => one.scrollWidth > one.clientWidth)).toEqual([]);
  const main = document.querySelector("main");
  expect(main?.scrollWidth).toBe(main?.clientWidth);
});
