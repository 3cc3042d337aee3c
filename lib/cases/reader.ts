import { APPROVAL_KINDS, type ApprovalKind, neededFor } from "#lib/contract/approval-states.ts";
import { EXPORT_LISTS, type ExportList, NEEDED_FOR_LIST } from "#lib/contract/export-lists.ts";
import { actorMay } from "#lib/contract/may.ts";
import { houseRoleMay, roleMay } from "#lib/contract/permissions.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { houseOf } from "#lib/kernel/tenants.ts";

/** Who looks at cases: what they may decide as a second person, and the lists whose files they may have. */
export type Reader = {
  /** Of a person; what is theirs to decide is nobody else's case. */
  userId: string | undefined;
  /** Whether what waits for anybody's decision is meant, as for who is told of it. */
  everybody: boolean;
  decides: readonly ApprovalKind[];
  /** Whether they decide for accounts that have nobody who may. */
  standsIn: boolean;
  lists: readonly ExportList[];
};

/** Only people decide; keys, and the worker that writes a file of the cases, are shown no requests. */
export async function readerOf(ctx: Ctx): Promise<Reader> {
  const { actor } = ctx;
  const lists = EXPORT_LISTS.filter((list) => actorMay(ctx.app.mode, actor, NEEDED_FOR_LIST[list]));
  if (actor.kind !== "staff") return { userId: undefined, everybody: false, decides: [], standsIn: false, lists };
  const ofHouse = accountOf(ctx).id === (await houseOf(ctx.app)).id;
  const { userId, role, houseRole = "" } = actor;
  const decides = APPROVAL_KINDS.filter((what) =>
    ofHouse ? houseRoleMay(houseRole, neededFor(what, "house")) : roleMay(role, neededFor(what, "account")),
  );
  return { userId, everybody: false, decides, standsIn: ofHouse && houseRoleMay(houseRole, "house:people"), lists };
}
