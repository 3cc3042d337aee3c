import { Slots } from "#lib/kernel/slots.ts";
import { expect, test } from "vitest";
import type { App } from "#lib/kernel/app.ts";
import { inReadTurn } from "./read-gate.ts";

const app = () => ({ slots: new Slots() }) as unknown as App;

/** A read that ends when it is told to. */
function slowRead() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, read: () => promise };
}

test("16 reads at a time; each that ends lets in the one that has waited longest", async () => {
  const here = app();
  const slow = Array.from({ length: 16 }, slowRead);
  const first = slow.map(({ read }) => inReadTurn(here, read));
  const order: number[] = [];
  const later = [0, 1].map((number) => inReadTurn(here, async () => void order.push(number)));
  await Promise.resolve();
  expect(order).toEqual([]);
  slow[7]?.end();
  await Promise.all(later);
  expect(order).toEqual([0, 1]);
  for (const { end } of slow) end();
  await Promise.all(first);
  expect(await inReadTurn(here, async () => "again")).toBe("again");
});

test("what waits too long is refused and takes no place; one that fails gives its place back", async () => {
  const here = app();
  const slow = Array.from({ length: 16 }, slowRead);
  const first = slow.map(({ read }) => inReadTurn(here, read));
  await expect(inReadTurn(here, async () => "late", 5)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    detail: { retryAfterSeconds: 1 },
  });
  for (const { end } of slow) end();
  await Promise.all(first);
  const failing = Array.from({ length: 40 }, () => inReadTurn(here, () => Promise.reject(new Error("no"))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(true);
  expect(await inReadTurn(here, async () => "in", 5)).toBe("in");
});
