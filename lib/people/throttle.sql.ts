// Written from throttle.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type CountTryValues = {
  name: Uint8Array;
  seconds: number;
};
type CountTryRow = {
  tries: number;
};
export const countTry = query<CountTryValues, CountTryRow>({
  text: () => `insert into sign_in_try as t (name, tries) values ($1, 1)
on conflict (name) do update set
  tries = case when t.since <= clock_timestamp() - make_interval(secs => $2) then 1 else t.tries + 1 end,
  since = case when t.since <= clock_timestamp() - make_interval(secs => $2) then clock_timestamp() else t.since end
returning tries`,
  values: ["name", "seconds"],
});

type DeleteOldAttemptsValues = {
  olderThanSeconds: number;
};
export const deleteOldAttempts = command<DeleteOldAttemptsValues>({
  text: () => `delete from sign_in_try where name in (
  select name from sign_in_try where since < clock_timestamp() - make_interval(secs => $1)
  order by since limit 5000)`,
  values: ["olderThanSeconds"],
});

type WhoSignsInValues = {
  device?: Uint8Array | null | undefined;
  days: number;
  address?: string | null | undefined;
  email: string;
};
type WhoSignsInRow = {
  id: string | null;
  email: string | null;
  name: string | null;
  password_hash: string | null;
  device_known: boolean;
  address_known: boolean;
};
export const whoSignsIn = query<WhoSignsInValues, WhoSignsInRow>({
  text: () => `select u.id, u.email, u.name, u.password_hash,
  exists (select from staff_session s where s.user_id = u.id and s.device_digest = $1::bytea
    and s.created_at > clock_timestamp() - make_interval(days => $2)) as "device_known",
  exists (select from staff_session s where s.user_id = u.id and s.client_address = $3::text
    and s.created_at > clock_timestamp() - make_interval(days => $2)) as "address_known"
from (select $4::text as email) given
left join staff_user u on u.email = given.email and u.disabled_at is null`,
  values: ["device", "days", "address", "email"],
});

type IsNewPlaceValues = {
  sessionId: string;
};
type IsNewPlaceRow = {
  isNew: boolean;
};
/** Whether neither this session nor another of its browser has ever shown the person's second factor. */
export const isNewPlace = query<IsNewPlaceValues, IsNewPlaceRow>({
  text: () => `select not exists (
  select from staff_session s join staff_session p on p.user_id = s.user_id and p.proven_at is not null
    and (p.id = s.id or p.device_digest = s.device_digest)
  where s.id = $1::uuid) as "isNew"`,
  values: ["sessionId"],
});
