"use client";

import { type ReactNode, useId, useState } from "react";

/** A word of explanation on hover and on focus; Escape puts it away (WCAG 1.4.13). The trigger takes the described-by. */
export function Tooltip({
  tip,
  children,
}: {
  tip: ReactNode;
  children: (described: { "aria-describedby": string | undefined }) => ReactNode;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is the interactive one
    <span
      className="relative inline-flex"
      onBlur={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
    >
      {children({ "aria-describedby": open ? id : undefined })}
      {open ? (
        <span
          className="absolute top-full start-1/2 z-20 mt-1.5 w-max max-w-70 -translate-x-1/2 rounded-2 border border-edge bg-raised px-2 py-1 text-12 text-ink-1 shadow-float"
          id={id}
          role="tooltip"
        >
          {tip}
        </span>
      ) : null}
    </span>
  );
}
