import type { Staff, StaffAccount } from "#lib/people/session.ts";

/** The account of theirs that a person names by `x-account`, by its id or its name; without it their only one. */
export function actingAccount({ accounts }: Pick<Staff, "accounts">, headers: Headers): StaffAccount | undefined {
  const named = headers.get("x-account");
  if (named !== null) return accounts.find(({ id, name }) => id === named || name === named);
  return accounts.length === 1 ? accounts[0] : undefined;
}
