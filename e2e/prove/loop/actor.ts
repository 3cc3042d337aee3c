import { setImmediate as soon } from "node:timers/promises";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { ACTS, type Act } from "./acts.ts";
import { before, type Outside } from "./outside.ts";
import { wanted } from "./wanted.ts";

// What a person asks for in a process of its own, to be killed on its way.

type Acting = { outside: Outside; who: Pick<Ctx, "actor" | "account">; act: Act; input: never };
const { outside, who, act, input } = await wanted<Acting>();
const app = before(await openApp(readEnv(process.env)), outside);
process.kill(process.pid, "SIGUSR2");
await soon();
await ACTS[act](contextFor(app, { actor: who.actor, account: who.account, requestId: "proof" }), input);
await closeApp();
