import { expect, test } from "vitest";
import { operatorAs } from "#e2e/stage/staff.ts";
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

test("a row says floor and target, and what is promised and on its way, in one cell each: ten columns were wider than the page", async () => {
  const row = stock("sandbox", "1.5", "0", "0.25");
  const answers = {
    "GET /house/v1/inventory": { data: [row, { ...row, venue: "bare", floor: undefined, target: undefined }] },
  };
  await show(<Inventory />, { staff: operatorAs("treasurer"), answers });
  const cellsOf = (name: string) =>
    [...document.querySelectorAll("tbody tr")]
      .find(({ textContent }) => textContent.startsWith(name))
      ?.querySelectorAll("td");
  await expect.poll(() => cellsOf("sandbox")?.[1]?.innerText).toBe("0.25000000\n–");
  expect(cellsOf("sandbox")?.[3]?.innerText).toBe("1.00000000\n2.00000000");
  expect(cellsOf("bare")?.[3]?.innerText).toBe("–");
  expect(document.querySelectorAll("thead th")).toHaveLength(8);
});
