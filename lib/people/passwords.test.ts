import { argon2Sync } from "node:crypto";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { Slots } from "#lib/kernel/slots.ts";
import { LEAST_PASSWORD, needGoodPassword } from "./password-rules.ts";
import { hashPassword, isPassword } from "./passwords.ts";

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

/** Each costs some tens of milliseconds: so many of them, from the most common to the least. */
const TRIED = 80;

test("no leaked password that is long enough passes", async () => {
  const long = COMMON.filter((password) => password.length >= LEAST_PASSWORD);
  expect(COMMON.length).toBeGreaterThan(40_000);
  expect(long.length).toBeGreaterThan(300);
  const spread = Array.from({ length: TRIED }, (_, nth) => long[Math.floor((nth * long.length) / TRIED)] ?? "");
  expect(await passing(spread)).toEqual([]);
});

test("nor does a common one that is made long enough by writing it twice, or by counting", async () => {
  const made = COMMON.filter((password) => password.length >= 6)
    .slice(0, TRIED / 2)
    .flatMap((password) => [password + password, `${password}123456`]);
  expect(await passing(made)).toEqual([]);
});

test("what is kept of a password is Argon2id with 64 MiB and three passes, salted for itself", async () => {
  const [one, other] = [await hashPassword("purple walrus"), await hashPassword("purple walrus")];
  expect(one).toMatch(/^argon2id\$m=65536,t=3,p=4\$[\w-]{22}\$[\w-]{43}$/);
  expect(other.split("$")[2]).not.toBe(one.split("$")[2]);
  expect(await isPassword("purple walrus", one)).toBe(true);
  expect(await isPassword("purple walruS", one)).toBe(false);
  expect(await isPassword("purple walrus", null)).toBe(false);
});

test("one that was made at another cost still counts", async () => {
  const salt = Buffer.from("a salt of its own");
  const cost = { memory: 8_192, passes: 1, parallelism: 1 };
  const tag = argon2Sync("argon2id", { ...cost, tagLength: 32, message: Buffer.from("purple walrus"), nonce: salt });
  const stored = `argon2id$m=8192,t=1,p=1$${salt.toString("base64url")}$${tag.toString("base64url")}`;
  expect(await isPassword("purple walrus", stored)).toBe(true);
  expect(await isPassword("purple walrus", stored.replace("t=1", "t=2"))).toBe(false);
  expect(await isPassword("purple walrus", "argon2id$$$")).toBe(false);
});
