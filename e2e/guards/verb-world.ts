import { type Api, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { ApiRequest, Got, Key } from "#e2e/world/client.ts";
import { openReceiver, type Receiver } from "#e2e/world/receiver.ts";
import { finishExports } from "#lib/exports/write-export.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { BESIDE, LETTERS, NODES, PROOFS, TASKS, UPKEEP } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { until } from "./until.ts";
import { type Observer, openObserver } from "./written.ts";

/** An action of the program. Its name is the operation's, the task's or the command's, and what is special about it. */
export type Verb<T> = {
  name: string;
  prepare?(world: VerbWorld): Promise<T>;
  run(world: VerbWorld, on: T): Promise<unknown>;
};
/** One verb, with what it is done on. */
export const verb = <T>(of: Verb<T>): Verb<unknown> => of as Verb<unknown>;

/** A sandbox in which `acme` does the actions, and `other` has the same of everything and must never notice. */
export type VerbWorld = {
  api: Api;
  observer: Observer;
  /** Everything by the operator's own context, for `acme`. */
  operator: Ctx;
  worker: Ctx;
  admin: Partial<ApiRequest>;
  second: Partial<ApiRequest>;
  /** Two administrators of the house. */
  house: Partial<ApiRequest>;
  another: Partial<ApiRequest>;
  other: Key;
  receiver: Receiver;
  send(method: string, target: string, body?: object, who?: Partial<ApiRequest>): Promise<Got>;
  control(name: string, body?: object): Promise<Got>;
  /** One task or upkeep, until it finds nothing more to do. */
  task(name: string): Promise<void>;
  /** All due work. */
  settle(): Promise<void>;
  later(ms: number): Promise<void>;
  /** A bill that is paid, confirmed and treated. */
  paid(more?: object, quantity?: number): Promise<MadeBill>;
  held(): Promise<{ bill: MadeBill; txId: string; caseId: string }>;
  invoice(): Promise<string>;
  /** Waits until a file is written. */
  written(exportId: string): Promise<void>;
  one<Row>(sql: string, values?: unknown[]): Promise<Row>;
  close(): Promise<void>;
};

const MOST_ROUNDS = 20;

export async function openVerbWorld(): Promise<VerbWorld> {
  const api = await openApi({ alone: true });
  await api.plainPrices();
  const other = await api.newKey({ account: "other" });
  const receiver = await openReceiver();
  // With a mail server named, letters are queued; nothing of this test sends them.
  Object.assign(api.app.env, { smtpUrl: "smtp://127.0.0.1:1" });
  for (const key of [api.key, other]) await api.post("/manage/v1/webhook-endpoints", { url: receiver.url }, { key });
  await api.bill({}, other);
  await api.settle();
  const observer = await openObserver(api, { acme: api.key, other });
  const { rows } = await observer.ruler.query<{ id: string; name: string }>(
    "select id, name from account where name = 'acme'",
  );
  const world: VerbWorld = {
    api,
    observer,
    operator: contextFor(api.app, { actor: { kind: "operator" }, account: rows[0], requestId: "test" }),
    worker: contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" }),
    admin: await api.staff("admin"),
    second: await api.staff("admin"),
    house: await api.staffOfHouse("admin"),
    another: await api.staffOfHouse("admin"),
    other,
    receiver,
    send: async (method, target, body, who = {}) =>
      expectWell(await api.send({ method, target, ...(body && { body }), ...who })),
    control: async (name, body) => expectWell(await api.post(`/sandbox/v1/${name}`, body)),
    async task(name) {
      if (name === "spread-events") await until(() => readable(observer));
      const found = [...TASKS, ...UPKEEP, ...LETTERS, ...NODES, ...PROOFS, ...BESIDE].filter(
        (each) => each.name === name,
      );
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const { done, failed } = await runTick(world.worker, found);
        if (failed > 0) throw new Error(`${name} failed`);
        if (done === 0) return;
      }
    },
    settle: () => api.settle(),
    later: async (advanceMs) => void (await api.control("clock", { advanceMs })),
    async paid(more, quantity) {
      const bill = await api.bill(more);
      await api.control("deposits", {
        address: bill.deposit_address,
        quantity: quantity ?? bill.quantity,
        confirmations: 20,
      });
      await api.settle();
      return bill;
    },
    async held() {
      await api.settings({ depositLimit: "0.0001" });
      const bill = await world.paid();
      await api.settings({ depositLimit: "default" });
      const txId = String((await api.payment(bill.paymentId)).deposits[0]?.txId);
      return { bill, txId, caseId: `held-${txId}` };
    },
    async invoice() {
      const { paymentId } = await world.paid({ strategy: "RAI" });
      const quantity = (await api.payment(paymentId)).quantityUnconverted;
      const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items: [{ paymentId }] };
      const { invoiceId } = (await world.send("POST", "/payment/v1/conversion", input)).as<{ invoiceId: string }>();
      await api.settle();
      return invoiceId;
    },
    async written(exportId) {
      const state = () => world.one<{ status: string }>("select status from export_job where id = $1", [exportId]);
      await until(async () => {
        await world.task("begin-exports");
        await finishExports(api.app);
        return (await state()).status === "READY";
      });
    },
    one: async <Row>(sql: string, values: unknown[] = []) => (await observer.ruler.query(sql, values)).rows[0] as Row,
    async close() {
      await observer.close();
      await api.close();
      await receiver.close();
    },
  };
  return world;
}

function expectWell(got: Got): Got {
  if (got.status !== 200 && got.status !== 202) throw new Error(`answered ${got.status}: ${got.text}`);
  return got;
}

/** Whether every event can be read: those of a transaction younger than any that is open in the whole server wait for it. */
async function readable({ ruler }: Observer): Promise<boolean> {
  const { rowCount } = await ruler.query(
    "select from event where tx >= pg_snapshot_xmin(pg_current_snapshot()) limit 1",
  );
  return rowCount === 0;
}
