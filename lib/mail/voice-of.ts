import { ANYBODY, type Voice } from "#lib/contract/voice.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { voiceById } from "./store.ts";

/** How whoever asks reads: a person as they chose, anybody else as nobody chose otherwise. */
export const voiceOf = async ({ db, actor }: Ctx): Promise<Voice> =>
  (actor.kind === "staff" ? await voiceById(db, actor.userId) : undefined) ?? ANYBODY;
