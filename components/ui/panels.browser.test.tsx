import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Button } from "./button.tsx";
import { Check } from "./check.tsx";
import { Choice } from "./choice.tsx";
import { Drawer } from "./drawer.tsx";
import { SelectionFoot, TotalsFoot } from "./data-table/foot.tsx";
import { useStatus } from "./status.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("a drawer takes the focus when the reader opened it, not when they walk; another record starts at its top", async () => {
  const onStep = vi.fn();
  const onClose = vi.fn();
  function Walk() {
    const [at, setAt] = useState({ record: "1", takeFocus: true });
    return (
      <>
        <Button onClick={() => setAt({ record: "2", takeFocus: false })}>Walk</Button>
        <Drawer
          onClose={onClose}
          onStep={onStep}
          record={at.record}
          takeFocus={at.takeFocus}
          title={`Bill ${at.record}`}
        >
          <div style={{ height: 3000 }}>Long</div>
        </Drawer>
      </>
    );
  }
  await show(
    <div style={{ height: 400, display: "grid" }}>
      <Walk />
    </div>,
  );
  await expect.element(page.getByRole("heading", { name: "Bill 1" })).toHaveFocus();
  const region = page.getByRole("region", { name: "Bill 1" }).element();
  region.scrollTop = 500;
  await button("Walk").click();
  await expect.element(page.getByRole("heading", { name: "Bill 2" })).not.toHaveFocus();
  await expect.poll(() => region.scrollTop).toBe(0);
  await button("Previous (k)").click();
  await button("Next (j)").click();
  expect(onStep.mock.calls).toEqual([[-1], [1]]);
  await button("Close (Esc)").click();
  expect(onClose).toHaveBeenCalledTimes(1);
});

type Session = { send: (method: string, given: object) => Promise<unknown> };
const showOn = (media: "print" | "") => (cdp() as unknown as Session).send("Emulation.setEmulatedMedia", { media });
afterEach(() => showOn(""));

test("on paper an open record stands whole, without the list behind it and the buttons of its head", async () => {
  await show(
    <div className="split">
      <div className="list flex">The list</div>
      <Drawer onClose={vi.fn()} onStep={vi.fn()} record="1" takeFocus title="Bill">
        <div style={{ height: 3000 }}>Long</div>
        The end
      </Drawer>
    </div>,
  );
  const region = page.getByRole("region", { name: "Bill" }).element();
  expect(region.getBoundingClientRect().height).toBeLessThan(2000);
  await showOn("print");
  await expect.poll(() => region.getBoundingClientRect().height).toBeGreaterThan(3000);
  expect(
    page
      .getByText("The list")
      .elements()
      .some((one) => one.checkVisibility()),
  ).toBe(false);
  expect(button("Close (Esc)").elements()).toEqual([]);
});

const CASES = Array.from({ length: 12 }, (_, at) => `Case ${at + 1}`);

test.each([180, 200, 220, 240, 260])(
  "in a list %i px high no case has the focus beneath its group's head",
  async (height) => {
    await show(
      <div style={{ height, display: "grid" }}>
        <section className="case-rows">
          <h2 className="case-group">Overdue</h2>
          {CASES.map((name) => (
            <p className="case-row" key={name}>
              <button type="button">{name}</button>
            </p>
          ))}
        </section>
      </div>,
    );
    (button("Case 12").element() as HTMLElement).focus();
    for (let at = 11; at > 0; at -= 1) {
      await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
      const { left, top } = button(`Case ${at}`).element().getBoundingClientRect();
      expect([document.activeElement?.textContent, document.elementFromPoint(left + 3, top + 3)?.textContent]).toEqual([
        `Case ${at}`,
        `Case ${at}`,
      ]);
    }
  },
);

test("a drawer of a single record offers no way to others", async () => {
  await show(
    <Drawer onClose={vi.fn()} record="1" takeFocus title="Bill">
      one
    </Drawer>,
  );
  await expect.element(button("Next (j)")).not.toBeInTheDocument();
});

test("a part of many is shown as a part, and pressing a choice that is not offered changes nothing", async () => {
  const onChange = vi.fn();
  await show(
    <>
      <Check checked={false} label="All" onChange={vi.fn()} some />
      <Choice
        legend="Fee"
        onChange={onChange}
        options={[
          { value: "SPREAD", label: "Spread" },
          { value: "EXPLICIT", label: "Explicit", unavailable: true },
          { value: "NONE", label: "None" },
        ]}
        value="SPREAD"
      />
    </>,
  );
  await expect.element(page.getByLabelText("All")).toBePartiallyChecked();
  await expect.element(page.getByLabelText("Explicit")).toBeDisabled();
  await page.getByLabelText("None").click();
  expect(onChange.mock.calls).toEqual([["NONE"]]);
  await expect.element(page.getByLabelText("Spread")).toBeChecked();
});

test("messages stand at the foot, three at most, each with its one action, and go away when dismissed", async () => {
  const undone = vi.fn();
  function Talk() {
    const { toast } = useStatus();
    return (
      <Button onClick={() => [1, 2, 3, 4].map((n) => toast(`Done ${n}`, n === 4 ? undone : undefined))}>Talk</Button>
    );
  }
  await show(<Talk />);
  await button("Talk").click();
  await expect.element(page.getByText("Done 1")).not.toBeInTheDocument();
  await expect.element(page.getByText("Done 2")).toBeVisible();
  await button("Undo").click();
  expect(undone).toHaveBeenCalledTimes(1);
  await expect.element(page.getByText("Done 4")).not.toBeInTheDocument();
  await button("Dismiss").first().click();
  await expect.element(page.getByText("Done 2")).not.toBeInTheDocument();
  await expect.element(page.getByText("Done 3")).toBeVisible();
});

test("messages leave the foot of a list in reach, whose sums and buttons stand where they would", async () => {
  function Listed() {
    const { toast } = useStatus();
    return (
      <div className="grid h-full content-end">
        <Button onClick={() => toast("Assigned.")}>Assign</Button>
        <TotalsFoot caption="Sum" count="2 rows">
          3
        </TotalsFoot>
        <SelectionFoot caption="Sum" count={2} onClear={vi.fn()}>
          3
        </SelectionFoot>
      </div>
    );
  }
  await show(<Listed />);
  await button("Assign").click();
  const message = page.getByText("Assigned.").element().parentElement ?? document.body;
  await Promise.all(message.getAnimations().map(({ finished }) => finished));
  const foot = page.getByText("2 rows").element().parentElement;
  expect(message.getBoundingClientRect().bottom).toBeLessThanOrEqual(foot?.getBoundingClientRect().top ?? 0);
  expect(message.getBoundingClientRect().top).toBeGreaterThan(300);
});
