import pg from "pg";
import type { Program } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { ownerUrl } from "./inside.ts";

/** What the floor of creates is given: it writes rows as long as the program's. */
export type FloorOfCreates = {
  like: LikeABill;
  /** By the id of the key that calls. */
  accounts: Record<string, string>;
  /** Of the first address that lies ready, and all above it. */
  firstIndex: number;
  /** Keys are sent again: each is looked up first. */
  again: boolean;
  path: string;
};

/** Of a real bill, as the program has written it. */
type LikeABill = { priceInputs: string; record: string };

/** Makes a bill in the program and reads what came of it. */
export async function likeABill(
  program: Program,
  key: { keyId: string; secret: string },
  target: string,
  body: object,
): Promise<LikeABill> {
  const made = await pspClient(program.url, key)({ method: "POST", target, body, idempotencyKey: "like" });
  if (made?.status !== 200) throw new Error(`the program makes no bill: ${made?.text}`);
  const client = new pg.Client(ownerUrl(program));
  await client.connect();
  try {
    const { rows } = await client.query<LikeABill>(
      `select b.price_inputs::text as "priceInputs", e.data as record from bill b join event e on e.object_id = b.id where b.id = $1`,
      [made.body["paymentId"]],
    );
    if (!rows[0]) throw new Error("the bill that was made is not there");
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Addresses on the floor beyond any that were derived. */
export const FIRST_FLOOR_INDEX = 1_000_000;

/** Lays so many addresses ready in the floor's database, of no keys: the floor derives none. */
export async function layAddresses(floorUrl: string, count: number): Promise<void> {
  const client = new pg.Client(floorUrl);
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query(
      `insert into deposit_address (id, wallet_id, index, network, address, script)
       select gen_random_uuid(), w.id, i, 'bitcoin', 'bc1q' || lpad(i::text, 38, '0'), '0014' || lpad(i::text, 40, '0')
       from wallet w, generate_series($1::int, $2::int) i where w.kind = 'BTC_P2WPKH' and w.active`,
      [FIRST_FLOOR_INDEX, FIRST_FLOOR_INDEX + count - 1],
    );
    await client.query("analyze deposit_address");
  } finally {
    await client.end();
  }
}
