import { NETWORKS, type Network } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";

export type UnreadDeposit = Awaited<ReturnType<typeof depositsUnread>>[number];

/** Deposits whose senders have not been read: unconfirmed ones, and what was confirmed lately before they could be read. */
export async function depositsUnread(db: Db, networks: readonly Network[], since: Date, limit: number) {
  const rows = await db.deposit.findMany({
    where: {
      ...{ network: { in: [...networks] }, sendersTold: null, sourceAddress: null },
      OR: [
        { status: "UNCONFIRMED" },
        {
          status: { notIn: ["UNCONFIRMED", "DROPPED"] },
          createdAt: { gte: since },
          // What was assigned is a deposit only once it is confirmed.
          OR: [{ strayId: null }, { stray: { status: "CONFIRMED" } }],
        },
      ],
    },
    orderBy: { createdAt: "asc" },
    take: limit,
    select: {
      id: true,
      billId: true,
      network: true,
      txHash: true,
      blockHash: true,
      stray: { select: { blockHash: true } },
    },
  });
  return rows.map(({ stray, ...row }) => ({
    ...row,
    network: wordFrom(NETWORKS, row.network),
    blockHash: stray ? stray.blockHash : row.blockHash,
  }));
}

/** Whether the node had them, once for each deposit; false where that is written already. */
export async function markRead(db: Db, id: string, isKnown: boolean): Promise<boolean> {
  const { count } = await db.deposit.updateMany({ where: { id, sendersTold: null }, data: { sendersTold: isKnown } });
  return count > 0;
}

export async function insertSenders(db: Db, depositId: string, addresses: readonly string[]): Promise<void> {
  await db.depositSender.createMany({ data: addresses.map((address) => ({ depositId, address })) });
}
