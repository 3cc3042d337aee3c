import { en } from "#lib/i18n/docs.en.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { boxOf } from "#components/ui/data-table/cell-look.ts";

/** An example that can be copied whole and scrolled by keyboard. */
export function CodeBlock({ language, code }: { language: string; code: string }) {
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className="docs-code" tabIndex={0} {...boxOf(en.code(language))}>
        <pre>
          <code>{code}</code>
        </pre>
      </div>
      <span className="absolute end-1.5 top-1.5 rounded-1 bg-sunken">
        <CopyButton name={en.copyCode} value={code} />
      </span>
    </div>
  );
}
