import { type Db, type Prisma, wordFrom } from "#lib/kernel/database.ts";
import { WALLET_KINDS } from "#lib/wallets/kinds.ts";

/** Wallets, of which the addresses are derived again. */
export async function walletsOf(db: Db) {
  const rows = await db.wallet.findMany({
    select: { id: true, kind: true, xpub: true, fingerprint: true, nextIndex: true },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({ ...row, kind: wordFrom(WALLET_KINDS, row.kind) }));
}

const CHANGE = { index: true, address: true, script: true } as const;
const RECEIVING = { ...CHANGE, cashAddress: true } as const;

/** An address as it is stored: with a `cashAddress`, or null, where bills get it, and without where change does. */
export type StoredAddress = Prisma.ChangeAddressGetPayload<{ select: typeof CHANGE }> &
  Partial<Prisma.DepositAddressGetPayload<{ select: typeof RECEIVING }>>;

/** What new bills get, whatever number it has, and of what bills have got the first and the `latest` last. */
export async function receivingOf(
  db: Db,
  { id: walletId, nextIndex }: { id: string; nextIndex: bigint },
  latest: number,
): Promise<StoredAddress[]> {
  const ready = await db.depositAddress.findMany({ select: RECEIVING, where: { walletId, billId: null } });
  const taken = { walletId, billId: { not: null }, index: { lt: nextIndex } };
  const first = await db.depositAddress.findFirst({ select: RECEIVING, where: taken, orderBy: { index: "asc" } });
  const last = await db.depositAddress.findMany({
    select: RECEIVING,
    where: taken,
    orderBy: { index: "desc" },
    take: latest,
  });
  return [...ready, ...(first ? [first] : []), ...last];
}

export const changeOf = (db: Db, walletId: string, latest: number): Promise<StoredAddress[]> =>
  db.changeAddress.findMany({ select: CHANGE, where: { walletId }, orderBy: { index: "desc" }, take: latest });

/** Where money goes: what beneficiaries and refund links name, and the outputs of what is prepared. */
export async function writtenPlaces(db: Db) {
  const place = { id: true, network: true, address: true, script: true, compared: true } as const;
  const where = { address: { not: null } } as const;
  return {
    beneficiaries: await db.beneficiary.findMany({ select: place, where, orderBy: { id: "asc" } }),
    links: await db.refundLink.findMany({ select: place, where, orderBy: { id: "asc" } }),
    outputs: await db.preparedOutput.findMany({
      select: { preparedId: true, n: true, address: true, script: true, prepared: { select: { network: true } } },
      where: { held: true },
      orderBy: [{ preparedId: "asc" }, { n: "asc" }],
    }),
  };
}
