import type { ReactNode } from "react";
import { Icon } from "./icons.tsx";

/** Opens, beneath a row of figures, the rows that they are the sums of. */
export function RowOpener({
  label,
  about,
  isOpen,
  onOpen,
  children,
}: {
  /** What is opened, in words that hold those it shows. */
  label?: string;
  /** The same beside a figure, which is the name by itself. */
  about?: string;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <button
      aria-description={about}
      aria-expanded={isOpen}
      aria-label={label}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-1 text-start hover:underline"
      onClick={onOpen}
      type="button"
    >
      <Icon className={isOpen ? "flex-none rotate-90 text-ink-3" : "flex-none text-ink-3"} name="right" size={12} />
      {children}
    </button>
  );
}
