import { contextFor } from "#lib/kernel/app.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { wanted } from "./wanted.ts";
import { before, type Outside } from "./outside.ts";

// A worker of the proof in a process of its own, to be killed on its way.

const { outside } = await wanted<{ outside: Outside }>();
const app = before(await openApp(readEnv(process.env)), outside);
await runUntilIdle(contextFor(app, { actor: { kind: "worker" }, requestId: "proof" }), 60_000);
await closeApp();
