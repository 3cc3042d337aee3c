import { realpathSync } from "node:fs";
import { join } from "node:path";
import { openAccount } from "#lib/people/accounts.ts";
import { createKey } from "#lib/keys/create-key.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { type ClusterAccess, readAccess, urlFor } from "#lib/postgres/postgres-home.ts";
import { prepareDatabase } from "#prisma/migrate.ts";
import pg from "pg";
import type { Program } from "#e2e/world/program.ts";

/** The program's own database as its owner reaches it. */
export const ownerUrl = (program: Program): string => urlFor(accessOf(program), "desk_owner", "desk");

/** How the embedded database of a program is reached. */
function accessOf(program: Program): ClusterAccess {
  const access = readAccess(realpathSync(join(program.dataDir, "postgres")));
  if (!access) throw new Error(`there is no embedded database under ${program.dataDir}`);
  return access;
}

/** The program's own database as the application reaches it. */
export const embeddedUrl = (program: Program): string => urlFor(accessOf(program), "desk", "desk");

/** Does something in a program's house from beside it, as the operator for an account of the benchmark's own. */
export async function inside<T>(program: Program, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { env } = checkEnv({ DATABASE_URL: embeddedUrl(program), DATA_DIR: program.dataDir });
  const app = await openApp(env);
  try {
    const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "bench" });
    const account = await openAccount(operator, "bench");
    return await work(contextFor(app, { actor: operator.actor, account, requestId: "bench" }));
  } finally {
    await closeApp();
  }
}

/** Makes a database `floor` on the program's server, with the same tables, indexes and triggers; answers its owner's address. */
export async function databaseBeside(program: Program, fill: (ctx: Ctx) => Promise<void>): Promise<string> {
  const access = accessOf(program);
  const ruler = new pg.Client(urlFor(access, "postgres", "postgres"));
  await ruler.connect();
  await ruler.query("create database floor owner desk_owner");
  await ruler.end();
  const url = urlFor(access, "desk", "floor");
  const owner = urlFor(access, "desk_owner", "floor");
  await prepareDatabase({ url, ownerUrl: owner }, "sandbox");
  const app = await openApp(checkEnv({ DATABASE_URL: url, DATA_DIR: program.dataDir }).env);
  try {
    await fill(contextFor(app, { actor: { kind: "operator" }, requestId: "bench" }));
  } finally {
    await closeApp();
  }
  return owner;
}

/** A key whose rate is no limit here. */
export function fastKey(ctx: Ctx): Promise<{ keyId: string; secret: string }> {
  return createKey(ctx, { name: "bench", scopes: ["payments:read", "payments:write"], ratePerSecond: 100_000 });
}
