import { contextFor } from "#lib/kernel/app.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import type { Env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";

export type Args = { values: Record<string, string | undefined>; words: readonly string[] };

/** `data` is what `--json` prints, `lines` what a person reads. */
export type CommandResult = { data: unknown; lines: string[]; failed?: boolean };

export type DeskCommand = {
  usage: string;
  options: readonly string[];
  takesWords?: boolean;
  /** Whether it works on a restored database that is not recovered yet. */
  ofCopies?: boolean;
  /** What must be done or refused before the database is opened. */
  before?(env: Env, values: Args["values"]): void;
  run(ctx: Ctx, input: Args, applied: readonly string[]): Promise<CommandResult>;
};

export const actingFor = (ctx: Ctx, account: AccountRef): Ctx =>
  contextFor(ctx.app, { actor: ctx.actor, account, requestId: ctx.requestId });

export function need(values: Args["values"], name: string): string {
  const value = values[name];
  if (value === undefined || value === "") throw invalid(name, `--${name} is required.`);
  return value;
}
