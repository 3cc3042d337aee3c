import type pg from "pg";
import type { Api } from "#e2e/world/api.ts";
import type { Key } from "#e2e/world/client.ts";
import { rulerOf } from "./clock.ts";

/** What one action has left behind, wherever it is; names of accounts in the place of their ids, `house` where there is none. */
export type Wrote = {
  /** `action by actor, of account`. */
  audit?: readonly string[];
  /** `type, of account`. */
  events?: readonly string[];
  /** `event type, to account`. */
  deliveries?: readonly string[];
  /** `event, of account`. */
  ledger?: readonly string[];
  /** `accounts of the recipient: subject`. */
  mails?: readonly string[];
  /** `+KIND` opened, `-KIND` closed, with the account. */
  cases?: readonly string[];
  /** `table+n` rows more, `table-n` fewer, `table~` others than before. */
  tables?: readonly string[];
};

/** Of each request and each tick, whoever makes it. */
const NOISE = [
  "request_log",
  "rate_budget",
  "nonce",
  "spent_challenge",
  "sign_in_try",
  "worker_heartbeat",
  "state_transition",
  // What bills promise, added up whenever nobody else is at work; the check of the books counts it again.
  "promise_delta",
  "promise_fold",
  "promise_sum",
  "promise_total",
  // Sums of what is listed itself, which the check of the books counts again.
  "bill_amount_day",
  "bill_day",
  "bill_day_reach",
  "delivery_day",
  "sandbox_traded",
  "wallet_block",
  // How old what the book holds is: a lot goes when it is sold, whichever action sells it.
  "book_lot",
  // What a transaction has entered, gone when it is proven.
  "ledger_unproven",
];
const VOLATILE = "{last_used_at,seen_at,scanned_at,read_at,next_block_wall,sold_tx}";

/** Where a row is made by whoever needs it first: others than before, whether there is one more or not. */
const LAZY = ["ledger_account", "book_position", "venue_day"];

type Row = { id: string; word: string };
type Picture = {
  audit: Row[];
  events: Row[];
  deliveries: Row[];
  ledger: Row[];
  mails: Row[];
  cases: Map<string, number>;
  tables: Map<string, { count: number; hash: string }>;
};

const OF = "coalesce((select name from account a where a.id = t.account_id), 'house')";
const LISTS = {
  audit: `select seq::text as id, action || ' by ' || regexp_replace(actor, '^(key|staff):.*', '\\1') || ', of ' || ${OF} as word from audit t order by seq`,
  events: `select seq::text as id, type || ', of ' || ${OF} as word from event t order by seq`,
  deliveries: `select d.id::text, e.type || ', to ' || (select name from account where id = w.account_id) as word
    from webhook_delivery d join event e on e.seq = d.event_seq join webhook_endpoint w on w.id = d.endpoint_id order by e.seq`,
  ledger: `select id::text, event || ', of ' || ${OF} as word from ledger_transaction t order by at, id`,
  mails: `select m.id::text, coalesce((select string_agg(a.name, ' ' order by a.name) from staff_user u join membership s on s.user_id = u.id
    join account a on a.id = s.account_id where u.email = m.recipient), 'nobody') || ': ' || subject as word from mail m order by made_at, id`,
} as const;

export type Observer = {
  ruler: pg.Client;
  /** Does the action and answers what it has written. */
  watch(command: () => Promise<unknown>): Promise<Wrote>;
  close(): Promise<void>;
};

/** Watches all tables of a world; `keys` open the cases of each account by its name. */
export async function openObserver(api: Api, keys: Readonly<Record<string, Key>>): Promise<Observer> {
  const ruler = await rulerOf(api.app);
  const { rows } = await ruler.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like '\\_prisma%' order by 1",
  );
  const tables = rows.map(({ name }) => name).filter((name) => !NOISE.includes(name));
  const counts = tables
    .map(
      (name) => `select '${name}' as name, count(*)::integer as count,
        coalesce(sum(hashtextextended((to_jsonb(t) - '${VOLATILE}'::text[])::text, 0)::numeric), 0)::text as hash from ${name} t`,
    )
    .join(" union all ");
  const list = async (sql: string) => (await ruler.query<Row>(sql)).rows;
  async function casesOf(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const [account, key] of Object.entries(keys)) {
      const summary = await api.get("/manage/v1/cases/summary", { key });
      for (const { kind, count } of summary.as<{ byKind: { kind: string; count: number }[] }>().byKind)
        found.set(`${kind}, of ${account}`, count);
    }
    return found;
  }
  async function picture(): Promise<Picture> {
    const cases = await casesOf();
    const { rows: found } = await ruler.query<{ name: string; count: number; hash: string }>(
      // Many branches are read in parallel, in any order.
      `select * from (${counts}) c order by name collate "C"`,
    );
    return {
      audit: await list(LISTS.audit),
      events: await list(LISTS.events),
      deliveries: await list(LISTS.deliveries),
      ledger: await list(LISTS.ledger),
      mails: await list(LISTS.mails),
      cases,
      tables: new Map(found.map(({ name, count, hash }) => [name, { count, hash }])),
    };
  }
  return {
    ruler,
    async watch(command) {
      const before = await picture();
      await command();
      return difference(before, await picture());
    },
    close: () => ruler.end(),
  };
}

function difference(before: Picture, after: Picture): Wrote {
  const added = (of: "audit" | "events" | "deliveries" | "ledger" | "mails") => {
    const known = new Set(before[of].map(({ id }) => id));
    return after[of].filter(({ id }) => !known.has(id)).map(({ word }) => word);
  };
  const cases = [...new Set([...before.cases.keys(), ...after.cases.keys()])].sort().flatMap((name) => {
    const more = (after.cases.get(name) ?? 0) - (before.cases.get(name) ?? 0);
    return more === 0 ? [] : [`${more > 0 ? "+" : "-"}${name}`];
  });
  const byName = [...after.tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const tables = byName.flatMap(([name, { count, hash }]) => {
    const was = before.tables.get(name);
    const more = count - (was?.count ?? 0);
    if (more !== 0 && !LAZY.includes(name)) return [`${name}${more > 0 ? "+" : ""}${more}`];
    return hash === was?.hash ? [] : [`${name}~`];
  });
  const all: Wrote = {
    audit: added("audit"),
    events: added("events"),
    deliveries: added("deliveries"),
    ledger: added("ledger").sort(),
    mails: added("mails").sort(),
    cases,
    tables,
  };
  return Object.fromEntries(Object.entries(all).filter(([, lines]) => lines.length > 0));
}
