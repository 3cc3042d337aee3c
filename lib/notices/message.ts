/** What is told: what kind of thing, how much and until when. Never who pays or is paid, nor what they wrote. */
export type Message = {
  subject: string;
  account: string;
  amount: string | null;
  dueAt: Date | null;
};

/** `2026-11-23 18:45 UTC`. */
const momentOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const factsOf = ({ account, amount, dueAt }: Message): [name: string, value: string][] => [
  ["Account", account],
  ...(amount === null ? [] : ([["Amount", amount]] satisfies [string, string][])),
  ...(dueAt === null ? [] : ([["Due", momentOf(dueAt)]] satisfies [string, string][])),
];

/** Slack reads these three as its own marks wherever they stand (api.slack.com/reference/surfaces/formatting). */
const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const plain = (text: string): string => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);

/** The body of an incoming webhook of Slack. */
export function slackBody(message: Message, link: string): string {
  const lines = [plain(message.subject), ...factsOf(message).map(([name, value]) => `${name}: ${plain(value)}`)];
  return JSON.stringify({ text: [...lines, `<${plain(link)}|Open>`].join("\n"), unfurl_links: false });
}

/** The body of a workflow's webhook of Microsoft Teams: one adaptive card. */
export function teamsBody(message: Message, link: string): string {
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      { type: "TextBlock", text: message.subject, weight: "Bolder", wrap: true },
      { type: "FactSet", facts: factsOf(message).map(([title, value]) => ({ title, value })) },
    ],
    actions: [{ type: "Action.OpenUrl", title: "Open", url: link }],
  };
  return JSON.stringify({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  });
}
