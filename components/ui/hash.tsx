import { cx } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

const END = 6;

/**
 * An id, hash or address: first six, last six, the whole of it in the page, so that selecting copies all.
 * `tail` shows only the end (the head of our ids is mere time); `copy` names what the button copies.
 */
export function Hash({
  value,
  tail = false,
  copy,
  whole = false,
  className,
}: {
  value: string;
  tail?: boolean;
  copy?: string;
  whole?: boolean;
  className?: string;
}) {
  const short = value.length <= END * 2 + 3;
  const head = tail ? "" : value.slice(0, END);
  const middle = value.slice(head.length, -END);
  return (
    <>
      <span className={cx("hash", className)} data-whole={whole || undefined} title={value}>
        {short ? (
          value
        ) : (
          <>
            {head}
            <span>{middle}</span>
            {value.slice(-END)}
          </>
        )}
      </span>
      {copy ? <CopyButton name={copy} value={value} /> : null}
    </>
  );
}
