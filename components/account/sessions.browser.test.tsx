import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const AT = Date.parse("2026-11-21T12:00:00Z");
const HOUR = 3_600_000;

test("a session stands with its address, since when it is open, and when it was seen last", async () => {
  const one = { sessionId: "s1", createdAt: AT, expiresAt: AT + 12 * HOUR, clientAddress: "203.0.113.7" };
  const data = [
    { ...one, current: true, lastSeenAt: AT + HOUR },
    { ...one, sessionId: "s2", createdAt: AT - HOUR, clientAddress: "203.0.113.8", current: false },
  ];
  await show(<SessionsSection />, { answers: { "GET /manage/v1/me/sessions": { data } } });
  const table = page.getByRole("table");
  await expect.element(table).toBeVisible();
  const cells = table
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll("td")].slice(-4, -1).map(({ textContent }) => textContent?.trim()));
  expect(cells).toEqual([
    ["203.0.113.7", "21 Nov 12:00", "21 Nov 13:00"],
    ["203.0.113.8", "21 Nov 11:00", "–"],
  ]);
});
