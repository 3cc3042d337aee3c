import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** RFC 9106 §4, second recommended option: 64 MiB, 3 passes, 4 lanes. */
const PARAMETERS = { parallelism: 4, tagLength: 32, memory: 65_536, passes: 3 } as const;

/** An Argon2id hash as text: parameters, salt and tag in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt);
  return `argon2id$m=65536,t=3,p=4$${salt.toString("base64url")}$${tag.toString("base64url")}`;
}

/** Whether a password is the hashed one. Without a hash: false after the same time, to hide whether a user exists. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, , saltText = "", tagText = ""] = (hash ?? NOBODY).split("$");
  const expected = Buffer.from(tagText, "base64url");
  const tag = await tagOf(password, Buffer.from(saltText, "base64url"));
  return expected.length === tag.length && timingSafeEqual(expected, tag) && (hash ?? undefined) !== undefined;
}

const NOBODY = `argon2id$$${Buffer.alloc(16).toString("base64url")}$${Buffer.alloc(32).toString("base64url")}`;

async function tagOf(password: string, salt: Buffer): Promise<Buffer> {
  return derive("argon2id", { ...PARAMETERS, message: Buffer.from(password.normalize("NFC"), "utf8"), nonce: salt });
}
