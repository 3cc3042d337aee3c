import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { FactorSection } from "./factor-section.tsx";

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
