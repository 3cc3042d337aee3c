import type { Ctx } from "#lib/kernel/context.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { wholeSetting } from "#lib/settings/setting.ts";
import { CASE_GRADES, CASE_KINDS, GRADE_OF } from "./case-kinds.ts";
import type { Waits } from "./store.ts";

/** How long a case of each kind may wait, as the house has set it for its grade. */
export async function waitsOf(ctx: Ctx): Promise<Waits> {
  const settings = await houseSettings(ctx);
  return Object.fromEntries(
    CASE_KINDS.map((kind) => [kind, wholeSetting(settings, CASE_GRADES[GRADE_OF[kind]], "", "")]),
  ) as Waits;
}
