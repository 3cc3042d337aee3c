import type { App } from "#lib/kernel/app.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import { writeListed } from "./screen-senders.ts";
import { sendersOf } from "./store.ts";

/** A deposit about to be treated; `sourceAddress` is unknown where the chain does not tell its sender. */
export type Screened = { id: string; network: Network; sourceAddress: string | undefined };

/** Whether a deposit's sender forbids treating it. What says yes writes down why, in the same transaction. */
export type Screener = (db: Db, deposit: Screened) => Promise<boolean>;

declare module "#lib/kernel/app.ts" {
  interface Adapters {
    /** Absent: the imported list decides. */
    screener?: Screener;
  }
}

/** Compares the sender, or all that a transaction has, with the newest imported list (rulebook 7.22). */
export const byList: Screener = async (db, { id, network, sourceAddress }) => {
  const senders = sourceAddress === undefined ? await sendersOf(db, id) : [sourceAddress];
  return (await writeListed(db, { depositId: id, network, addresses: senders })) > 0;
};

export const screenerOf = ({ screener }: App): Screener => screener ?? byList;
