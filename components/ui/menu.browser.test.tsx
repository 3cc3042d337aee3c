import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { CommandMenu } from "#components/command-menu/command-menu.tsx";
import { LIST_FILTERS } from "#lib/payments/filters.ts";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { paymentLabels } from "#components/filters/list-labels.ts";
import { readFilter } from "#components/payments/filter.ts";
import { Input } from "./input.tsx";
import { Menu, MenuItem, Panel } from "./menu.tsx";

const line = (name: string) => page.getByRole("menuitem", { name, exact: true });
const lines = ["Anna", "Tom", "Theo"];
const opener = () => page.getByTitle("People");

function People({ onSelect = () => undefined }: { onSelect?: (name: string) => void }) {
  return (
    <>
      <Menu button="▾" label="People">
        {(close) =>
          lines.map((name) => (
            <MenuItem
              key={name}
              onSelect={() => {
                close();
                onSelect(name);
              }}
            >
              {name}
            </MenuItem>
          ))
        }
      </Menu>
      <button type="button">Elsewhere</button>
    </>
  );
}

/** What a list behind would do with these keys. */
function Behind({ keys, onKey }: { keys: readonly string[]; onKey: (key: string) => void }) {
  return keys.map((key) => <Bound key={key} keys={key} onKey={onKey} />);
}
function Bound({ keys, onKey }: { keys: string; onKey: (key: string) => void }) {
  useShortcut(keys, keys, "behind", () => onKey(keys));
  return null;
}

afterEach(() => page.viewport(1280, 800));

test("a menu opens at its first line, acts once and gives the focus back", async () => {
  const onSelect = vi.fn();
  await show(<People onSelect={onSelect} />);
  await expect.element(opener()).toHaveAttribute("aria-expanded", "false");
  await opener().click();
  await expect.element(opener()).toHaveAttribute("aria-expanded", "true");
  await expect.element(page.getByRole("menu", { name: "People" })).toBeVisible();
  await expect.element(line("Anna")).toHaveFocus();
  await line("Tom").click();
  expect(onSelect.mock.calls).toEqual([["Tom"]]);
  await expect.element(line("Tom")).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
});

test("of lines that exclude each other the chosen one says so and has the focus first", async () => {
  await show(
    <Menu button="▾" label="Theme">
      {() =>
        ["Light", "Dark"].map((name) => (
          <MenuItem chosen={name === "Dark"} key={name} onSelect={vi.fn()}>
            {name}
          </MenuItem>
        ))
      }
    </Menu>,
  );
  await page.getByTitle("Theme").click();
  const radio = (name: string) => page.getByRole("menuitemradio", { name });
  await expect.element(radio("Dark")).toHaveFocus();
  await expect.element(radio("Dark")).toBeChecked();
  await expect.element(radio("Light")).not.toBeChecked();
});

test("arrows go round, Home and End to the ends, letters to the line that begins with them", async () => {
  await show(<People />);
  opener().element().focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(line("Anna")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(line("Tom")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(line("Theo")).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(line("Anna")).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(line("Theo")).toHaveFocus();
  await userEvent.keyboard("to");
  await expect.element(line("Tom")).toHaveFocus();
  await userEvent.keyboard("{Escape}{ArrowUp}");
  await expect.element(line("Theo")).toHaveFocus();
});

test("Escape closes a menu and returns the focus, without closing what lies below", async () => {
  const below = vi.fn();
  document.addEventListener("keydown", below);
  await show(<People />);
  await opener().click();
  await expect.element(line("Anna")).toHaveFocus();
  below.mockClear();
  await userEvent.keyboard("{Escape}");
  document.removeEventListener("keydown", below);
  await expect.element(line("Anna")).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
  expect(below).not.toHaveBeenCalled();
});

test("Tab leaves an open menu at once, to what stands after its button", async () => {
  await show(<People />);
  await opener().click();
  await expect.element(line("Anna")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(line("Anna")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Elsewhere" })).toHaveFocus();
});

test("a press elsewhere closes a menu", async () => {
  await show(<People />);
  await opener().click();
  await expect.element(line("Anna")).toBeVisible();
  await page.getByRole("button", { name: "Elsewhere" }).click();
  await expect.element(line("Anna")).not.toBeInTheDocument();
});

test("Tab walks a panel's controls, arrows its lines, and leaving by Tab closes it", async () => {
  await show(
    <>
      <Panel button="▾" label="Zone">
        {() => (
          <>
            <MenuItem chosen onSelect={vi.fn()}>
              UTC
            </MenuItem>
            <MenuItem onSelect={vi.fn()}>Here</MenuItem>
            <Input aria-label="Another" />
          </>
        )}
      </Panel>
      <button type="button">Elsewhere</button>
    </>,
  );
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.getByTitle("Zone").click();
  await expect.element(button("UTC")).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{Tab}");
  await expect.element(button("UTC")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(button("Here")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByLabelText("Another")).toHaveFocus();
  await userEvent.keyboard("h");
  await expect.element(page.getByLabelText("Another")).toHaveValue("h");
  await userEvent.keyboard("{Tab}");
  await expect.element(button("Elsewhere")).toHaveFocus();
  await expect.element(button("UTC")).not.toBeInTheDocument();
});

test.each(["menu", "panel"])("keys pressed while a %s is open do not reach the list behind it", async (kind) => {
  const onKey = vi.fn();
  const Floating = kind === "menu" ? Menu : Panel;
  await show(
    <>
      <Behind keys={["ArrowDown", "ArrowUp", "j", "x", "Escape"]} onKey={onKey} />
      <Floating button="▾" label="People">
        {() => <MenuItem onSelect={vi.fn()}>Anna</MenuItem>}
      </Floating>
    </>,
  );
  await opener().click();
  await userEvent.keyboard("{ArrowDown}{ArrowUp}jx{Escape}");
  expect(onKey).not.toHaveBeenCalled();
  await userEvent.keyboard("j");
  expect(onKey.mock.calls).toEqual([["j"]]);
});

/** By how much a box at rest reaches out of the window, on each side; nothing when it lies wholly in it. */
async function outside(box: Element): Promise<number[]> {
  await Promise.all(box.getAnimations().map(({ finished }) => finished));
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return [-left, right - window.innerWidth, -top, bottom - window.innerHeight].map((by) => Math.max(0, by));
}

const Filters = () => (
  <div className="flex flex-wrap gap-2 px-4">
    <FilterBar
      filtered={readFilter(new URLSearchParams("range=90d&cryptoType=BTC"))}
      filters={LIST_FILTERS}
      labels={paymentLabels()}
      title="Filter payments"
      onChange={vi.fn()}
    />
  </div>
);

test.each([
  [360, 640],
  [768, 600],
  [1280, 800],
])("the panels of the filters lie wholly in a window of %i by %i, beside their buttons", async (width, height) => {
  await page.viewport(width, height);
  await show(<Filters />);
  for (const title of ["Filter payments", "Change the range"]) {
    const button = page.getByTitle(title);
    await button.click();
    const panel = page.getByRole("group", { name: title });
    await expect.element(panel).toBeVisible();
    expect(await outside(panel.element())).toEqual([0, 0, 0, 0]);
    const gap = panel.element().getBoundingClientRect().top - button.element().getBoundingClientRect().bottom;
    expect(gap).toBeCloseTo(4, 0);
    await userEvent.keyboard("{Escape}");
  }
});

test("a panel at the window's foot opens upwards", async () => {
  await show(
    <div style={{ position: "fixed", insetBlockEnd: 0, insetInlineEnd: 0 }}>
      <People />
    </div>,
  );
  await opener().click();
  const menu = page.getByRole("menu").element();
  expect(await outside(menu)).toEqual([0, 0, 0, 0]);
  expect(menu.getBoundingClientRect().bottom).toBeLessThan(opener().element().getBoundingClientRect().top);
});

/** A panel beside a button on a page longer than the window; a wide one has no room at its button's side. */
const LongPage = ({ width }: { width: number }) => (
  <div data-testid="page" style={{ blockSize: 3000, paddingBlockStart: 300, paddingInlineStart: 190 }}>
    <Panel button="▾" label="People">
      {() => <div style={{ blockSize: 250, inlineSize: width }}>Anna</div>}
    </Panel>
  </div>
);

test.each([100, 340])(
  "a panel %i px wide stays in sight when its button is pushed out of the window",
  async (width) => {
    await page.viewport(390, 700);
    await show(<LongPage width={width} />);
    await opener().click();
    page.getByTestId("page").element().style.paddingBlockStart = "1500px";
    await expect.poll(() => outside(page.getByRole("group", { name: "People" }).element())).toEqual([0, 0, 0, 0]);
  },
);

/** The page as a browser without anchors reads it: what asks for them is left out, what stands in for them rules. */
function withoutAnchors(rules: CSSRuleList | undefined): string {
  return [...(rules ?? [])]
    .map((rule) => {
      if (rule instanceof CSSSupportsRule && rule.conditionText.includes("anchor-name")) {
        const inside = [...rule.cssRules].map(({ cssText }) => cssText).join("\n");
        return rule.conditionText.startsWith("not") ? inside : "";
      }
      if (rule instanceof CSSLayerBlockRule) return `@layer ${rule.name} { ${withoutAnchors(rule.cssRules)} }`;
      return rule.cssText;
    })
    .join("\n");
}

test("a browser without anchors shows a panel in the middle of the window, wholly in it", async () => {
  await page.viewport(360, 640);
  const sheets = [...document.styleSheets];
  const plain = document.createElement("style");
  plain.textContent = sheets.map((sheet) => withoutAnchors(sheet.cssRules)).join("\n");
  document.head.append(plain);
  for (const sheet of sheets) sheet.disabled = true;
  try {
    await show(<Filters />);
    await page.getByTitle("Filter payments").click();
    const panel = page.getByRole("group", { name: "Filter payments" }).element();
    expect(await outside(panel)).toEqual([0, 0, 0, 0]);
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    expect([left - (360 - right), top - (640 - bottom)].map(Math.round)).toEqual([0, 0]);
  } finally {
    for (const sheet of sheets) sheet.disabled = false;
    plain.remove();
  }
});

test("the command menu's chosen line stays in sight while the arrows go through all of them", async () => {
  await show(<CommandMenu onClose={() => undefined} onOpen={() => undefined} open />);
  await expect.element(page.getByRole("listbox")).toBeVisible();
  const list = page.getByRole("listbox").element();
  expect(list.scrollHeight).toBeGreaterThan(list.clientHeight);
  await userEvent.keyboard("{ArrowUp}");
  const chosen = () => page.getByRole("option", { selected: true }).element();
  await expect
    .poll(() => chosen().getBoundingClientRect().bottom - list.getBoundingClientRect().bottom)
    .toBeLessThan(1);
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => list.getBoundingClientRect().top - chosen().getBoundingClientRect().top).toBeLessThan(1);
});
