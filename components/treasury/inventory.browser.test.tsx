import { expect, test } from "vitest";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Inventory } from "./inventory.tsx";

const of = (text: string) => Decimal.from(text);
const stock = (venue: string, balance: string, coming: string, promised: string) => ({
  ...{ venue, asset: "BTC", balance: of(balance), coming: of(coming), promised: of(promised), perDay: of("0") },
  ...{ floor: of("1"), target: of("2"), isShort: false },
});

test("a venue is said to be below its floor by what it has and what comes, once its promises are kept", async () => {
  const data = [
    stock("kept", "1.5", "0.2", "0.69"),
    stock("reached", "1.5", "0.2", "0.7"),
    stock("fallen", "1.5", "0", "0.6"),
  ];
  await show(<Inventory />, { answers: { "GET /house/v1/inventory": { data } } });
  const states = () =>
    ["kept", "reached", "fallen"].map((venue) => {
      const row = [...document.querySelectorAll("tbody tr")].find(({ textContent }) => textContent.startsWith(venue));
      return /Below floor|Not at this pace/u.exec(row?.textContent ?? "")?.[0];
    });
  await expect.poll(states).toEqual(["Not at this pace", "Below floor", "Below floor"]);
});
