import { PrismaPg } from "@prisma/adapter-pg";

/**
 * Prisma's way to PostgreSQL, on which the statements of a transaction wait for one another: Prisma asks for several
 * relations of what it reads at once, but a connection answers one statement after the other. pg queues them with a
 * warning, and from its version 9 on refuses them.
 */
export class InTurn extends PrismaPg {
  override async connect(): ReturnType<PrismaPg["connect"]> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => {
      const opened = await start(level);
      let last: Promise<unknown> = Promise.resolve();
      const inTurn =
        <Query, Answer>(ask: (query: Query) => Promise<Answer>) =>
        (query: Query): Promise<Answer> => {
          const answer = last.then(() => ask(query));
          last = answer.catch(() => undefined);
          return answer;
        };
      opened.queryRaw = inTurn(opened.queryRaw.bind(opened));
      opened.executeRaw = inTurn(opened.executeRaw.bind(opened));
      return opened;
    };
    return adapter;
  }
}
