import type { Db } from "#lib/kernel/database.ts";

/** The same database, and how many statements it has been asked for through this client. */
export function counted(client: Db): { db: Db; statements(): number } {
  let statements = 0;
  const db = new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        statements += 1;
        return Reflect.apply(value, target, given);
      };
    },
  });
  return { db, statements: () => statements };
}
