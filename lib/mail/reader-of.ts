import { ANYBODY, type Reader } from "#lib/contract/reader.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { readerById } from "./store.ts";

/** How whoever asks reads: a person as they chose, anybody else as nobody chose otherwise. */
export const readerOf = async ({ db, actor }: Ctx): Promise<Reader> =>
  (actor.kind === "staff" ? await readerById(db, actor.userId) : undefined) ?? ANYBODY;
