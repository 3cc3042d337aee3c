import type { SelfTest } from "#e2e/world/planted.ts";

const only = (part: string): string[] => ["--only", part];

/** What the outage must find: events lost, sent too early, too often, without record or to another. */
export const selfTest: SelfTest = {
  args: only("schedule,lease"),
  seeds: 1,
  faults: [
    {
      name: "tries come after half their delay",
      args: only("schedule"),
      plants: [
        {
          file: "lib/webhooks/retry.ts",
          old: "Math.round(delay * (1 - JITTER * chance))",
          new: "Math.round(delay * 0.5 * (1 - JITTER * chance))",
        },
      ],
    },
    {
      name: "tries come a minute before they are due",
      args: only("schedule"),
      plants: [
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: "where d.endpoint_id = w.id and d.next_at <= business_now() and (d.leased_until",
          new: "where d.endpoint_id = w.id and d.next_at <= business_now() + interval '1 minute' and (d.leased_until",
        },
      ],
    },
    {
      name: "the schedule ends a step too soon",
      args: only("schedule"),
      plants: [{ file: "lib/webhooks/retry.ts", old: "  20 * HOUR,\n  24 * HOUR,\n", new: "  20 * HOUR,\n" }],
    },
    {
      name: "tries that failed are not on record",
      args: only("schedule"),
      plants: [
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: 'union all select 2, delivery, "statusCode", error, "durationMs", response from outcome',
          new: 'union all select 2, delivery, "statusCode", error, "durationMs", response from outcome where delivered',
        },
      ],
    },
    {
      name: "what was delivered is sent again",
      args: only("schedule"),
      plants: [
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: "next_at = case when o.delivered then null else",
          new: "next_at = case when o.delivered then business_now() + interval '1 hour' else",
        },
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: "status = case when o.delivered then 'DELIVERED' when",
          new: "status = case when o.delivered then 'PENDING' when",
        },
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: "delivered_at = case when o.delivered then business_now() else d.delivered_at end",
          new: "delivered_at = d.delivered_at",
        },
      ],
    },
    {
      name: "events go to the endpoints of every account",
      args: only("schedule"),
      plants: [
        {
          file: "lib/webhooks/fan-out.sql.ts",
          old: "join webhook_endpoint w on w.account_id = b.account_id",
          new: "join webhook_endpoint w on true",
        },
      ],
    },
    {
      name: "a lease keeps nobody from sending",
      args: only("lease"),
      plants: [
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: "and (d.leased_until is null or d.leased_until <= clock_timestamp())",
          new: "and (d.leased_until is null or d.leased_until > clock_timestamp() - interval '1 day')",
        },
      ],
    },
    {
      name: "a lease never runs out",
      args: only("lease"),
      plants: [
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: "and (d.leased_until is null or d.leased_until <= clock_timestamp())",
          new: "and d.leased_until is null",
        },
      ],
    },
    {
      name: "a dead worker's try is not on record",
      args: only("lease"),
      plants: [
        { file: "lib/webhooks/delivery.sql.ts", old: "from due where lost is not null", new: "from due where false" },
      ],
    },
    {
      name: "one event in eleven is never handed on",
      args: only("away"),
      plants: [
        {
          file: "lib/webhooks/fan-out.sql.ts",
          old: "w.created_at <= b.at and b.type <> $4",
          new: "w.created_at <= b.at and b.seq % 11 <> 0 and b.type <> $4",
        },
      ],
    },
  ],
};
