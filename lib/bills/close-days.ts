import type { Ctx } from "#lib/kernel/context.ts";
import { closeDays } from "./day-store.ts";

/** Days of one round: an account that has none summed up yet gets them within minutes. */
const MOST = 30;

/** Sums up days that are over, so that what a period's bills came to is found soon. Answers how many. */
export const closeBillDays = ({ db }: Ctx): Promise<number> => closeDays(db, MOST);
