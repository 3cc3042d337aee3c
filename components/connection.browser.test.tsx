import Link from "next/link";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { useGo, useStayOffline } from "./connection.ts";

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
