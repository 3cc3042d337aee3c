import { en } from "#lib/i18n/docs.en.ts";
import { Markdown } from "./markdown.tsx";
import { type Trial, TryIt } from "./try-it.tsx";

/** One page of the documents: its text, and below an operation the means to try it. */
export function DocsPage({
  slug,
  text,
  trial,
  sandboxKey,
}: {
  slug: string;
  text: string;
  trial: Trial | undefined;
  sandboxKey: string;
}) {
  return (
    <main className="docs-main" id="content">
      <Markdown text={text} />
      {trial ? <TryIt key={slug} sandboxKey={sandboxKey} trial={trial} /> : null}
      <p className="docs-foot">
        <a href={`/docs/${slug}.md`}>{en.asMarkdown}</a>
        <a href="/openapi.json">{en.whole}</a>
      </p>
    </main>
  );
}
