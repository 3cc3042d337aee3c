import { realpathSync } from "node:fs";
import { join } from "node:path";
import { openAccount } from "#lib/access/accounts.ts";
import { createKey } from "#lib/access/create-key.ts";
import { closeHouse, contextFor, openHouse } from "#lib/house.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { type Access, readAccess, urlFor } from "#lib/server/postgres-home.ts";
import type { Program } from "#e2e/world/program.ts";

/** How the embedded database of a program is reached. */
export function accessOf(program: Program): Access {
  const access = readAccess(realpathSync(join(program.dataDir, "postgres")));
  if (!access) throw new Error(`there is no embedded database under ${program.dataDir}`);
  return access;
}

/** Does something in a program's house from beside it, as the operator for an account of the benchmark's own. */
export async function inside<T>(program: Program, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { env } = checkEnv({ DATABASE_URL: urlFor(accessOf(program), "desk", "desk"), DATA_DIR: program.dataDir });
  const house = await openHouse(env);
  try {
    const operator = contextFor(house, { actor: { kind: "operator" }, requestId: "bench" });
    const account = await openAccount(operator, "bench");
    return await work(contextFor(house, { actor: operator.actor, account, requestId: "bench" }));
  } finally {
    await closeHouse();
  }
}

/** A key whose rate is no limit here. */
export function fastKey(ctx: Ctx): Promise<{ keyId: string; secret: string }> {
  return createKey(ctx, { name: "bench", scopes: ["payments:read", "payments:write"], ratePerSecond: 100_000 });
}
