import { randomUUID } from "node:crypto";
import pg from "pg";
import { Decimal } from "#lib/kernel/decimal.ts";
import { definitionOf } from "#lib/settings/definitions.ts";
import { parseJson } from "#lib/kernel/json.ts";
import { pspClient } from "../psp.ts";
import type { Program } from "../program.ts";

export const NETWORKS = ["bitcoin", "bitcoincash", "eth", "tron"] as const;

/** A bill as it was answered, its numbers exact. */
export type Made = { paymentId: string; deposit_address: string; quantity: Decimal };

/** Asks the manage routes with a signed-in person's session; what it answers must be a success. */
export type Staff = (method: "GET" | "POST" | "PATCH", path: string, body?: object) => Promise<unknown>;

/** A PSP, a payer, a treasurer and the sandbox's levers in one: what brings a world to its states. */
export type Hands = {
  staff: Staff;
  control(name: string, body?: object): Promise<unknown>;
  settings(values: Record<string, number | string>): Promise<unknown>;
  /** Makes bills, each for a subaccount of its name. */
  bills<Name extends string>(wanted: Readonly<Record<Name, object>>): Promise<Record<Name, Made>>;
  /** A payer sends, the whole quantity unless another is said; nothing is mined. Answers the transaction's hash. */
  send(bill: Made, quantity?: string, more?: object): Promise<string>;
  payment(bill: Made): Promise<{ deposits: { txId: string }[] }>;
  /** One conversion of all that is free on the bills of these subaccounts. Answers its id. */
  convert(subaccounts: readonly string[]): Promise<string>;
  quote(invoiceId: string): Promise<void>;
  execute(invoiceId: string): Promise<void>;
  cancel(invoiceId: string): Promise<void>;
  /** Nothing in the product ends so yet: the row is written as it would be. */
  fail(invoiceId: string, reason: string): Promise<void>;
  /** Keeps the worker from looking up the order of a conversion whose outcome is not known. */
  stall(invoiceId: string): Promise<void>;
  /** Reads the database as its owner. */
  rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

type Answered = Record<string, unknown>;

export async function openHands(program: Program, staff: Staff): Promise<Hands> {
  const psp = pspClient(program.url, program.demo);
  const owner = new pg.Client(program.database?.ownerUrl);
  await owner.connect();
  const call = async (method: "GET" | "POST" | "DELETE", target: string, body?: object, also: number[] = []) => {
    const idempotencyKey = randomUUID();
    const ask = () => psp({ method, target, idempotencyKey, ...(body && { body }) });
    const reply = (await ask()) ?? (await ask()) ?? (await ask());
    if (!reply || ![200, ...also].includes(reply.status)) throw new Error(`${method} ${target}: ${reply?.text}`);
    return parseJson(reply.text) as Answered;
  };
  const isOfHouse = (name: string) => definitionOf(name)?.owner.startsWith("house") === true;
  const rows: Hands["rows"] = async (sql, values = []) => (await owner.query(sql, values)).rows;
  return {
    staff,
    rows,
    control: (name, body = {}) => call("POST", `/sandbox/v1/${name}`, body),
    async settings(values) {
      const own = Object.entries(values).filter(([name]) => !isOfHouse(name));
      const house = Object.entries(values).filter(([name]) => isOfHouse(name));
      if (own.length > 0) await staff("PATCH", "/manage/v1/settings", Object.fromEntries(own));
      if (house.length > 0) await staff("PATCH", "/house/v1/settings", Object.fromEntries(house));
    },
    async bills(wanted) {
      const made: [string, Made][] = [];
      for (const [subaccount, input] of Object.entries<object>(wanted)) {
        const body = { subaccount, ...input };
        made.push([subaccount, (await call("POST", "/payment/v1/requestPaymentAddress", body)) as unknown as Made]);
      }
      return Object.fromEntries(made) as Record<keyof typeof wanted, Made>;
    },
    async send({ deposit_address: address, quantity }, sent, more = {}) {
      const body = { address, quantity: Number(sent ?? quantity.toString()), ...more };
      return String((await call("POST", "/sandbox/v1/deposits", body))["txHash"]);
    },
    async payment({ paymentId }) {
      const { data } = await call("GET", `/payment/v1/payment?paymentId=${paymentId}`);
      return (data as { deposits: { txId: string }[] }[])[0] ?? { deposits: [] };
    },
    async convert(subaccounts) {
      const found = await rows<{ id: string; crypto: string; fiat: string; free: string }>(
        `select id, crypto, fiat, ((unconverted_units - locked_units - reserved_units) / case crypto when 'BTC' then 1e8 when 'BCH' then 1e8 else 1e6 end)::text as free
         from bill where subaccount = any($1) order by id`,
        [subaccounts],
      );
      const quantity = found.reduce((sum, { free }) => sum.plus(Decimal.from(trimmed(free))), Decimal.ZERO);
      const body = {
        baseSymbol: found[0]?.crypto,
        quoteSymbol: found[0]?.fiat,
        quantity: Number(quantity.toString()),
        items: found.map(({ id }) => ({ paymentId: id })),
      };
      return String((await call("POST", "/payment/v1/conversion", body))["invoiceId"]);
    },
    quote: async (invoiceId) => void (await call("POST", "/payment/v1/conversion/quote", { invoiceId })),
    execute: async (invoiceId) => void (await call("POST", "/payment/v1/conversion/execute", { invoiceId }, [409])),
    cancel: async (invoiceId) => void (await call("DELETE", "/payment/v1/conversion", { invoiceId })),
    async fail(invoiceId, reason) {
      await rows("alter table conversion disable trigger user");
      const sql = "update conversion set status = 'FAILED', cancelled_at = null, last_error = $2 where id = $1";
      await rows(sql, [invoiceId, reason]);
      await rows("alter table conversion enable trigger user");
    },
    async stall(invoiceId) {
      await rows(
        "update venue_order set next_at = next_at + interval '1 day', deadline = deadline + interval '1 day' where conversion_id = $1",
        [invoiceId],
      );
    },
    close: () => owner.end(),
  };
}

const trimmed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
