import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import type { InvitationRecord } from "#lib/people/user-contract.ts";
import { BellPanel } from "./bell-panel.tsx";

const LONG = "somebody.with.quite.a.long.name@subsidiary.payments.example.com";
const recovery = { invitationId: "i-1", email: LONG } as InvitationRecord;

test("what is longer than the panel is cut where it ends, and pushes nothing out of it", async () => {
  const nothing = () => undefined;
  await show(
    <BellPanel bell={undefined} close={nothing} fresh={undefined} mentions={[]} recoveries={[recovery]} waiting={[]} />,
    { answers: {} },
  );
  const link = page.getByRole("link", { name: new RegExp(LONG) });
  await expect.element(link).toBeVisible();
  const section = link.element().closest("section");
  expect(link.element().getBoundingClientRect().right).toBeLessThanOrEqual(section?.getBoundingClientRect().right ?? 0);
});
