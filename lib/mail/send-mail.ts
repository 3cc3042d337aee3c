import { isIP } from "node:net";
import { slot } from "#lib/kernel/slots.ts";
import { within } from "#lib/kernel/within.ts";
import { createTransport, type Transporter } from "nodemailer";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { needsStartTls } from "#lib/kernel/env-tls.ts";
import { LINK_MARK, linkPurpose } from "./queue-mail.ts";
import { type DueMail, markFailed, markSent, takeDueMail } from "./store.ts";

const BATCH = 5;
/** A try that has not ended by then belonged to a process that died. */
const LEASE_SECONDS = 300;
/** How long the server may be silent; and how long a letter may take in all, however slowly it speaks: less than the lease. */
const TIMEOUT_MS = 10_000;
const LETTER_MS = 60_000;
/** After these waits a letter is given up; its row says why. */
const WAITS_SECONDS = [60, 300, 1_800, 7_200, 43_200];
const MOST_ERROR = 500;

/** Notes for the rule of a letter, in the same transaction, that it left, or why not. */
type NoteForRule = (tx: Ctx, ruleId: string, fault: string | undefined) => Promise<void>;

/** Sends what is due at once, when SMTP_URL names a server; answers how many letters left. Nothing else waits for them. */
export async function sendDueMail(ctx: Ctx, note: NoteForRule): Promise<number> {
  const { smtpUrl, mailFrom } = ctx.app.env;
  if (smtpUrl === undefined) return 0;
  const due = await takeDueMail(ctx.db, BATCH, LEASE_SECONDS);
  const sending = { transport: transportOf(ctx.app, smtpUrl), from: mailFrom, note };
  const sent = await Promise.all(due.map((mail) => sendOne(ctx, sending, mail)));
  return sent.filter(Boolean).length;
}

type Sending = { transport: Transporter; from: string; note: NoteForRule };

async function sendOne(ctx: Ctx, { transport, from, note }: Sending, mail: DueMail): Promise<boolean> {
  const { id, recipient: to, subject, tries, ruleId } = mail;
  try {
    const text = textOf(ctx, mail);
    // An address is given as one, never as a list to be read.
    const leaving = transport.sendMail({
      from,
      to: { name: "", address: to },
      subject,
      text,
      messageId: `<${id}@${hostOf(ctx.app)}>`,
      disableFileAccess: true,
    });
    const left = await within(LETTER_MS, leaving, (late) =>
      ctx.app.log.warn("mail not sent", { mail: id, error: late }),
    );
    if (!left) throw new Error("The mail server took too long.");
  } catch (error) {
    ctx.app.log.warn("mail not sent", { mail: id, tries, error });
    const reason = (error instanceof Error ? error.message : "It could not be sent.").slice(0, MOST_ERROR);
    await ctx.transaction(async (tx) => {
      await markFailed(tx.db, id, reason, WAITS_SECONDS[tries - 1]);
      if (ruleId !== null) await note(tx, ruleId, faultOf(error));
    });
    return false;
  }
  await ctx.transaction(async (tx) => {
    await markSent(tx.db, id);
    if (ruleId !== null) await note(tx, ruleId, undefined);
  });
  return true;
}

/** Why, in the server's code alone: its words may name the server and others' addresses, and a rule is an account's to read. */
function faultOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return `SMTP ${[responseCode, code].find((each) => each !== undefined) ?? "error"}`;
}

/** The letter as it leaves: with its link, which lay sealed until now. */
function textOf({ app }: Ctx, { id, body, link_sealed: sealed }: DueMail): string {
  return sealed ? body.replace(LINK_MARK, () => app.secrets.open(linkPurpose(id), sealed)) : body;
}

/** The name under which this installation is known. */
const hostOf = ({ env }: App): string => new URL(env.publicUrl).hostname;

const TRANSPORT = slot<Transporter>("mail transport");

function transportOf(app: App, smtpUrl: string): Transporter {
  const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const requireTLS = needsStartTls(app.env.mode, smtpUrl);
  // A container's host has no name that others know: what is sent in its place, [127.0.0.1], relays turn away (RFC 5321, 4.1.4).
  const host = hostOf(app);
  const name = host.includes(".") && isIP(host) === 0 ? { name: host } : {};
  return app.slots.of(TRANSPORT, () => createTransport({ url: smtpUrl, ...times, ...name, requireTLS }));
}
