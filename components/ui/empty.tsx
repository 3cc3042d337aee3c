import type { ReactNode } from "react";

/** Says why nothing is here and what to do next. */
export function Empty({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div
      className="grid justify-items-start gap-2 px-gutter py-8 card:justify-items-center card:py-16 card:text-center"
      role="status"
    >
      <p className="text-15 font-semibold">{title}</p>
      {children ? <p className="max-w-110 text-pretty text-ink-2">{children}</p> : null}
      {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
