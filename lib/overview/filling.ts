import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { slot } from "#lib/kernel/slots.ts";
import { referencesAmong } from "./overview-store.ts";
import { DEMO_ACCOUNT } from "#lib/people/demo-user.ts";

/** The story's bills are numbered through; from the first of the present on they are made beside the running program. */
const FIRST_REFERENCE = 2_001;
export const PAST_BILLS = 49;
/** Bills of the present that a first start makes itself: their being there says that the story was begun. */
export const OPEN_BILLS = 3;
export const PRESENT_BILLS = 27;

export const referenceOf = (nth: number): string => `INV-${FIRST_REFERENCE + nth}`;

const PRESENT = Array.from({ length: PRESENT_BILLS }, (_, nth) => referenceOf(PAST_BILLS + nth));
const FULL = slot<true>("the demo is filled");
const PERCENT = 100;

/** Which bills of the present are made already. */
export function filledReferences(ctx: Ctx): Promise<ReadonlySet<string | null>> {
  return referencesAmong(ctx.db, accountOf(ctx).id, PRESENT);
}

/** With the last bill the story ends, also where some before it were refused, as an account's own limits may. */
export const isFilled = (made: ReadonlySet<string | null>): boolean =>
  made.has(referenceOf(PAST_BILLS + PRESENT_BILLS - 1));

/**
 * How much of the demo's present is made, in percent; undefined once all of it is, where it is not to be made, and in an
 * account that no first start of this story has filled.
 */
export async function fillingOf(ctx: Ctx): Promise<number | undefined> {
  const { env, mode, slots } = ctx.app;
  if (mode !== "sandbox" || env.demo !== "full" || accountOf(ctx).name !== DEMO_ACCOUNT || slots.get(FULL))
    return undefined;
  const made = await filledReferences(ctx);
  if (made.size === 0) return undefined;
  if (!isFilled(made)) return Math.floor((made.size * PERCENT) / PRESENT_BILLS);
  slots.set(FULL, true);
  return undefined;
}
