"use client";

import { useEffect, useState } from "react";
import { text } from "#lib/i18n/text.ts";
import { Icon } from "./icons.tsx";
import { useStatus } from "./status.tsx";

const SHOWN_MS = 1500;

/** Copies a whole value and says so; `name` is what it is, for its label. */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const { announce } = useStatus();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const done = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    );
    setCopied(done);
    announce(done ? text.copy.done(name) : text.copy.failed);
  };
  return (
    <button
      aria-label={text.copy.label(name)}
      className="inline-grid size-6 print:hidden place-items-center rounded-1 align-middle text-ink-3 hover:bg-sunken hover:text-ink-1"
      onClick={copy}
      title={copied ? text.copy.short : text.copy.label(name)}
      type="button"
    >
      <Icon className={copied ? "text-done-mark" : undefined} name={copied ? "check" : "copy"} size={14} />
    </button>
  );
}
