import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** One fact of a record: what it is, its value at the other end of the line, and what it is made of beneath. */
export function Fact({
  name,
  strong = false,
  detail,
  children,
}: {
  name: ReactNode;
  strong?: boolean;
  detail?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={cx("flex items-baseline justify-between gap-x-4", detail ? "flex-wrap" : undefined)}>
      <dt className={cx("text-12", strong ? "font-medium text-ink-1" : "text-ink-3")}>{name}</dt>
      <dd className={cx("min-w-0 text-end", strong && "font-medium")}>{children}</dd>
      {detail ? <dd className="min-w-0 basis-full">{detail}</dd> : null}
    </div>
  );
}

/** The facts of a record, those of them that there are. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-1">
      {of.map(([name, value]) =>
        value ? (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ) : null,
      )}
    </dl>
  );
}
