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

/** A regular expression, for JavaScript and PostgreSQL alike, that finds any of these texts. */
export const anyOf = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");

/** Finds the first canary in a text. */
export function listenerFor(canaries: readonly string[]): (text: string) => string | undefined {
  const any = new RegExp(anyOf(canaries), "i");
  return (text) => any.exec(text)?.[0];
}
