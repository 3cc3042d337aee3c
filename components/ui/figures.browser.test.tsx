import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { pass, stopClock } from "#e2e/stage/clock.ts";
import { show } from "#e2e/stage/stage.tsx";
import type { Asset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { heardServerTime } from "#components/clock.ts";
import { AddressText, CopyLine } from "./copy-line.tsx";
import { Hash } from "./hash.tsx";
import { Money } from "./money.tsx";
import { TimeLeft } from "./time-left.tsx";
import { Time } from "./time.tsx";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const ID = "019a8f3c-8c1e-7abc-8def-0123456789ab";

/** The very text of an element, its no-break spaces told apart from plain ones. */
const textOf = (role: Parameters<typeof page.getByRole>[0]) => page.getByRole(role).element().textContent;

test.each<[string, Asset | "USDT", boolean, string]>([
  ["0.00420876", "BTC", false, "0.00420876 BTC"],
  ["1234567.5", "BTC", false, "1\u00a0234\u00a0567.50000000 BTC"],
  ["21000000", "BCH", false, "21\u00a0000\u00a0000.00000000 BCH"],
  ["0.1", "USDT@tron", false, "0.100000 USDT"],
  ["99.9", "EUR", false, "99.90 EUR"],
  ["1000", "JPY", false, "1\u00a0000 JPY"],
  ["123456789012345678.12345678", "BTC", false, "123\u00a0456\u00a0789\u00a0012\u00a0345\u00a0678.12345678 BTC"],
  ["0.123456789", "BTC", false, "0.123456789 BTC"],
  ["-5", "EUR", true, "−5.00 EUR"],
  ["5", "EUR", true, "+5.00 EUR"],
  ["5", "EUR", false, "5.00 EUR"],
  ["0", "EUR", true, "0.00 EUR"],
])("%s %s, signed %s, is read as %s", async (value, asset, signed, shown) => {
  await show(
    <p>
      <Money asset={asset} signed={signed} unit value={Decimal.from(value)} />
    </p>,
  );
  expect(textOf("paragraph")).toBe(shown);
});

test("a mere minus is no bad news: only what is said to be bad stands out", async () => {
  const looks = (bad: boolean) => {
    const shown = { asset: "EUR", signed: true, value: Decimal.from("-5") } as const;
    return show(
      <p>
        <Money bad={bad} {...shown} />
      </p>,
    );
  };
  const plain = await looks(false);
  expect(document.querySelector("p .text-fail-text")).toBeNull();
  await plain.unmount();
  await looks(true);
  expect(document.querySelector("p .text-fail-text")?.textContent).toBe("−5.00");
});

test("without its unit an amount is digits alone, and zeros that say nothing step back", async () => {
  await show(
    <p>
      <Money asset="BTC" value={Decimal.from("0.5")} />
    </p>,
  );
  expect(textOf("paragraph")).toBe("0.50000000");
  expect(document.querySelector("p i")?.textContent).toBe("0000000");
});

test("points of fiat, six and eight decimals stand in one line down a column", async () => {
  const amounts = [
    ["BTC", "1.25"],
    ["USDT", "12.5"],
    ["EUR", "3"],
    ["JPY", "400"],
  ] as const;
  await show(
    <table className="w-60">
      <tbody>
        {amounts.map(([asset, value]) => (
          <tr key={asset}>
            <td className="text-end">
              <Money aligned asset={asset} value={Decimal.from(value)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  );
  const pads = [...document.querySelectorAll("td span")].map((cell) => cell.getAttribute("data-pad"));
  expect(pads).toEqual([null, "2", null, "point"]);
});

test("an id shows its ends, holds all of itself, and is copied whole", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await show(
    <p>
      <Hash copy="payment id" value={ID} />
    </p>,
  );
  expect(page.getByTitle(ID).element().textContent).toBe(ID);
  expect(document.querySelector(".hash span")?.textContent).toBe(ID.slice(6, -6));
  await page.getByRole("button", { name: "Copy payment id" }).click();
  expect(written.mock.calls).toEqual([[ID]]);
  await expect.element(page.getByRole("status").first()).toHaveTextContent("Copied payment id");
});

test("a tail shows only the end of an id; a short value is not cut", async () => {
  await show(
    <>
      <p>
        <Hash tail value={ID} />
      </p>
      <h2>
        <Hash value="abcdef-uvwxyz" />
      </h2>
    </>,
  );
  expect(document.querySelector("p .hash span")?.textContent).toBe(ID.slice(0, -6));
  expect(document.querySelector("h2 .hash span")).toBeNull();
});

test("where there is no clipboard, as over plain http, a value is copied all the same, and the focus stays", async () => {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
  const copied: string[] = [];
  const listen = () => copied.push((document.activeElement as HTMLTextAreaElement).value);
  document.addEventListener("copy", listen, { once: true });
  await show(
    <CopyLine label="Key" name="secret" value="sk_1">
      sk_1
    </CopyLine>,
  );
  await page.getByRole("button", { name: "Copy secret" }).click();
  await expect.element(page.getByRole("status").first()).toHaveTextContent("Copied secret");
  expect(copied).toEqual(["sk_1"]);
  await expect.element(page.getByRole("button", { name: "Copy secret" })).toHaveFocus();
  expect(document.querySelector("textarea")).toBeNull();
});

test("copying that the browser refuses is said, shown, and not called copied", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await show(
    <CopyLine label="Key" name="secret" value="sk_1">
      sk_1
    </CopyLine>,
  );
  await page.getByRole("button", { name: "Copy secret" }).click();
  await expect.element(page.getByRole("status").first()).toHaveTextContent("The browser did not allow copying.");
  await expect.element(page.getByTitle("The browser did not allow copying.")).toBeVisible();
});

test("the ends of an address that people compare are bold, without its prefix", async () => {
  await show(<AddressText address="bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a" />);
  const bold = [...document.querySelectorAll("b")].map((part) => part.textContent);
  expect(bold).toEqual(["qpm2qs", "2gdx6a"]);
});

test.each([
  ["utc", NOON, "12:00:00", "21 Nov 2026, 12:00:00 UTC"],
  ["utc", NOON - 86_400_000, "20 Nov 12:00", "20 Nov 2026, 12:00:00 UTC"],
  ["Asia/Tokyo", NOON + 61_000, "21:01:01", "21 Nov 2026, 21:01:01 GMT+9"],
])("in %s a moment is the clock today, the day before it otherwise", async (zone, at, shown, whole) => {
  stopClock(NOON + 120_000);
  await show(<Time at={at} />, { preferences: { zone } });
  const time = document.querySelector("time");
  expect(time?.textContent).toBe(shown);
  expect(time?.title.split(" · ")[0]).toBe(whole);
  expect(time?.dateTime).toBe(new Date(at).toISOString());
});

test("a moment can say how long ago it was, and goes on saying so", async () => {
  stopClock(NOON);
  await show(<Time at={NOON - 90_000} relative />);
  const time = () => document.querySelector("time")?.textContent;
  expect(time()).toBe("11:58:30 1\u00a0min ago");
  pass(60_000);
  await expect.poll(time).toBe("11:58:30 2\u00a0min ago");
});

test("a countdown follows the server's clock, stops at zero, and is spoken at 60, 30, 10 and 0 seconds", async () => {
  const until = NOON + 3_661_000;
  stopClock(NOON);
  await show(
    <p>
      <TimeLeft until={until} />
    </p>,
  );
  const states = () => ["aria-hidden", "aria-live"].map((name) => document.querySelector(`p [${name}]`)?.textContent);
  expect(states()).toEqual(["1:01:01", ""]);
  for (const [leftMs, clock, words] of [
    [125_000, "02:05", ""],
    [61_000, "01:01", ""],
    [60_000, "01:00", "60 seconds left"],
    [30_000, "00:30", "30 seconds left"],
    [11_000, "00:11", "30 seconds left"],
    [10_000, "00:10", "10 seconds left"],
    [1_000, "00:01", "10 seconds left"],
    [0, "00:00", "Time is up"],
    [-60_000, "00:00", "Time is up"],
  ] as const) {
    pass(until - leftMs - Date.now());
    await expect.poll(states, { interval: 5 }).toEqual([clock, words]);
  }
});

test("the server's clock rules, however far this computer's is off", async () => {
  stopClock(NOON);
  heardServerTime(NOON + 600_000);
  await show(
    <p>
      <TimeLeft until={NOON + 630_000} />
    </p>,
  );
  expect(document.querySelector("p [aria-hidden]")?.textContent).toBe("00:30");
});
