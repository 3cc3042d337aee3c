"use client";

import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { text } from "#lib/i18n/text.ts";

/** Loaded when it is first opened, with the words of every page that it finds something on. */
const Finder = lazyPart(async () => (await import("./finder.tsx")).Finder);

/** Ctrl-K, Cmd-K or a slash, from every page. */
export function CommandMenu({ open, onOpen, onClose }: { open: boolean; onOpen: () => void; onClose: () => void }) {
  useShortcut("Ctrl+k", text.keyboard.search, text.keyboard.groups.everywhere, onOpen);
  useShortcut("/", text.keyboard.search, text.keyboard.groups.everywhere, onOpen);
  return open ? (
    <Suspense>
      <Finder onClose={onClose} />
    </Suspense>
  ) : null;
}
