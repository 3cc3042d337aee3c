import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { App } from "#lib/kernel/app.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { isTimeZone } from "#lib/kernel/time-zone.ts";
import type { chooseReadingEndpoint } from "./me-contract.ts";
import { auditOwn, ownRecordOf, personOf } from "./me.ts";
import { type Reading, readingOf, setReading } from "./reading-store.ts";

/** Chooses how the person reads; what is absent stays as it is. An unknown time zone is 400. */
export async function chooseReading(
  ctx: Ctx,
  { language, numbers, zone }: InputOf<typeof chooseReadingEndpoint>,
): Promise<OutputOf<typeof chooseReadingEndpoint>> {
  const { userId } = personOf(ctx);
  if (zone !== undefined && !isTimeZone(zone))
    throw invalid("zone", "zone must be a name of the IANA time zone database.");
  const chosen: Reading = { ...(language && { language }), ...(numbers && { numbers }), ...(zone && { zone }) };
  return ctx.transaction(async (tx) => {
    await setReading(tx.db, userId, chosen);
    await auditOwn(tx, "reading", chosen);
    return answerWith(tx, await ownRecordOf(tx));
  });
}

/** What the person of a page chose. */
export const readingFor = (app: App, userId: string): Promise<Reading> => readingOf(app.database.prisma, userId);
