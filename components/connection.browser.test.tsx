import Link from "next/link";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { LOST } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { payerStateCall } from "#lib/payments/payer-calls.ts";
import { publicApi } from "./api.ts";
import { useGo, useStayOffline } from "./connection.ts";
import { isAway } from "./reached.ts";

function Places() {
  useStayOffline();
  const go = useGo();
  return (
    <>
      <Link href="/conversions">Conversions</Link>
      <button onClick={() => go("/conversions")} type="button">
        Go
      </button>
      <a data-opens="record" href="?open=1" onClick={(event) => event.preventDefault()}>
        Record
      </a>
    </>
  );
}
const message = page.getByText("No connection. The page stays open; go on once you are online.");

beforeEach(() => void vi.spyOn(navigator, "onLine", "get").mockReturnValue(false));

test.each(["link", "button"] as const)(
  "without a connection a %s to another page leaves this one, and says why",
  async (role) => {
    await show(<Places />, { at: "/payments" });
    await page.getByRole(role).first().click();
    await expect.element(message).toBeVisible();
    expect(location.pathname).toBe("/payments");
  },
);

test("a record of the list that is there opens all the same", async () => {
  await show(<Places />, { at: "/payments" });
  await page.getByRole("link", { name: "Record" }).click();
  expect(message.elements()).toEqual([]);
});

test("a link that is opened in a tab of its own is left to the browser: this page stays anyhow", async () => {
  const pressed = vi.fn((event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("click", pressed, true);
  await show(<Places />, { at: "/payments" });
  await page.getByRole("link", { name: "Conversions" }).click({ modifiers: ["ControlOrMeta"] });
  document.removeEventListener("click", pressed, true);
  expect(pressed).toHaveBeenCalledOnce();
  expect([message.elements(), location.pathname]).toEqual([[], "/payments"]);
});

describe("while the server is away", () => {
  const away = page.getByText("The server does not respond. The page stays open; go on once it is back.");
  const lose = async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    await publicApi.query(payerStateCall, { paymentId: "pay_1" }).catch(() => undefined);
  };

  test.each(["link", "button"] as const)("a %s to another page leaves this one, and says why", async (role) => {
    await show(<Places />, {
      at: "/payments",
      answers: { "GET /pay/pay_1/state": LOST, "GET /healthz": LOST },
    });
    await lose();
    await page.getByRole(role).first().click();
    await expect.element(away).toBeVisible();
    expect(location.pathname).toBe("/payments");
  });

  test.each(["link", "button"] as const)("a %s leads on once it is back", async (role) => {
    await show(<Places />, { at: "/payments", answers: { "GET /pay/pay_1/state": LOST, "GET /healthz": {} } });
    await lose();
    await page.getByRole(role).first().click();
    await expect.poll(() => location.pathname).toBe("/conversions");
    expect([away.elements(), isAway()]).toEqual([[], false]);
  });
});
