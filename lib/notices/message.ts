import { ANYBODY, type Spoken } from "#lib/contract/voice.ts";
import { amountTextIn, momentIn } from "#lib/mail/say.ts";
import { speakingTo } from "#lib/i18n/language.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** What is told: what kind of thing, how much and until when. Never who pays or is paid, nor what they wrote. */
export type Message = {
  subject: string;
  account: string;
  amount: string | null;
  dueAt: Date | null;
  language: Spoken;
};

/** The message's facts by name, and the word of its link, in its language. */
function wordsOf({ account, amount, dueAt, language }: Message): { facts: [string, string][]; open: string } {
  return speakingTo({ ...ANYBODY, language }, () => {
    const { names, open } = lettersText.notice;
    const facts: [string, string][] = [[names.account, account]];
    if (amount !== null) facts.push([names.amount, amountTextIn(amount)]);
    if (dueAt !== null) facts.push([names.due, momentIn(dueAt, ANYBODY.zone)]);
    return { facts, open };
  });
}

/** Slack reads these three as its own marks wherever they stand (api.slack.com/reference/surfaces/formatting). */
const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const plain = (text: string): string => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);

/** The body of an incoming webhook of Slack. */
export function slackBody(message: Message, link: string): string {
  const { facts, open } = wordsOf(message);
  const lines = [plain(message.subject), ...facts.map(([name, value]) => `${name}: ${plain(value)}`)];
  return JSON.stringify({ text: [...lines, `<${plain(link)}|${open}>`].join("\n"), unfurl_links: false });
}

/** The body of a workflow's webhook of Microsoft Teams: one adaptive card. */
export function teamsBody(message: Message, link: string): string {
  const { facts, open } = wordsOf(message);
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      { type: "TextBlock", text: message.subject, weight: "Bolder", wrap: true },
      { type: "FactSet", facts: facts.map(([title, value]) => ({ title, value })) },
    ],
    actions: [{ type: "Action.OpenUrl", title: open, url: link }],
  };
  return JSON.stringify({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  });
}
