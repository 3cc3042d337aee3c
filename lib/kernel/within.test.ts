import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { within } from "./within.ts";

const unheard = (error: unknown) => {
  throw error;
};

test("what comes in time is answered, and what fails in time is thrown", async () => {
  expect(await within(60_000, Promise.resolve(7), unheard)).toBe(7);
  await expect(within(60_000, Promise.reject(new Error("no")), unheard)).rejects.toThrow("no");
});

test("what takes longer is nothing yet, and its failure is heard", async () => {
  const heard: unknown[] = [];
  const late = Promise.withResolvers<number>();
  expect(await within(1, late.promise, (error) => heard.push(error))).toBe(undefined);
  late.reject("too late");
  await sleep(0);
  expect(heard).toEqual(["too late"]);
});
