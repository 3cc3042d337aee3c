import { recordAudit } from "#lib/audit/record-audit.ts";
import { casesToNotify, MOST_OF_A_LOOK } from "#lib/cases/cases-to-notify.ts";
import { type Topic, TOPICS } from "#lib/cases/topics.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Role, ROLES } from "#lib/contract/permissions.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { wordFrom } from "#lib/kernel/database.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { ForbiddenTarget, readTarget } from "#lib/webhooks/target.ts";
import type { endRuleEndpoint, listRulesEndpoint, makeRuleEndpoint, RuleRecord, testRuleEndpoint } from "./contract.ts";
import { isToPeople } from "./channels.ts";
import { noticeOf, notify, spoken } from "./make-notices.ts";
import { endRule, insertNotices, insertRule, type RuleRow, rulesOf } from "./store.ts";
import type { Spoken } from "#lib/contract/voice.ts";
import { voiceOf } from "#lib/mail/voice-of.ts";
import { lettersText } from "#lib/i18n/letters.ts";

const MOST_RULES = 20;

/** Seals and opens the address of this rule alone. */
export const sealOf = (ruleId: string): string => `notification ${ruleId}`;

/** The account's rules, oldest first. */
export async function listRules(ctx: Ctx): Promise<OutputOf<typeof listRulesEndpoint>> {
  return { data: (await rulesOf(ctx.db, accountOf(ctx).id)).map(recordOf) };
}

/**
 * Makes a rule that tells what comes up from now on; what is open already is noted as known. Refuses an address that is
 * recognisably private, a recipient who is none of the account, and with INVALID_STATE a twenty-first rule.
 */
export async function makeRule(
  ctx: Ctx,
  input: InputOf<typeof makeRuleEndpoint>,
): Promise<OutputOf<typeof makeRuleEndpoint>> {
  const { channel, role, userId, secretUrl } = input;
  const topics = TOPICS.filter((topic) => input.topics.includes(topic));
  needRecipient(ctx, input);
  if (userId !== undefined && !isId(userId)) throw notMember();
  return ctx.transaction(async (tx) => {
    const { id: accountId } = accountOf(tx);
    const id = tx.id();
    const urlSealed = secretUrl === undefined ? undefined : tx.app.secrets.seal(sealOf(id), secretUrl);
    const urlShown = secretUrl === undefined ? undefined : shownUrl(secretUrl);
    const language = input.language ?? (await voiceOf(tx)).language;
    const made = { id, accountId, channel, topics, urlSealed, urlShown, role, userId, language };
    if (!(await insertRule(tx.db, made, MOST_RULES))) await refuseRule(tx);
    if (channel === "MAIL" && tx.app.env.smtpUrl === undefined)
      throw new Refusal("INVALID_STATE", "This installation sends no mail: SMTP_URL is not set.");
    if (channel !== "BELL") await noteAsKnown(tx, id, topics, language);
    await audit(tx, "create", id, { channel, topics, role, userId, url: urlShown, ...languageOf(made) });
    return answerWith(tx, await needRule(tx, id));
  });
}

/** What is open when a rule is made is not told by it. */
async function noteAsKnown(tx: Ctx, ruleId: string, topics: readonly Topic[], language: Spoken): Promise<void> {
  for (let length = MOST_OF_A_LOOK; length === MOST_OF_A_LOOK; ) {
    const open = await casesToNotify(tx, [{ id: ruleId, topics }]);
    await insertNotices(
      tx.db,
      ruleId,
      open.map((one) => spoken(noticeOf(tx, one), language)),
    );
    ({ length } = open);
  }
}

/** Ends a rule; what waits by it is never sent. */
export async function deleteRule(
  ctx: Ctx,
  { ruleId }: InputOf<typeof endRuleEndpoint>,
): Promise<OutputOf<typeof endRuleEndpoint>> {
  return ctx.transaction(async (tx) => {
    if (!isId(ruleId) || !(await endRule(tx.db, accountOf(tx).id, ruleId))) throw unknownRule();
    await audit(tx, "delete", ruleId, {});
    return answerWith(tx, { ruleId, deleted: true });
  });
}

/** Puts a test message where all others wait. Refuses with NOT_FOUND, and with INVALID_STATE for the bell. */
export async function testRule(
  ctx: Ctx,
  { ruleId }: InputOf<typeof testRuleEndpoint>,
): Promise<OutputOf<typeof testRuleEndpoint>> {
  return ctx.transaction(async (tx) => {
    const rule = await findRule(tx, ruleId);
    if (rule.channel === "BELL") throw new Refusal("INVALID_STATE", "A rule by BELL sends nothing to test.");
    const id = tx.id();
    const test = { id, key: `test ${id}`, amount: undefined, dueAt: undefined, path: "/settings?tab=notifications" };
    await notify(tx, rule, [{ ...test, say: () => lettersText.notice.test }]);
    await audit(tx, "test", ruleId, {});
    return answerWith(tx, await needRule(tx, ruleId));
  });
}

function needRecipient(
  ctx: Ctx,
  { channel, role, userId, secretUrl, language }: InputOf<typeof makeRuleEndpoint>,
): void {
  if (isToPeople(channel)) {
    if (secretUrl !== undefined) throw invalid("secretUrl", `A rule by ${channel} has no secretUrl.`);
    if (language !== undefined) throw invalid("language", `A rule by ${channel} speaks the language of its readers.`);
    if ((role === undefined) === (userId === undefined)) throw invalid("role", "Send either role or userId.");
    return;
  }
  if (role !== undefined || userId !== undefined)
    throw invalid("role", "Only a rule by MAIL or BELL has role or userId.");
  if (secretUrl === undefined) throw invalid("secretUrl", "secretUrl is required.");
  try {
    readTarget(secretUrl, { allowHosts: ctx.app.env.webhookAllowHosts, allowHttp: ctx.app.mode === "sandbox" });
  } catch (error) {
    if (error instanceof ForbiddenTarget) throw invalid("secretUrl", `secretUrl ${error.message}.`);
    throw error;
  }
}

async function refuseRule(ctx: Ctx): Promise<never> {
  const { id, name } = accountOf(ctx);
  if ((await rulesOf(ctx.db, id)).length >= MOST_RULES)
    throw new Refusal("INVALID_STATE", `${name} has ${MOST_RULES} rules already; delete one first.`);
  throw notMember();
}

const notMember = (): Refusal => invalid("userId", "userId must be a member of this account who may sign in.");

const TAIL = 4;

/** Enough to tell two addresses apart, and too little to write there: of a short path nothing. */
function shownUrl(text: string): string {
  const { host, pathname, search } = new URL(text);
  const rest = pathname + search;
  return rest.length >= 4 * TAIL ? `${host} …${rest.slice(-TAIL)}` : host;
}

async function findRule(ctx: Ctx, ruleId: string): Promise<RuleRow> {
  const found = (await rulesOf(ctx.db, accountOf(ctx).id)).find(({ id }) => id === ruleId);
  if (!found) throw unknownRule();
  return found;
}

const needRule = async (ctx: Ctx, ruleId: string): Promise<RuleRecord> => recordOf(await findRule(ctx, ruleId));

const unknownRule = () => new Refusal("NOT_FOUND", "There is no notification rule with this id.");

function audit(ctx: Ctx, command: string, ruleId: string, detail: Record<string, unknown>): Promise<void> {
  return recordAudit(ctx, {
    action: `notification-rule.${command}`,
    objectKind: "notification-rule",
    objectId: ruleId,
    detail,
  });
}

/** People are written to in their own language; what goes to an address, in the rule's. */
const languageOf = ({ channel, language }: Pick<RuleRow, "channel" | "language">): { language?: Spoken } =>
  isToPeople(channel) ? {} : { language };

function recordOf(row: RuleRow): RuleRecord {
  const role: Role | undefined = row.role === null ? undefined : wordFrom(ROLES, row.role);
  return {
    ruleId: row.id,
    channel: row.channel,
    topics: row.topics.map((topic) => wordFrom(TOPICS, topic)),
    ...(role && { role }),
    ...(row.userId && { userId: row.userId, name: row.userName ?? "" }),
    ...languageOf(row),
    ...(row.urlShown && { url: row.urlShown }),
    createdAt: row.createdAt.getTime(),
    ...(row.sentAt && { sentAt: row.sentAt.getTime() }),
    ...(row.failingSince && { failingSince: row.failingSince.getTime() }),
    ...(row.fault && { fault: row.fault }),
  };
}
