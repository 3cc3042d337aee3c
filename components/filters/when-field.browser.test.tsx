import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Button } from "#components/ui/button.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { AsOf } from "./as-of.tsx";
import { DaysFields } from "./when-field.tsx";

const NOW = Date.UTC(2026, 10, 21, 23, 30);

function Range({ onSend, mostDays }: { onSend: (days: object) => void; mostDays?: number }) {
  const form = useDeskForm<{ from: string; to: string }>({
    defaults: { from: "", to: "" },
    check: checkedIf(() => ({})),
    send: onSend,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <DaysFields form={form} mostDays={mostDays} now={NOW} zone="Europe/Berlin" />
      <Button type="submit">Send</Button>
    </form>
  );
}

const field = (name: string) => page.getByLabelText(name, { exact: true });

test("a month at a press, by the reader's calendar, and each day says its zone", async () => {
  const onSend = vi.fn();
  await show(<Range onSend={onSend} />);
  await page.getByRole("button", { name: "This month" }).click();
  // In Berlin the 22nd has begun.
  await expect.element(field("To")).toHaveValue("2026-11-22");
  await page.getByRole("button", { name: "Last month" }).click();
  await expect.element(field("From")).toHaveAccessibleDescription("In CEST.");
  await expect.element(field("To")).toHaveAccessibleDescription("In CET.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => onSend.mock.calls[0]?.[0]).toEqual({ from: "2026-10-01", to: "2026-10-31" });
});

test("each end of a range of at most 90 days keeps the other within it", async () => {
  await show(<Range mostDays={90} onSend={vi.fn()} />);
  await expect.element(page.getByRole("button", { name: "Last month" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "This year" })).not.toBeInTheDocument();
  await field("From").fill("2026-08-24");
  await expect.element(field("To")).toHaveAttribute("min", "2026-08-24");
  await expect.element(field("To")).toHaveAttribute("max", "2026-11-21");
  await field("To").fill("2026-10-01");
  await expect.element(field("From")).toHaveAttribute("min", "2026-07-04");
  await expect.element(field("From")).toHaveAttribute("max", "2026-10-01");
  await expect.element(field("To")).toHaveAccessibleDescription("At most 90 days in one search. In CEST.");
});

test("by the keyboard alone: to the presets, into the day, and sent by Enter", async () => {
  const onSend = vi.fn();
  await show(<Range onSend={onSend} />);
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "This month" })).toHaveFocus();
  await userEvent.keyboard("{Enter}{Tab}{Tab}{Tab}");
  await expect.element(field("From")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onSend.mock.calls.length).toBe(1);
});

test("an instant is read in the reader's zone, also on the day that clocks are put back", async () => {
  const onChange = vi.fn();
  await show(<AsOf at={undefined} now={NOW} onChange={onChange} />, { preferences: { zone: "Europe/Berlin" } });
  await page.getByTitle("Change the instant").click();
  const instant = field("Instant");
  await expect.element(instant).toHaveAttribute("max", "2026-11-22T00:30:00");
  await instant.fill("2026-10-25T12:00:00");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => onChange.mock.calls[0]?.[0]).toEqual(new Date("2026-10-25T11:00:00Z"));
});

test("of an hour that clocks show twice either may be chosen, and its zone is named", async () => {
  const onChange = vi.fn();
  await show(<AsOf at={undefined} now={NOW} onChange={onChange} />, { preferences: { zone: "Europe/Berlin" } });
  await page.getByTitle("Change the instant").click();
  await field("Instant").fill("2026-10-25T02:30:00");
  const turn = page.getByRole("combobox", { name: "Clocks show this time twice" });
  await expect.element(field("Instant")).toHaveAccessibleDescription(/In CEST\./);
  await turn.selectOptions("The second time, CET");
  await expect.element(field("Instant")).toHaveAccessibleDescription(/In CET\./);
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => onChange.mock.calls[0]?.[0]).toEqual(new Date("2026-10-25T01:30:00Z"));
});
