import { type ReactNode, useId } from "react";
import { cx } from "./class-names.ts";
import { useFormer } from "./former.tsx";

/** A ruled part of the sheet under a small heading. */
export function Section({
  title,
  hint,
  end,
  children,
  className,
}: {
  title: string;
  hint?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx("min-w-0 border-b border-rule", className)} {...useFormer()}>
      <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1.5 px-gutter py-1.5">
        <h2 className="font-semibold" id={id}>
          {title}
        </h2>
        {hint ? <span className="text-12 text-ink-3 max-card:first-letter:uppercase">{hint}</span> : null}
        {end ? (
          <div className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 max-card:has-[form]:w-full max-card:has-[form]:gap-y-2">
            {end}
          </div>
        ) : null}
      </header>
      {children}
    </section>
  );
}

/** A part shows once those above it stand: nothing moves away from under the reader. The last takes what height is left. */
export const InOrder = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col *:min-w-0 [&>:last-child]:flex-1 [&>:is([data-waiting],:has([data-waiting]))~*]:hidden">
    {children}
  </div>
);

/** Two parts side by side on a wide sheet, with the hairline between them; one under the other otherwise. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <div className="grid @max-[1000px]/main:[&>:is([data-waiting],:has([data-waiting]))~*]:hidden @min-[1000px]/main:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @min-[1000px]/main:[&>*+*]:border-s @min-[1000px]/main:[&>*+*]:border-rule">
      {children}
    </div>
  );
}
