import { Suspense } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Drawer } from "../drawer.tsx";
import { useOpenRow } from "./open-row.ts";

const ROWS = ["one", "two", "three"];
const itself = (row: string) => row;

function List() {
  const open = useOpenRow("open", ROWS, itself);
  return (
    <>
      {ROWS.map((row) => (
        <div data-row={row} key={row}>
          <a href={`#${row}`}>Row {row}</a>
          <button onClick={() => open.opener.show(row)} type="button">
            {row}
          </button>
        </div>
      ))}
      <button onClick={() => open.walk(1)} type="button">
        Walk
      </button>
      <Suspense>
        {open.id === undefined ? null : (
          <Drawer onClose={open.close} record={open.id} takeFocus={open.takeFocus} title={`Record ${open.id}`}>
            Facts
          </Drawer>
        )}
      </Suspense>
    </>
  );
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const title = (name: string) => page.getByRole("heading", { name: `Record ${name}` });

test("what the reader opens takes the focus, wherever they did; what they walk past does not", async () => {
  await show(<List />, { at: "/payments" });
  await button("one").click();
  await expect.element(title("one")).toHaveFocus();
  await button("Walk").click();
  await expect.element(title("two")).toBeVisible();
  await expect.element(button("Walk")).toHaveFocus();
  // As the finder, or a link elsewhere on the page, opens it.
  history.pushState(null, "", "/payments?open=three");
  await expect.element(title("three")).toHaveFocus();
  await button("Walk").click();
  history.back();
  await expect.element(title("two")).toHaveFocus();
});

test.each([
  ["Back", () => history.back()],
  ["its button", () => button("Close (Esc)").click()],
])("a drawer that is closed by %s gives the focus to its row", async (_, close) => {
  await show(<List />, { at: "/payments" });
  await button("two").click();
  await expect.element(title("two")).toHaveFocus();
  await close();
  await expect.element(page.getByRole("link", { name: "Row two" })).toHaveFocus();
});

test("a row that is open already takes the focus when it is opened once more", async () => {
  await show(<List />, { at: "/payments" });
  await button("Walk").click();
  await expect.element(title("one")).toBeVisible();
  await userEvent.click(button("one"));
  await expect.element(title("one")).toHaveFocus();
});

test("a page that is opened at a record has the focus on it", async () => {
  await show(<List />, { at: "/payments?open=two" });
  await expect.element(title("two")).toHaveFocus();
});
