import type { OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { Search, searchEndpoint } from "./contract.ts";
import { recordsBeginning } from "./search-store.ts";

/** Finds the account's payments, conversions and subaccounts by the beginning of what names them; at most five of each kind. */
export async function search(ctx: Ctx, { q }: Search): Promise<OutputOf<typeof searchEndpoint>> {
  return { data: await recordsBeginning(ctx, accountOf(ctx).id, q) };
}
