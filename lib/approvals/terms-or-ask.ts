import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { applyTerms, loosens, requestOf, termsFrom } from "#lib/settlements/terms.ts";
import type { setTermsEndpoint, TermsRecord } from "#lib/settlements/terms-contract.ts";
import { ask, needsAnother } from "./ask.ts";

/** Sets an account's terms of settlement; what pays sooner, more or elsewhere asks for a second person where one is needed (202). */
export async function setTermsOrAsk(
  ctx: Ctx,
  { reason, ...input }: InputOf<typeof setTermsEndpoint>,
): Promise<TermsRecord | Waiting<ApprovalRecord>> {
  const terms = await termsFrom(ctx, input);
  if ((await loosens(ctx, terms)) && (await needsAnother(ctx)))
    return ask(ctx, { what: "settlement-terms", request: requestOf(terms), reason });
  return applyTerms(ctx, terms, reason);
}
