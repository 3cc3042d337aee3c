import { overviewText } from "#lib/i18n/overview.ts";

/** Says that the sandbox's demo grows by itself, so that nobody wonders at bills they did not make. */
export function Filling({ percent }: { percent: number | undefined }) {
  return percent === undefined ? null : (
    <p className="border-b border-rule px-gutter py-2 text-12 text-ink-2">{overviewText.filling(String(percent))}</p>
  );
}
