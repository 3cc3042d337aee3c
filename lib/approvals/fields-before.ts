import { currentMapping } from "#lib/bank/mapping-store.ts";
import { requestOfMapping } from "#lib/bank/mappings.ts";
import { isFiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { accountByName } from "#lib/kernel/tenants.ts";
import { membersOf } from "#lib/people/user-store.ts";
import { rulingTerms } from "#lib/settlements/terms.ts";
import type { ApprovalRow, PlainRequest } from "./store.ts";

/** What rules now of the fields that a request would change: a person's role, an account's terms, a bank account's mapping. */
export async function fieldsBefore(ctx: Ctx, row: ApprovalRow): Promise<PlainRequest | undefined> {
  const { what, accountId, request } = row;
  if (what === "person" && request["act"] === "role") {
    const member = (await membersOf(ctx.db, accountId)).find(({ id }) => id === request["userId"]);
    return member && { role: member.role };
  }
  if (what === "settlement-terms") {
    const account = await accountByName(ctx, request["account"] ?? "");
    return account && rulingTerms(ctx, account, request["currency"] ?? "");
  }
  const { place = "", currency = "" } = request;
  if (what !== "bank-mapping" || !isFiat(currency)) return undefined;
  const ruling = await currentMapping(ctx.db, place, currency);
  return ruling && requestOfMapping(ruling);
}
