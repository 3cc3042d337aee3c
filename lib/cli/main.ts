import { parseArgs } from "node:util";
import { contextFor } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { keyCheckOf, openSecrets } from "#lib/kernel/secrets.ts";
import { messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";
import { openDatabase } from "#lib/postgres/embedded-postgres.ts";
import { needRecovered } from "#prisma/epoch.ts";
import { prepareDatabase } from "#prisma/migrate.ts";
import type { CommandResult, DeskCommand } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { findCommand } from "./find-command.ts";

/** Options that stand alone, without a value. */
const FLAGS: ReadonlySet<string> = new Set(["house"]);

process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const found = findCommand(words);
  const isHelp = words.includes("--help");
  const usages = found ? [found.command.usage] : Object.values(COMMANDS).map((each) => each.usage);
  if (isHelp) process.stdout.write(`${usages.join("\n")}\n`);
  if (isHelp) return 0;
  if (!found) return fail(`Say one of: ${usages.join(" · ")}`);
  const { command, rest } = found;
  try {
    return await perform(command, rest);
  } catch (error) {
    if (isRefusal(error) || error instanceof SetupFault) return fail(error.message);
    if (error instanceof TypeError && "code" in error)
      return fail(`${error.message.split("\n")[0]} Usage: ${command.usage}`);
    if (error instanceof Error && "syscall" in error) return fail(`This could not be done: ${messageOf(error)}.`);
    throw error;
  }
}

async function perform(command: DeskCommand, words: readonly string[]): Promise<number> {
  const options = Object.fromEntries(
    command.options.map((option) => [option, { type: FLAGS.has(option) ? ("boolean" as const) : ("string" as const) }]),
  );
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { ...options, json: { type: "boolean" } },
    allowPositionals: command.takesWords ?? false,
  });
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const outcome = await inHouse(command, { values: texts, words: positionals });
  print(outcome, (values as { json?: boolean }).json === true);
  return outcome.failed ? 1 : 0;
}

/** Opens the app on the environment's database, or on the one under DATA_DIR, running or not. */
async function inHouse(command: DeskCommand, input: Parameters<DeskCommand["run"]>[1]): Promise<CommandResult> {
  const env = readEnv(process.env);
  command.before?.(env, input.values);
  const database = await openDatabase(env);
  try {
    const applied = await prepareDatabase(database, env.mode, keyCheckOf(openSecrets(env)));
    if (!command.ofCopies) await needRecovered(database.ownerUrl, env.dataDir);
    const app = await openApp({ ...env, databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl });
    return await command.run(contextFor(app, { actor: { kind: "operator" } }), input, applied);
  } finally {
    await closeApp();
    await database.stop?.();
  }
}

function print(outcome: CommandResult, asJson: boolean): void {
  process.stdout.write(asJson ? `${writeJson(outcome.data)}\n` : `${outcome.lines.join("\n")}\n`);
}

function fail(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
