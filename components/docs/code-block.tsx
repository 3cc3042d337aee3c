import { en } from "#components/i18n/docs.en.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** An example that can be copied whole and scrolled by keyboard. */
export function CodeBlock({ language, code }: { language: string; code: string }) {
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={en.code(language)} className="docs-code" tabIndex={0}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <span className="absolute end-1.5 top-1.5 rounded-1 bg-sunken">
        <CopyButton name={en.copyCode} value={code} />
      </span>
    </div>
  );
}
