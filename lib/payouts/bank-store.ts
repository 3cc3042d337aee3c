import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, type Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";

type LineOfPayout = {
  asset: string;
  units: bigint;
  payoutIds: string[];
  references: string[];
  paidTo: string | undefined;
};

/**
 * A fiat payout of exactly this sum, by its id, or recorded as made elsewhere under the bank's reference, that no line has
 * paid; to the IBAN that was paid, where that is told.
 */
export async function findPayoutOfLine(
  db: Db,
  { asset, units, payoutIds, references, paidTo }: LineOfPayout,
): Promise<{ payoutId: string; isOut: boolean } | undefined> {
  const rows = await db.payout.findMany({
    select: { id: true, isOut: true },
    where: {
      asset,
      quantityUnits: units.toString(),
      bankLines: { none: {} },
      OR: [
        { id: { in: payoutIds }, status: { in: ["APPROVED", "PREPARED"] } },
        { status: "RECORDED", bankReference: { in: references } },
      ],
      ...(paidTo !== undefined && {
        AND: { OR: [{ beneficiaryId: null }, { beneficiary: { OR: [{ iban: null }, { iban: paidTo }] } }] },
      }),
    },
    take: 2,
  });
  const [row, other] = rows;
  return row && !other ? { payoutId: row.id, isOut: row.isOut } : undefined;
}

type AtBank = { payoutId: string; fileId: string | undefined; units: bigint; iban: string | undefined; at: Date };
const AT_BANK = {
  select: {
    id: true,
    fileId: true,
    quantityUnits: true,
    approvedAt: true,
    recordedAt: true,
    file: { select: { madeAt: true } },
    beneficiary: { select: { iban: true } },
  },
  orderBy: { id: "asc" },
} satisfies Prisma.PayoutFindManyArgs;

const atBank = (row: Prisma.PayoutGetPayload<typeof AT_BANK>): AtBank => ({
  payoutId: row.id,
  fileId: row.fileId ?? undefined,
  units: unitsFrom(row.quantityUnits),
  iban: row.beneficiary?.iban ?? undefined,
  at: row.file?.madeAt ?? row.approvedAt ?? row.recordedAt,
});

/** Fiat payouts on their way that this bank may pay: all of a currency, or those named by their ids or their files'. */
export async function openFiatPayouts(
  db: Db,
  { bank, asset, named }: { bank: string; asset: string; named?: readonly string[] | undefined },
): Promise<AtBank[]> {
  const rows = await db.payout.findMany({
    ...AT_BANK,
    where: {
      asset,
      AND: [
        { OR: [{ status: "APPROVED" }, { status: "PREPARED", file: { bank } }] },
        ...(named ? [{ OR: [{ id: { in: [...named] } }, { fileId: { in: [...named] } }] }] : []),
      ],
    },
  });
  return rows.map(atBank);
}

/** A payout of fiat that is recorded as made elsewhere, and whose it is. */
export async function recordedFiat(
  db: Db,
  id: string,
): Promise<(AtBank & { account: { id: string; name: string }; asset: Fiat }) | undefined> {
  const row = await db.payout.findFirst({
    select: { ...AT_BANK.select, asset: true, account: { select: { id: true, name: true } } },
    where: { id, status: "RECORDED", asset: { in: [...FIATS] } },
  });
  return row ? { ...atBank(row), account: row.account, asset: wordFrom(FIATS, row.asset) } : undefined;
}

/** Confirmed fiat payouts that left this ledger account and have not come back: by ids, files, or what proved their leaving. */
export async function standingFiatPayouts(
  db: Db,
  of: { place: string; asset: string; named: readonly string[]; proofs: readonly string[] },
): Promise<AtBank[]> {
  const { place, asset, named, proofs } = of;
  const exit = { place, backAt: null };
  const rows = await db.payout.findMany({
    ...AT_BANK,
    where: {
      asset,
      status: "CONFIRMED",
      exits: { some: exit },
      OR: [
        { id: { in: [...named] } },
        { fileId: { in: [...named] } },
        { exits: { some: { ...exit, proof: { in: [...proofs] } } } },
      ],
    },
  });
  return rows.map(atBank);
}

export async function recordedReferences(
  db: Db,
  asset: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.payout.findMany({
    select: { bankReference: true },
    where: { asset, status: "RECORDED", bankReference: { in: [...references] }, bankLines: { none: {} } },
  });
  return new Set(rows.flatMap(({ bankReference }) => bankReference ?? []));
}

/** The sums of payouts recorded as made elsewhere that no line has paid. */
export async function recordedUnits(db: Db, asset: string): Promise<bigint[]> {
  const rows = await db.payout.findMany({
    select: { quantityUnits: true },
    where: { asset, status: "RECORDED", bankLines: { none: {} } },
  });
  return rows.map(({ quantityUnits }) => unitsFrom(quantityUnits));
}

/** Whether one of these ids is a payout's, or a file's. */
export async function isPayoutOrFile(db: Db, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const where = { OR: [{ id: { in: ids } }, { fileId: { in: ids } }] };
  return (await db.payout.findFirst({ select: { id: true }, where })) !== null;
}

/** A confirmed payout among these that left that ledger account and has not come back. */
export async function findConfirmed(
  db: Db,
  wanted: { asset: string; units: bigint; place: string; payoutIds: string[] },
): Promise<string | undefined> {
  const { asset, units, place, payoutIds } = wanted;
  const row = await db.payout.findFirst({
    select: { id: true },
    where: {
      id: { in: payoutIds },
      asset,
      quantityUnits: units.toString(),
      status: "CONFIRMED",
      exits: { some: { place, backAt: null } },
    },
  });
  return row?.id;
}
