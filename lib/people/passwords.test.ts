import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./passwords.ts";

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
