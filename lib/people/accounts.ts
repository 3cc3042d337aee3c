import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Role } from "#lib/contract/permissions.ts";
import type { App } from "#lib/kernel/app.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { accountByName, accountNamed, houseOf } from "#lib/kernel/tenants.ts";
import { insertAccount } from "./staff-store.ts";

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,127}$/u;

/** An account by id or name as the house's auditor sees it: to read, nothing else. */
export async function accountForAuditor(
  app: App,
  named: string | null,
): Promise<(AccountRef & { role: Role }) | undefined> {
  const found = named === null ? undefined : await accountNamed(app, named);
  return found && { ...found, role: "auditor" };
}

/** The account of this name; made when there is none. */
export async function openAccount(ctx: Ctx, name: string): Promise<AccountRef> {
  if (!NAME.test(name))
    throw invalid("account", "An account's name has 1 to 128 letters, digits, spaces, dots, dashes or underscores.");
  if (name === (await houseOf(ctx.app)).name)
    throw invalid("account", `The operator itself is called ${name}; give the account another name.`);
  return ctx.transaction(async (tx) => {
    const known = await accountByName(tx, name);
    if (known) return known;
    const account = { id: tx.id(), name };
    await insertAccount(tx, account.id, name);
    await recordAudit(tx, {
      action: "account.create",
      accountId: account.id,
      objectKind: "account",
      objectId: account.id,
      detail: { name },
    });
    return account;
  });
}
