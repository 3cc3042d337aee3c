import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { Slots } from "#lib/kernel/slots.ts";
import { LEAST_PASSWORD, needGoodPassword } from "./password-rules.ts";

const app = { slots: new Slots(), env: { publicUrl: "https://pay.example.com" } };
/** The passwords that pass, of those given. */
async function passing(passwords: readonly string[]): Promise<string[]> {
  const passed: string[] = [];
  for (const password of passwords) {
    const fault = await needGoodPassword(app, password, []).catch((refusal: { code?: string }) => refusal.code);
    if (fault === undefined) passed.push(password);
  }
  return passed;
}

const COMMON = dictionary["passwords-common"].map(String);

test("no leaked password that is long enough passes", async () => {
  const long = COMMON.filter((password) => password.length >= LEAST_PASSWORD);
  expect(COMMON.length).toBeGreaterThan(40_000);
  expect(long.length).toBeGreaterThan(300);
  expect(await passing(long)).toEqual([]);
});

test("nor does a common one that is made long enough by writing it twice, or by counting", async () => {
  const made = COMMON.filter((password) => password.length >= 6)
    .slice(0, 150)
    .flatMap((password) => [password + password, `${password}123456`]);
  expect(await passing(made)).toEqual([]);
});
