import type { Db } from "#lib/kernel/database.ts";

export type NewMail = { id: string; recipient: string; subject: string; body: string };

export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db.mail.create({ data: mail, select: { id: true } });
}

export type DueMail = NewMail & { tries: number };

/** Takes due mail and puts its next try off, so that no other process sends it meanwhile. */
export function takeDueMail(db: Db, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  return db.$queryRaw<DueMail[]>`
    update mail m set tries = m.tries + 1, next_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from (select id from mail where next_at <= clock_timestamp() order by next_at limit ${limit} for update skip locked) due
    where m.id = due.id returning m.id, m.recipient, m.subject, m.body, m.tries`;
}

export async function markSent(db: Db, id: string): Promise<void> {
  await db.$executeRaw`update mail set sent_at = clock_timestamp(), next_at = null, error = null where id = ${id}::uuid`;
}

/** Keeps why it was not sent; without a wait it is given up. */
export async function markFailed(db: Db, id: string, error: string, waitSeconds: number | undefined): Promise<void> {
  await db.$executeRaw`
    update mail set error = ${error}, next_at = clock_timestamp() + make_interval(secs => ${waitSeconds ?? null}::double precision)
    where id = ${id}::uuid`;
}

/** Addresses of those who administrate an account and may sign in. */
export async function adminAddresses(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ email: string }[]>`
    select u.email from membership m join staff_user u on u.id = m.user_id
    where m.account_id = ${accountId}::uuid and m.role = 'admin' and u.disabled_at is null order by u.email`;
  return rows.map(({ email }) => email);
}
