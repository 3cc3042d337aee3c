import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { slot } from "#lib/kernel/slots.ts";
import { openSender, type Reply, type Sender } from "#lib/webhooks/send.ts";
import { resolverFor } from "#lib/webhooks/target.ts";
import { verdictOf } from "#lib/webhooks/retry.ts";
import { slackBody, teamsBody } from "./message.ts";
import { sealOf } from "./rules.ts";
import { type DueNotice, dropNotice, markNoticeFailed, markNoticeSent, takeDueNotices } from "./store.ts";

const BATCH = 10;
/** A try that has not ended by then belonged to a process that died. */
const LEASE_SECONDS = 120;
const TIMEOUT_MS = 10_000;
/** After these waits a message is given up, as a letter is; its rule's case says so long before. */
const WAITS_SECONDS = [60, 300, 1_800, 7_200, 43_200];
const MOST_ERROR = 500;

/**
 * Sends what is due to channels of Slack and Teams, each call to public addresses alone; answers how many messages left. A
 * process that dies between the call and its note sends it once more, as with letters: neither service knows a key to tell
 * the two by.
 */
export async function sendDueNotices(ctx: Ctx): Promise<number> {
  const due = await takeDueNotices(ctx.db, BATCH, LEASE_SECONDS);
  const sent = await Promise.all(due.map((notice) => sendOne(ctx, notice)));
  return sent.filter(Boolean).length;
}

async function sendOne(ctx: Ctx, notice: DueNotice): Promise<boolean> {
  if (notice.isEnded) {
    await dropNotice(ctx.db, notice.id);
    return false;
  }
  const reply = await attempt(ctx.app, notice);
  if (verdictOf(reply.statusCode).delivered) {
    await markNoticeSent(ctx.db, notice);
    return true;
  }
  const error = (reply.error ?? `HTTP ${reply.statusCode}`).slice(0, MOST_ERROR);
  ctx.app.log.warn("notice not sent", { notice: notice.id, rule: notice.ruleId, tries: notice.tries });
  await markNoticeFailed(ctx.db, notice, error, WAITS_SECONDS[notice.tries - 1]);
  return false;
}

async function attempt(app: App, notice: DueNotice): Promise<Reply> {
  const { channel, ruleId, urlSealed, path } = notice;
  must(urlSealed, "what is sent to a channel has its address");
  const link = app.env.publicUrl + path;
  const body = channel === "SLACK" ? slackBody(notice, link) : teamsBody(notice, link);
  const url = app.secrets.open(sealOf(ruleId), urlSealed);
  return senderOf(app).send({ url, headers: { "user-agent": "crypto-payment-desk" }, body });
}

const SENDER = slot<Sender>("notice sender");

function senderOf(app: App): Sender {
  const allowHosts = app.env.webhookAllowHosts;
  const reach = { allowHosts, allowHttp: app.mode === "sandbox", resolve: resolverFor(allowHosts) };
  return app.slots.of(SENDER, () => openSender(reach, TIMEOUT_MS));
}
