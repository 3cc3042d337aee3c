import type pg from "pg";

/** Each names one record of the account and nothing else in the world. */
const CANARIES = `
  select id::text as text from account where id = $1
  union select name from account where id = $1
  union select unnest(array[id::text, address, address_key]) from bill where account_id = $1
  union select unnest(array[id::text, tx_hash]) from deposit where account_id = $1
  union select id::text from conversion where account_id = $1
  union select id::text from payout where account_id = $1
  union select id::text from approval where account_id = $1
  union select id::text from api_key where account_id = $1
  union select id::text from webhook_endpoint where account_id = $1
  union select id::text from export_job where account_id = $1
  union select id::text from saved_view where account_id = $1
  union select id::text from event where account_id = $1
  union select id::text from ledger_transaction where account_id = $1
  union select id::text from case_entry where account_id = $1
  union select id::text from request_log where account_id = $1
  union select unnest(array[id::text, xpub]) from wallet where account_id = $1
  union select unnest(array[id::text, email]) from staff_user where id in (select user_id from membership where account_id = $1)`;

/** The texts by which anything of an account is known wherever it turns up. */
export async function canariesOf(client: pg.Client, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string | null }>(CANARIES, [accountId]);
  return rows.flatMap(({ text }) => (text === null || text === "" ? [] : [text]));
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Finds the first canary in a text, in whatever case. Most are identifiers, which are looked up; the others are searched for. */
export function listenerFor(canaries: readonly string[]): (text: string) => string | undefined {
  const known = canaries.map((text) => text.toLowerCase());
  const isId = (text: string) => text.match(UUID)?.[0] === text;
  const ids = new Set(known.filter(isId));
  const others = known.filter((text) => !isId(text));
  return (text) => {
    const low = text.toLowerCase();
    return low.match(UUID)?.find((id) => ids.has(id)) ?? others.find((other) => low.includes(other));
  };
}
