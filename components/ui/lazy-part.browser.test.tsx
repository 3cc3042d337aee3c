import { Suspense } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { lazyPart } from "./lazy-part.tsx";

/** A part that does not come at first. */
function late(Part: (props: { onClose?: () => void }) => React.ReactNode) {
  const gate = { isOpen: false };
  const Late = lazyPart(async () => {
    if (!gate.isOpen) throw new TypeError("Failed to fetch dynamically imported module");
    return Part;
  });
  return { Late, gate };
}
const field = page.getByRole("textbox", { name: "Typed" });

test("a part that does not come says so in its place, leaves what was typed, and comes once it is tried again", async () => {
  const { Late, gate } = late(() => <p>The part</p>);
  await show(
    <>
      <input aria-label="Typed" />
      <Suspense>
        <Late />
      </Suspense>
    </>,
  );
  await field.fill("4711");
  await expect.element(page.getByRole("alert")).toMatchTextContent(/This part of the page did not load/);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/There is no connection/);
  gate.isOpen = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("The part")).toBeVisible();
  await expect.element(field).toHaveValue("4711");
});

test("a dialog that does not come is one that can be left, and comes by itself with the connection", async () => {
  const { Late, gate } = late(() => <p>The part</p>);
  let closed = 0;
  await show(
    <Suspense>
      <Late
        onClose={() => {
          closed += 1;
        }}
      />
    </Suspense>,
  );
  const dialog = page.getByRole("dialog", { name: "This part of the page did not load" });
  await expect.element(dialog.getByText(/There is no connection/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(closed).toBe(1);
  gate.isOpen = true;
  dispatchEvent(new Event("online"));
  await expect.element(page.getByText("The part")).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});
