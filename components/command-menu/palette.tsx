"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { useNav } from "#components/shell/use-nav.ts";
import { text } from "#components/i18n/text.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Input } from "#components/ui/input.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { type Entry, entriesFor } from "./entries.ts";
import { useFound } from "./found-data.ts";

const words = text.palette;

/** Ctrl-K or Cmd-K: every page, the usual ways, and whatever record a pasted text names. */
export function Palette() {
  const [open, setOpen] = useState(false);
  useShortcut("Ctrl+k", words.open, text.keyboard.groups.everywhere, () => setOpen(true));
  return open ? <PaletteDialog onClose={() => setOpen(false)} /> : null;
}

function PaletteDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const entries = entriesFor(typed, useFound(typed), useNav());
  const chosen = entries[Math.min(at, entries.length - 1)];
  const chosenLine = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line chosen is another to bring into sight
  useEffect(() => {
    void chosenLine.current?.scrollIntoView({ block: "nearest" });
  }, [chosen?.id]);
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    router.push(entry.href);
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt((entries.length + Math.min(at, entries.length - 1) + by) % Math.max(1, entries.length));
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(chosen);
    }
  };
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Input
        aria-activedescendant={chosen ? `${id} ${chosen.id}`.replaceAll(" ", "_") : undefined}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-expanded
        aria-label={words.label}
        autoCapitalize="off"
        data-first
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        placeholder={words.hint}
        role="combobox"
        spellCheck={false}
        value={typed}
      />
      <div aria-label={words.list} className="mt-2 -mx-2 grid max-h-80 overflow-auto" id={`${id}-list`} role="listbox">
        {entries.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and answers the keys
          <div
            aria-selected={entry === chosen}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-2 px-2 hover:bg-hover aria-selected:bg-accent-wash"
            id={`${id} ${entry.id}`.replaceAll(" ", "_")}
            key={entry.id}
            onClick={() => go(entry)}
            ref={entry === chosen ? chosenLine : undefined}
            role="option"
            tabIndex={-1}
          >
            <Icon className="text-ink-3" name={entry.icon} />
            <span className="min-w-0 flex-1 truncate">{entry.label}</span>
            <span className="text-12 text-ink-3">{entry.hint}</span>
            {entry.keys ? <Kbd keys={entry.keys} /> : null}
          </div>
        ))}
      </div>
      <p className="sr-only" role="status">
        {words.count(entries.length)}
      </p>
      {entries.length === 0 ? <p className="text-ink-3">{words.none}</p> : null}
    </Dialog>
  );
}
