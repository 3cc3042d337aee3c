import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, isRefusal, type Refusal } from "#lib/kernel/errors.ts";
import type { CaseResult, workCasesEndpoint } from "./contract.ts";
import { unknownCase } from "./get-case.ts";
import { casesNamed } from "./store.ts";
import { scopeOf, assigning, carryOut, closing, muting, type Work } from "./work-case.ts";

/**
 * Does one thing to many cases, each in a transaction of its own by what the single verbs do: a crash leaves some done, and
 * what one case refuses keeps no other back. An unknown case and another account's are NOT_FOUND alike.
 */
export async function workCases(
  ctx: Ctx,
  input: InputOf<typeof workCasesEndpoint>,
): Promise<OutputOf<typeof workCasesEndpoint>> {
  const command = commandOf(input);
  const scope = await scopeOf(ctx);
  const caseIds = [...new Set(input.caseIds)];
  const known = await casesNamed(ctx.db, scope, caseIds);
  const results: CaseResult[] = [];
  for (const caseId of caseIds) {
    const refused = known.has(caseId)
      ? await refusalOf(() => ctx.transaction((tx) => carryOut(tx, scope, caseId, command)))
      : unknownCase();
    results.push(
      refused ? { caseId, done: false, code: refused.code, message: refused.message } : { caseId, done: true },
    );
  }
  return answerWith(ctx, { results });
}

function commandOf({ command, userId, reason, ...muted }: InputOf<typeof workCasesEndpoint>): Work {
  if (command === "ASSIGN") return assigning(userId);
  if (command === "MUTE") return muting({ forMs: muted.forMs, until: muted.until, reason });
  if (reason === undefined) throw invalid("reason", "reason is missing: closing says why.");
  return closing(reason);
}

async function refusalOf(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
