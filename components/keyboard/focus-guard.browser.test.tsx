import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useFocusGuard } from "./focus-guard.ts";

/** A list whose only line leaves it: at once, or by a dialog. */
function Lines() {
  useFocusGuard();
  const [line, setLine] = useState(true);
  const [asks, setAsks] = useState(false);
  return (
    <section aria-label="Lines" tabIndex={-1}>
      {line ? (
        <>
          <Button onClick={() => setLine(false)}>Take off</Button>
          <Button onClick={() => setAsks(true)}>Remove</Button>
        </>
      ) : null}
      {asks ? (
        <ConfirmDialog
          action="Remove it"
          busy={false}
          error={null}
          failed="Not removed"
          onClose={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            setLine(false);
          }}
          summary="It goes away."
          title="Remove?"
        />
      ) : null}
    </section>
  );
}

const lines = page.getByRole("region", { name: "Lines" });

test("what had the focus goes away: what is around it has it then", async () => {
  await show(<Lines />);
  await page.getByRole("button", { name: "Take off" }).click();
  await expect.element(lines).toHaveFocus();
});

test("so does what opened a dialog that removed it", async () => {
  await show(<Lines />);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect.element(lines).toHaveFocus();
});

test("what the reader left by a press beside it gets no focus back", async () => {
  await show(
    <>
      <Lines />
      <p>Beside</p>
    </>,
  );
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Take off" })).toHaveFocus();
  await page.getByText("Beside").click();
  expect([...document.querySelectorAll(":focus")].map(({ tagName }) => tagName)).not.toContain("BUTTON");
  expect(document.activeElement?.closest("section")).toBeNull();
});
