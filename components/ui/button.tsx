import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";

type Look = {
  /** `primary`: the one action of a view. `plain`: beside it. `stop`: ends or removes something. */
  look?: "primary" | "default" | "plain" | "stop";
  size?: "small" | "medium" | "large";
  /** Square, for an icon alone; give `aria-label`. */
  square?: boolean;
};

const LOOKS = {
  primary: "border-transparent bg-fill text-on-fill hover:bg-fill-hover font-medium",
  default: "border-edge bg-control text-ink-1 hover:bg-hover hover:border-strong font-medium",
  stop: "border-edge bg-control text-fail-text hover:bg-hover hover:border-fail-edge font-medium",
  plain: "border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink-1",
} as const;

const HEIGHTS = { small: "h-7", medium: "h-8", large: "h-10" } as const;
const PADS = { small: "px-2", medium: "px-3", large: "px-4" } as const;
const SQUARES = { small: "w-7", medium: "w-8", large: "w-10" } as const;

function classesOf({ look = "default", size = "medium", square = false }: Look, extra: string | undefined): string {
  return cx(
    "inline-flex items-center justify-center gap-1.5 rounded-2 border whitespace-nowrap transition-colors duration-(--quick)",
    "aria-disabled:cursor-not-allowed aria-disabled:border-rule aria-disabled:bg-sunken aria-disabled:text-ink-3",
    LOOKS[look],
    HEIGHTS[size],
    square ? SQUARES[size] : PADS[size],
    extra,
  );
}

export type ButtonProps = Look &
  Omit<ComponentProps<"button">, "disabled"> & {
    /** Stays reachable and says why it does not act; give the reason in `title` or beside it. */
    unavailable?: boolean | undefined;
    /** An answer is awaited: further presses do nothing. */
    busy?: boolean | undefined;
    children: ReactNode;
  };

/** A button is never `disabled`: it keeps its place in the tab order, so that its reason can be read. */
export function Button({ look, size, square, unavailable, busy, className, onClick, type, ...rest }: ButtonProps) {
  const blocked = Boolean(unavailable || busy);
  return (
    <button
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      className={classesOf({ ...defined({ look, size, square }) }, className)}
      onClick={(event) => {
        if (blocked) event.preventDefault();
        else onClick?.(event);
      }}
      type={type ?? "button"}
    />
  );
}

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({ look, size, square, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} className={classesOf({ ...defined({ look, size, square }) }, className)} />;
}

function defined(look: { [K in keyof Look]: Look[K] | undefined }): Look {
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));
}
