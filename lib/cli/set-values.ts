import { changeOrAsk } from "#lib/approvals/or-ask.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { operatorChanges, settingsOf } from "#lib/settings/change-settings.ts";
import type { Values } from "#lib/settings/setting.ts";
import { actingFor, type CommandResult } from "./command.ts";

/** Sets an account's values, each where its owner has it, and answers all that rule then, and which are for all accounts. */
export async function setFor(
  ctx: Ctx,
  account: AccountRef,
  words: readonly string[],
  first?: string,
): Promise<CommandResult> {
  const acting = actingFor(ctx, account);
  const changes = await operatorChanges(acting, pairsOf(words));
  const outcome = await changeOrAsk(acting, changes);
  const forAll = changes.flatMap(({ place, values }) => (place.accountId === undefined ? Object.keys(values) : []));
  const { house, account: own } = await settingsOf(acting, account.id);
  const answer = settingsAnswer(
    { account: account.name, ...(forAll.length > 0 && { forAll }) },
    { ...house, ...own },
    outcome,
  );
  const more = forAll.map((name) => `${name} is one for all accounts: it is not of ${account.name} alone`);
  return { ...answer, lines: [...(first === undefined ? [] : [first]), ...answer.lines, ...more] };
}

export function settingsAnswer(more: object, settings: Values, waits: readonly string[]): CommandResult {
  return {
    data: { ...more, settings, ...(waits.length > 0 && { waits }) },
    lines: [
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ...waits.map((approvalId) => `waits for a second person: request ${approvalId}`),
    ],
  };
}

export function pairsOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at < 1) throw new Refusal("VALIDATION_FAILED", `Write settings as name=value; ${word} is none.`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}
