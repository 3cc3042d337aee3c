import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icons.tsx";

/** The browser's own select, so that every platform's keyboard and screen reader know it. */
export function Select({ className, small, children, ...rest }: ComponentProps<"select"> & { small?: boolean }) {
  return (
    <span className={cx("relative inline-block", className)}>
      <select
        {...rest}
        className={cx(
          "w-full appearance-none border bg-raised pe-7 focus-visible:rounded-2 focus-visible:outline-offset-0 aria-invalid:border-fail-mark",
          small ? "h-7 rounded-2 border-edge ps-2" : "h-9 rounded-2 border-strong ps-2.5",
        )}
      >
        {children}
      </select>
      <Icon
        className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-ink-2"
        name="down"
        size={12}
      />
    </span>
  );
}
