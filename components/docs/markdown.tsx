import { Marked, type Token, type Tokens } from "marked";
import { en } from "#lib/i18n/docs.en.ts";
import { boxOf } from "#components/ui/data-table/cell-look.ts";
import { CodeBlock } from "./code-block.tsx";

/** What marks a clause that is decided and not built. */
const PLANNED = "(planned)";
/** The number of a rulebook's clause, which can be linked to. */
const CLAUSE_NUMBER = /^\d+\.\d+$/;

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    strong({ tokens, text }) {
      if (!CLAUSE_NUMBER.test(text)) return `<strong>${this.parser.parseInline(tokens)}</strong>`;
      return `<a class="docs-clause" href="#${text}" id="${text}">${text}</a>`;
    },
  },
  extensions: [
    {
      name: "planned",
      level: "inline",
      start: (text) => text.indexOf(PLANNED),
      tokenizer: (text) => (text.startsWith(PLANNED) ? { type: "planned", raw: PLANNED } : undefined),
      renderer: () => `<span class="docs-planned">${en.planned}</span>`,
    },
  ],
});

/** `What to try again` → `what-to-try-again`. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** Our own Markdown as a page: examples can be copied, wide tables scroll by themselves. */
export function Markdown({ text }: { text: string }) {
  const tokens = marked.lexer(text).filter(({ type }) => type !== "space");
  return (
    <div className="docs-text">
      {tokens.map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page's parts never change their places
        <Part key={at} token={token} />
      ))}
    </div>
  );
}

function Part({ token }: { token: Token }) {
  if (token.type === "code") {
    const { lang = "", text } = token as Tokens.Code;
    return <CodeBlock code={text} language={lang.split(" ", 1)[0] ?? ""} />;
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is ours, from this repository
  const html = <div dangerouslySetInnerHTML={{ __html: marked.parser([token]) }} />;
  if (token.type !== "table") return html;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className="docs-table" tabIndex={0} {...boxOf(en.table)}>
      {html}
    </div>
  );
}
