import { contextFor } from "#lib/kernel/app.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { fillPools } from "#lib/wallets/pool.ts";

// A process of its own that derives into a seeded world what every program would derive in its first seconds: the copies
// find it there, and spare some thousand points of a curve each.
const app = await openApp(checkEnv(process.env).env);
const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
await extendChange(ctx);
while ((await fillPools(ctx)) > 0);
await closeApp();
