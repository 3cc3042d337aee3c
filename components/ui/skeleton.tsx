import { cx } from "./class-names.ts";

/** A quiet bar in the place and size of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("inline-block h-3 rounded-1 bg-sunken align-middle motion-safe:animate-pulse", className)}
    />
  );
}
