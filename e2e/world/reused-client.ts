import type { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient as Client } from "../../lib/generated/prisma/client.ts";

// What takes the place of Prisma's generated client in tests on a database: the same client, used again when a world has ended and
// led to the next world's database. A new one reads the whole schema and compiles each query again, which took a third
// of what such a test takes. What was closed stays closed: nothing of one world reaches the next.

export { Prisma } from "../../lib/generated/prisma/client.ts";

type Factory = Pick<PrismaPg, "connect">;
type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Options = { adapter: Factory } & Record<string, unknown>;
type Reused = { client: Client; lead(to: Factory): void; leave(): Promise<void> };

/** Those that nobody uses, by what else they were made with. */
const idle = new Map<string, Reused[]>();

/** Called with `new`, as the class it stands for. */
export function PrismaClient({ adapter, ...others }: Options): Client {
  const kind = JSON.stringify(others);
  const { client, lead, leave } = idle.get(kind)?.pop() ?? made(others);
  lead(adapter);
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= leave().then(() => void idle.set(kind, [...(idle.get(kind) ?? []), { client, lead, leave }]));
    return ended;
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "$disconnect") return end;
      if (ended && typeof name === "string") throw new Error("this world's database is closed");
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function made(options: Record<string, unknown>): Reused {
  let here: Promise<Adapter> | undefined;
  const adapter = async (): Promise<Adapter> => {
    if (!here) throw new Error("no database");
    return here;
  };
  const factory = {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: async () => ({
      provider: "postgres",
      adapterName: "@prisma/adapter-pg",
      getConnectionInfo: () => ({ supportsRelationJoins: true }),
      queryRaw: async (query: Parameters<Adapter["queryRaw"]>[0]) => (await adapter()).queryRaw(query),
      executeRaw: async (query: Parameters<Adapter["executeRaw"]>[0]) => (await adapter()).executeRaw(query),
      executeScript: async (script: string) => (await adapter()).executeScript(script),
      startTransaction: async (level: Parameters<Adapter["startTransaction"]>[0]) =>
        (await adapter()).startTransaction(level),
      dispose: async () => undefined,
    }),
  };
  return {
    client: new Client({ ...options, adapter: factory } as unknown as ConstructorParameters<typeof Client>[0]),
    lead(to) {
      here = to.connect();
    },
    async leave() {
      const left = here;
      here = undefined;
      await (await left)?.dispose();
    },
  };
}
