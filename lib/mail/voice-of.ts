import { ANYBODY, type Voice } from "#lib/contract/voice.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { voiceById } from "./store.ts";

/** The reader's language and formats: a person's own choice, the defaults for all else. */
export const voiceOf = async ({ db, actor }: Ctx): Promise<Voice> =>
  (actor.kind === "staff" ? await voiceById(db, actor.userId) : undefined) ?? ANYBODY;
