import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { FactorSection } from "./factor-section.tsx";

afterEach(() => page.viewport(1280, 800));

const me = {
  ...{ userId: "u1", email: "demo@example.com", name: "Demo", enrolled: true, required: true, hasPassword: true },
  ...{ authenticator: true, recoveryCodesLeft: 10, passkeys: [] },
};

test.each([
  [false, "Required at sign-in, and again for executing, keys and settings."],
  [true, "Never required of the demo user, as whom anybody may sign in to this sandbox."],
])("of a demo user, %s: %s", async (isDemo, hint) => {
  await show(<FactorSection isDemo={isDemo} me={me} onCodes={() => undefined} />);
  await expect.element(page.getByText(hint)).toBeVisible();
});

test("on a phone what is said of a factor and its button stand apart, also in longer words", async () => {
  await page.viewport(390, 844);
  await show(
    <FactorSection isDemo={false} me={{ ...me, authenticator: false, enrolled: false }} onCodes={() => undefined} />,
  );
  const note = page.getByText("not set up").element();
  const button = page.getByRole("button").first().element();
  note.textContent = "noch nicht eingerichtet";
  button.textContent = "App einrichten";
  const range = document.createRange();
  range.selectNodeContents(note);
  const [text, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
  expect(text.right <= box.left || text.bottom <= box.top).toBe(true);
});
