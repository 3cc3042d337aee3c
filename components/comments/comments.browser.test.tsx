import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { Comments } from "./comments.tsx";

const ON = { of: "account", kind: "PAYMENT", objectId: "019a8f3c-8c1e-7abc-8def-0123456789ab" } as const;
const PEOPLE = [
  { userId: "u1", name: "Ben" },
  { userId: "u2", name: "Ben Brook" },
];
const entry = (entryId: string, detail: string, more: object = {}) => ({
  entryId,
  at: Date.parse("2026-11-21T12:00:00Z"),
  actor: "staff:Anna",
  action: "NOTED",
  detail,
  withdrawn: false,
  ...more,
});
const first = entry("e1", "@Ben Brook and @Ben: paid twice.", { mentions: PEOPLE });

test("names are marked, the longest that fits; what was withdrawn says so and not what it was", async () => {
  const data = [first, entry("e2", "", { withdrawn: true })];
  const screen = await show(<Comments {...ON} />, { answers: { "GET /manage/v1/comments": { data, people: PEOPLE } } });
  await expect.element(screen.getByText("@Ben Brook", { exact: true })).toBeVisible();
  expect([...document.querySelectorAll("li b.text-accent")].map((one) => one.textContent)).toEqual([
    "@Ben Brook",
    "@Ben",
  ]);
  await expect.element(screen.getByText(/comment withdrawn/)).toBeVisible();
});

test("a comment addresses whom it names, the field is empty again, and it is taken back by one press", async () => {
  const sent: unknown[] = [];
  let data = [first];
  const answers = {
    "GET /manage/v1/comments": () => ({ data, people: PEOPLE }),
    "POST /manage/v1/comments": ({ body }: { body: string }) => {
      sent.push(JSON.parse(body));
      data = sent.length === 1 ? [first, entry("e2", "@Ben look")] : [first, entry("e2", "", { withdrawn: true })];
      return { data, people: PEOPLE };
    },
  };
  const screen = await show(<Comments {...ON} />, { answers });
  await screen.getByRole("textbox", { name: "Comment" }).fill("Please");
  await screen.getByRole("button", { name: "@ Mention" }).click();
  await screen.getByRole("menuitem", { name: "Ben", exact: true }).click();
  await userEvent.keyboard("look");
  await screen.getByRole("button", { name: "Add comment" }).click();
  const on = { kind: ON.kind, objectId: ON.objectId };
  await expect.poll(() => sent).toEqual([{ ...on, note: "Please @Ben look", mentions: ["u1"] }]);
  await expect.element(screen.getByRole("textbox", { name: "Comment" })).toHaveValue("");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sent.at(-1)).toEqual({ withdraws: "e2" });
});

test("Escape leaves the field first: a drawer around it closes, with what was typed, by the next one alone", async () => {
  const close = vi.fn();
  function Around() {
    useShortcut("Escape", "Close", "Drawer", close);
    return <Comments {...ON} />;
  }
  await show(<Around />, { answers: { "GET /manage/v1/comments": { data: [], people: PEOPLE } } });
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.fill("Please look");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toHaveFocus();
  expect(close).not.toHaveBeenCalled();
  await expect.element(field).toHaveValue("Please look");
  await userEvent.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});

test("who may not write reads, and an empty field is told", async () => {
  const answers = { "GET /manage/v1/comments": { data: [], people: [] } };
  const before = await show(<Comments {...ON} />, { answers, role: "viewer" });
  await expect.element(before.getByText("No comments yet.")).toBeVisible();
  expect(before.getByRole("textbox").elements()).toEqual([]);
  await before.unmount();
  const screen = await show(<Comments {...ON} />, { answers, role: "operator" });
  await screen.getByRole("button", { name: "Add comment" }).click();
  await expect.element(screen.getByText("Enter a comment.").first()).toBeVisible();
});
