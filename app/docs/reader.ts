import { cookies } from "next/headers";
import { openedKey } from "#lib/keys/create-key.ts";
import { roleMay } from "#lib/contract/permissions.ts";
import { currentStaff } from "#lib/people/session.ts";
import { SEED_KEY_NAME } from "#lib/people/demo-user.ts";
import { contextFor, theApp } from "#lib/kernel/app.ts";

/** Where the reader's programs reach us. */
export async function readerOrigin(): Promise<string> {
  return (await theApp()).env.publicUrl;
}

/**
 * The sandbox's own key as `keyId:secret`, for a signed-in person who is allowed to make keys of that account. Never in
 * live, and never another key: those show their secret once.
 */
export async function readerKey(): Promise<string | undefined> {
  const app = await theApp();
  if (app.mode !== "sandbox") return undefined;
  const staff = await currentStaff((await cookies()).toString());
  const account = staff?.accounts.find(({ role }) => roleMay(role, "keys:write"));
  if (!account) return undefined;
  const ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "docs" });
  const key = await openedKey(ctx, account.id, SEED_KEY_NAME);
  return key && `${key.keyId}:${key.secret}`;
}
