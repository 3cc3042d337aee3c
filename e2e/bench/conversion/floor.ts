import pg from "pg";

/** What a plain program needs on the same server: so many rows in one transaction, in milliseconds. */
export type Floor = { write(rows: number): Promise<number>; close(): Promise<void> };

/** A temporary table without triggers, its rows as wide as a posting: the least that writing so much can cost. */
export async function openFloor(url: string): Promise<Floor> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    "create temporary table floor (id bigint generated always as identity primary key, of uuid, units numeric(78, 0), told text, at timestamptz)",
  );
  return {
    async write(rows) {
      const units = Array.from({ length: rows }, (_row, at) => String(199_000 + at));
      const started = performance.now();
      await client.query("begin");
      await client.query(
        "insert into floor (of, units, told, at) select gen_random_uuid(), u, 'available', now() from unnest($1::numeric[]) u",
        [units],
      );
      await client.query("commit");
      return performance.now() - started;
    },
    close: () => client.end(),
  };
}
