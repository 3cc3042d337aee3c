import { rulingMapping } from "#lib/bank/mappings.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { accountByName } from "#lib/kernel/tenants.ts";
import { roleIn } from "#lib/people/users.ts";
import { rulingTerms } from "#lib/settlements/terms.ts";
import type { ApprovalRow, PlainRequest } from "./store.ts";

/**
 * What rules now of the fields that a request would change: a person's role, an account's terms, a bank account's mapping;
 * no field where there is none yet.
 */
export async function fieldsBefore(ctx: Ctx, row: ApprovalRow): Promise<PlainRequest | undefined> {
  const { what, accountId, request } = row;
  const { act, userId = "", account: name = "", currency = "", place = "" } = request;
  if (what === "person" && act === "role") {
    const role = await roleIn(ctx, accountId, userId);
    return role === undefined ? {} : { role };
  }
  if (what === "settlement-terms") {
    const account = await accountByName(ctx, name);
    return (account && (await rulingTerms(ctx, account, currency))) ?? {};
  }
  return what === "bank-mapping" ? ((await rulingMapping(ctx, place, currency)) ?? {}) : undefined;
}
