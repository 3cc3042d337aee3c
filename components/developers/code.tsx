import { cx } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** Lines of a program, to be copied whole. */
export function Code({
  label,
  copy,
  wrapped = false,
  children,
}: {
  label: string;
  copy: string;
  wrapped?: boolean;
  children: string;
}) {
  return (
    <div className="relative min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={label} className="overflow-auto rounded-2 border border-rule bg-sunken" tabIndex={0}>
        <pre
          className={cx(
            "p-3 pe-9 font-mono text-12 text-ink-2",
            wrapped ? "whitespace-pre-wrap wrap-anywhere" : "w-fit",
          )}
        >
          {children}
        </pre>
      </section>
      <span className="absolute end-1.5 top-1.5 rounded-1 bg-sunken">
        <CopyButton name={copy} value={children} />
      </span>
    </div>
  );
}
