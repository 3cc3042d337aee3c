import type { App } from "#lib/kernel/app.ts";
import { linkPurpose } from "#lib/mail/queue-mail.ts";

/** The app as it is with a mail server: letters wait in their queue, where {@link lastLink} reads them. */
export const withMail = (app: App): App => ({ ...app, env: { ...app.env, smtpUrl: "smtp://localhost:9" } });

/** The token of the one-time link in the last letter to somebody, as its reader finds it. */
export async function lastLink(app: App, email: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: string; link_sealed: Buffer | null }>(
    "select id, link_sealed from mail where recipient = $1 and body like '%[link]%' order by made_at desc, id desc limit 1",
    [email],
  );
  const [letter] = rows;
  if (!letter?.link_sealed) throw new Error(`no letter with a link waits for ${email}`);
  return app.secrets.open(linkPurpose(letter.id), letter.link_sealed).split("#")[1] ?? "";
}

/** The letters of a subject, in the order in which they were queued. */
export async function lettersOf(app: App, subject: RegExp): Promise<{ recipient: string; subject: string }[]> {
  const { rows } = await app.database.pool.query<{ recipient: string; subject: string }>(
    "select recipient, subject from mail order by made_at, id",
  );
  return rows.filter((row) => subject.test(row.subject));
}
