import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Sent } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { AuditPage } from "./audit-page.tsx";

const AT = Date.UTC(2026, 10, 22, 9);
const record = (n: number) => ({
  at: AT - n * 60_000,
  actor: "staff:anna",
  action: `bill.create-${n}`,
  objectKind: "bill",
  objectId: `pay-${n}`,
  requestId: `req-${n}`,
  clientAddress: "203.0.113.7",
  detail: { reference: `order-${n}` },
});
const all = Array.from({ length: 200 }, (_, at) => record(at + 1));
/** Of the whole record, most of which is not loaded. */
const VALUES = {
  actors: ["key:ak_000000000000ffff", "staff:Bob", "staff:anna"],
  actions: ["bill.create", "key.create"],
  objectKinds: ["bill", "key"],
};
const rows = () => [...document.querySelectorAll<HTMLElement>("tbody [data-row]")];
const row = (n: number) => page.getByRole("row").filter({ hasText: `bill.create-${n}` });
const heads = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map((head) => head.textContent);

async function open(at = "/audit"): Promise<void> {
  const answer = ({ query }: Sent) => ({
    data: query.has("startsAfter") ? all.slice(40) : all.slice(0, 40),
    startsAfter: query.has("startsAfter") ? null : "next",
  });
  await show(<AuditPage />, {
    at,
    role: "admin",
    answers: {
      "GET /manage/v1/audit": answer,
      "GET /manage/v1/audit/values": VALUES,
      "GET /manage/v1/views": { data: [] },
    },
  });
  await expect.element(row(1).first()).toBeVisible();
}

afterEach(() => page.viewport(1280, 800));

test("of many lines those in view are drawn, and more are asked for by a button", async () => {
  await open();
  const box = page.getByRole("group", { name: "Audit" }).element();
  await page.getByRole("button", { name: /more/i }).click();
  await expect.poll(() => box.querySelector("table")?.getAttribute("aria-rowcount")).toBe("201");
  expect(rows().length).toBeLessThan(60);
  box.scrollTo(0, box.scrollHeight);
  await expect.poll(() => rows().at(-1)?.dataset["index"]).toBe("199");
});

test("a line's detail opens beneath it, over its whole width, and those below make room", async () => {
  await open();
  const [first, second] = [rows()[0], rows()[1]];
  const before = second?.getBoundingClientRect().top ?? 0;
  await page.getByRole("button", { name: "Detail" }).first().click();
  const detail = page.getByText("order-1", { exact: true });
  await expect.element(detail).toBeVisible();
  const cell = detail.element().closest("td")?.getBoundingClientRect();
  expect(cell?.width).toBe(first?.getBoundingClientRect().width);
  await expect.poll(() => (second?.getBoundingClientRect().top ?? 0) - before).toBeGreaterThan(20);
  expect(second?.getBoundingClientRect().top).toBeGreaterThanOrEqual(cell?.bottom ?? 0);
  await page.getByRole("button", { name: "Detail" }).first().click();
  await expect.element(detail).not.toBeInTheDocument();
  await expect.poll(() => second?.getBoundingClientRect().top).toBe(before);
});

test("people, actions and objects are picked by their words, and what is filtered by stands there in words", async () => {
  await open("/audit?actor=staff%3Aanna");
  const field = (name: string) => page.getByRole("combobox", { name, exact: true });
  await expect.element(field("Who")).toHaveValue("anna");
  const picks = (name: string) =>
    [...((field(name).element() as HTMLInputElement).list?.options ?? [])].map(({ value }) => value);
  expect(picks("Who")).toEqual(["anna", "API key …00ffff", "Bob"]);
  expect(picks("What")).toEqual(["created API key", "created bill"]);
  expect(picks("Kind of object")).toEqual(["API key", "bill"]);
  expect(picks("Object").slice(0, 2)).toEqual(["bill pay-1", "bill pay-2"]);
  await field("Object").fill("bill pay-2");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect.poll(() => new URLSearchParams(window.location.search).get("objectId")).toBe("pay-2");
  expect(new URLSearchParams(window.location.search).get("actor")).toBe("staff:anna");
});

test("its columns are laid out as any list's: kept in the address, fixed ones first", async () => {
  await open("/audit?columns=request.p_object.h&order=at_actor_action_request_object_address_detail");
  expect(heads()).toEqual(["Time", "Who", "What", "Request", "Detail"]);
  await page.getByTitle("Columns").click();
  await page.getByRole("checkbox", { name: "Object" }).click();
  await userEvent.keyboard("{Escape}");
  expect(new URLSearchParams(window.location.search).get("columns")).toContain("object.s");
});

test("on a phone each line is a card that names its values, and nothing is wider than the window", async () => {
  await page.viewport(360, 740);
  await open();
  const card = rows()[0];
  expect(getComputedStyle(card?.querySelector("td") ?? document.body).position).toBe("static");
  await expect.element(page.getByText("order-1", { exact: true })).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  const [id, copy] = [card?.querySelector(".hash[title^=req]"), card?.querySelector("[data-label=Request] button")];
  const gap = (copy?.getBoundingClientRect().left ?? 0) - (id?.getBoundingClientRect().right ?? 0);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(8);
});
