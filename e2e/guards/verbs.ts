import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openVerbWorld, type Verb, type VerbWorld } from "./verb-world.ts";
import { WROTE } from "./wrote.ts";

/** Does each verb once in one world and compares all it has written with the table; then who may read of it. */
export function tryVerbs(verbs: readonly Verb<unknown>[]): void {
  let world: VerbWorld;
  beforeAll(async () => {
    world = await openVerbWorld();
  });
  afterAll(async () => {
    expect(await world?.api.broken()).toEqual([]);
    await world?.close();
  });

  test.each(verbs.map((of) => [of.name, of] as const))("%s", async (name, of) => {
    await world.settle();
    const on = await of.prepare?.(world);
    expect(await world.observer.watch(() => of.run(world, on))).toEqual(WROTE[name]);
  });

  describe("what was written is read by its own account alone", () => {
    const LISTS = {
      audit: "select count(*) from audit where account_id = $1",
      conversions: "select count(*) from conversion where account_id = $1",
      payments: "select count(*) from bill where account_id = $1",
      statement:
        "select count(*) from posting p join ledger_account l on l.id = p.ledger_account_id where l.account_id = $1",
    } as const;
    const accountOf = (name: string) => world.one<{ id: string }>("select id from account where name = $1", [name]);
    const keyOf = (name: string) => (name === "acme" ? world.api.key : world.other);

    test.each(["acme", "other"])("%s: events, each once and in the order they were written", async (name) => {
      const { id } = await accountOf(name);
      const readAll = async () => {
        const read: string[] = [];
        for (let cursor = "", more = true; more; ) {
          const got = await world.api.get(`/manage/v1/events?limit=500${cursor}`, { key: keyOf(name) });
          const page = got.as<{ data: { id: string }[]; cursor: string; hasMore: boolean }>();
          read.push(...page.data.map((event) => event.id));
          cursor = `&cursor=${page.cursor}`;
          more = page.hasMore;
        }
        return read;
      };
      const { rows } = await world.observer.ruler.query<{ id: string }>(
        "select id from event where account_id = $1 order by tx, seq",
        [id],
      );
      // Events are read behind the oldest open transaction of the server, which may be another test's.
      await expect.poll(readAll, { timeout: 60_000 }).toEqual(rows.map((row) => row.id));
    });

    test.each(
      ["acme", "other"].flatMap((name) => Object.entries(LISTS).map(([list, sql]) => [name, list, sql] as const)),
    )("%s: the file of the list %s holds all of its rows", async (name, list, sql) => {
      const { id } = await accountOf(name);
      const { created } = await world.one<{ created: string }>(
        "select floor(extract(epoch from least(min(created_at), business_now() - interval '80 days')) * 1000)::bigint::text as created from bill",
      );
      const start = Number(created);
      const filter = list === "conversions" ? { startTime: new Date(start).toISOString() } : { startTime: start };
      const { count } = await world.one<{ count: string }>(sql, [id]);
      const got = await world.api.post("/manage/v1/exports/count", { list, filter }, { key: keyOf(name) });
      expect(got.as<{ count: number }>().count).toBe(Number(count));
      const input = { list, format: "csv", filter };
      const { exportId } = (await world.send("POST", "/manage/v1/exports", input, { key: keyOf(name) })).as<{
        exportId: string;
      }>();
      await world.written(exportId);
      const file = await world.api.get(`/manage/v1/exports/${exportId}/file`, { key: keyOf(name) });
      const lines = file.text.trimEnd().split("\r\n").length - 1;
      expect(lines).toBe(Number(count));
      const stranger = name === "acme" ? "other" : "acme";
      const theirs = await world.api.get(`/manage/v1/exports/${exportId}/file`, { key: keyOf(stranger) });
      expect(theirs.status).toBe(404);
    });
  });
}
