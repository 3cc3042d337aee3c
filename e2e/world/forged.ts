import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";

type Honest = Awaited<ReturnType<typeof preparedRow>>;

/** A prepared transaction with its parts, as its rows are. */
export const preparedRow = ({ app }: Ctx, preparedId: string) =>
  app.database.prisma.preparedTransaction.findUniqueOrThrow({
    where: { id: preparedId },
    include: { inputs: true, outputs: true },
  });

/**
 * Enters the same once more past the program, with something changed: what the constraint says of it, before anything else
 * that holds at the end of the transaction, or `taken`. Nothing of it stays.
 */
export async function forgedFrom(
  ctx: Ctx,
  honest: Honest,
  given: object,
  first: (db: Db) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const { inputs, outputs, status: _, reason: _r, endedAt: _at, endedBy: _by, ...row } = honest;
  try {
    return await ctx.transaction(async (inner): Promise<string> => {
      const id = inner.id();
      const part = { preparedId: id, held: true };
      await first(inner.db);
      await inner.db.preparedInput.createMany({ data: inputs.map((one) => ({ ...one, ...part })) });
      await inner.db.preparedOutput.createMany({ data: outputs.map((one) => ({ ...one, ...part })) });
      await inner.db.preparedTransaction.create({ data: { ...row, status: "PREPARED", id, familyId: id, ...given } });
      await inner.db.$executeRaw`set constraints prepared_true immediate`;
      throw new Error("taken");
    });
  } catch (error) {
    return String((error as Error).message);
  }
}
