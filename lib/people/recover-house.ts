import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { newInvitation } from "./invite-person.ts";
import { openInvitations } from "./link-store.ts";
import { momentIn } from "#lib/mail/say.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** Where everybody of the house reads who was named, and an administrator takes it back. */
const PEOPLE_OF_HOUSE = "/settings?tab=people&of=house";

/**
 * Names an administrator of the house when nobody of it is left who could (rulebook 3.35): nobody agrees to it, so the link
 * opens nothing for 24 hours of the wall clock, everybody of the house is told at once, and any administrator of it takes it
 * back. Who has a role in the house already, or waits for one: INVALID_STATE.
 */
export function recoverHouse(
  ctx: Ctx,
  { email, name }: { email: string; name: string | undefined },
): Promise<{ invitationId: string; link: string; usableAt: Date }> {
  return ctx.transaction(async (tx) => {
    const { id: houseId } = accountOf(tx);
    const { id, link } = await newInvitation(tx, { email, name, role: "admin" }, true);
    const made = (await openInvitations(tx.db, houseId)).find((one) => one.id === id);
    const usableAt = made?.usable_at;
    must(made && usableAt, "a recovery just written waits");
    await queueToMembers(tx, houseId, ({ zone }) => ({
      subject: lettersText.recovery.subject(made.email),
      text: lettersText.recovery.text(made.email, momentIn(usableAt, zone)),
      path: PEOPLE_OF_HOUSE,
    }));
    return { invitationId: id, link, usableAt };
  });
}
