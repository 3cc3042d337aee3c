"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Glyph } from "#components/ui/icons.tsx";

/** Why the door stayed shut; takes the focus, so that it is read at once. */
export function Fault({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      className="flex items-start gap-2 rounded-2 border border-fail-edge bg-fail-wash px-3 py-2 text-fail-text"
      ref={box}
      role="alert"
      tabIndex={-1}
    >
      <Glyph className="mt-0.75 text-fail-mark" name="attn" />
      <span className="text-pretty">{children}</span>
    </div>
  );
}
