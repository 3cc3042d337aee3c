import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { ShortTable } from "./short-table.tsx";

type Row = { id: string; leads: boolean };
const ROWS: Row[] = [
  { id: "paid", leads: true },
  { id: "sum", leads: false },
  { id: "late", leads: true },
  { id: "open", leads: true },
];

test("arrows go from row to row of a short table, to what each leads to", async () => {
  await show(
    <ShortTable
      columns={[{ id: "name", label: "Name", cell: ({ id, leads }) => (leads ? <a href={`#${id}`}>{id}</a> : id) }]}
      keyOf={({ id }) => id}
      label="Outcomes"
      rows={ROWS}
    />,
  );
  const focused = () => document.activeElement?.textContent;
  (page.getByRole("link", { name: "paid" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(focused()).toBe("late");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(focused()).toBe("open");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
  expect(focused()).toBe("paid");
  (page.getByRole("group", { name: "Outcomes" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(focused()).toBe("open");
});

test("an arrow opens the menu of a row, and goes to no other", async () => {
  await show(
    <ShortTable
      columns={[
        {
          id: "menu",
          label: "Menu",
          cell: ({ id }) => (
            <Menu button="▾" label={`Menu of ${id}`}>
              {() => <MenuItem onSelect={() => undefined}>Edit {id}</MenuItem>}
            </Menu>
          ),
        },
      ]}
      keyOf={({ id }) => id}
      label="Endpoints"
      rows={ROWS}
    />,
  );
  (page.getByTitle("Menu of paid").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("menuitem", { name: "Edit paid" })).toHaveFocus();
});
