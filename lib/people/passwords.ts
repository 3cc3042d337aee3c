import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** Of memory in KiB, passes and lanes. */
type Cost = { memory: number; passes: number; parallelism: number };

/** RFC 9106 §4, second recommended option: 64 MiB, 3 passes, 4 lanes. */
const COST: Cost = { memory: 65_536, passes: 3, parallelism: 4 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** An Argon2id hash as text: its cost, salt and tag in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return textOf(salt, await tagOf(password, salt, COST));
}

/**
 * Whether a password is the hashed one, at the cost the hash names, so that ours may be raised at any time. Without a hash:
 * false after the same time, to hide whether a user exists.
 */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, cost = "", saltText = "", tagText = ""] = (hash ?? NOBODY).split("$");
  const [, memory, passes, parallelism] = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(cost)?.map(Number) ?? [];
  if (!memory || !passes || !parallelism) return false;
  const expected = Buffer.from(tagText, "base64url");
  const tag = await tagOf(password, Buffer.from(saltText, "base64url"), { memory, passes, parallelism });
  return expected.length === tag.length && timingSafeEqual(expected, tag) && (hash ?? undefined) !== undefined;
}

const textOf = (salt: Buffer, tag: Buffer): string =>
  `argon2id$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${salt.toString("base64url")}$${tag.toString("base64url")}`;

const NOBODY = textOf(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

async function tagOf(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize("NFC"), "utf8");
  return derive("argon2id", { ...cost, tagLength: TAG_BYTES, message, nonce: salt });
}
