"use client";

import { type MouseEvent, useEffect, useState } from "react";
import { text } from "#lib/i18n/text.ts";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icons.tsx";
import { useStatus } from "./status.tsx";

const SHOWN_MS = 1500;
const LOOKS = {
  done: { icon: "check", className: "text-done-mark", title: "short" },
  failed: { icon: "x", className: "text-fail-mark", title: "failed" },
} as const;

/** Copies a whole value and says so; `name` is what it is, for its label. */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const { announce } = useStatus();
  const [shown, setShown] = useState<"done" | "failed">();
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const done = await copyText(value, currentTarget);
    setShown(done ? "done" : "failed");
    announce(done ? text.copy.done(name) : text.copy.failed);
  };
  return (
    <button
      aria-label={text.copy.label(name)}
      className="inline-grid size-6 print:hidden place-items-center rounded-1 align-middle text-ink-3 hover:bg-sunken hover:text-ink-1"
      onClick={copy}
      title={shown ? text.copy[LOOKS[shown].title] : text.copy.label(name)}
      type="button"
    >
      <Icon className={shown && LOOKS[shown].className} name={shown ? LOOKS[shown].icon : "copy"} size={14} />
    </button>
  );
}
