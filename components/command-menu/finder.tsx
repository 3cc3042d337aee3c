"use client";

import { useGo } from "#components/connection.ts";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { houseRoleMay, roleMay } from "#lib/contract/permissions.ts";
import { useNav } from "#components/nav/use-nav.ts";
import { useAccount, useStaff } from "#components/staff.tsx";
import { finderText } from "#lib/i18n/finder.ts";
import { cx } from "#components/ui/class-names.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Input } from "#components/ui/input.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Time } from "#components/ui/time.tsx";
import { useActions } from "./actions.ts";
import { type Entry, entriesFor, settingEntries } from "./entries.ts";
import type { FoundLine } from "./found-entry.ts";
import { LEAST, MOST, useFound } from "./found-data.ts";
import { typedParts } from "./typed-parts.ts";

const words = finderText;

/** Every page, action and setting by its words, and every record by whatever names it. */
export function Finder({ onClose }: { onClose: () => void }) {
  const goTo = useGo();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  /** Enter came before the answer: what alone is found then is opened. */
  const [hasty, setHasty] = useState(false);
  const { lines, ready, error, retry } = useFound(typed);
  const entries = useEntries(typed, lines);
  const chosen = entries[Math.min(at, entries.length - 1)];
  const chosenLine = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line chosen is another to bring into sight
  useEffect(() => {
    void chosenLine.current?.scrollIntoView({ block: "nearest" });
  }, [chosen?.id]);
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run?.();
    if (entry.href !== undefined) goTo(entry.href);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, when the answer is there
  useEffect(() => {
    if (!hasty || !ready) return;
    setHasty(false);
    if (entries.length === 1) go(entries[0]);
  }, [hasty, ready]);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt((entries.length + Math.min(at, entries.length - 1) + by) % Math.max(1, entries.length));
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (ready || at > 0 || (chosen && !chosen.found)) go(chosen);
      else setHasty(true);
    }
  };
  return (
    <Dialog onClose={onClose} title={words.title}>
      <div className="flex items-center gap-1">
        <Input
          aria-activedescendant={chosen ? optionId(id, chosen) : undefined}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-expanded
          aria-label={words.label}
          autoCapitalize="off"
          autoComplete="off"
          data-first
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setHasty(false);
          }}
          onKeyDown={press}
          placeholder={words.hint}
          role="combobox"
          spellCheck={false}
          value={typed}
        />
        <Button className="card:hidden" look="plain" onClick={onClose}>
          {words.close}
        </Button>
      </div>
      {error ? <ErrorNote error={error} onRetry={retry} title={words.failed} /> : null}
      <div
        aria-busy={!ready}
        aria-label={words.list}
        className="mt-2 -mx-2 grid max-h-[min(24rem,60dvh)] grid-cols-[minmax(0,1fr)] overflow-auto"
        id={`${id}-list`}
        role="listbox"
      >
        {entries.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and answers the keys
          <div
            aria-selected={entry === chosen}
            className="cursor-pointer rounded-2 px-2 py-1 hover:bg-hover aria-selected:bg-accent-wash"
            id={optionId(id, entry)}
            key={entry.id}
            onClick={() => go(entry)}
            ref={entry === chosen ? chosenLine : undefined}
            role="option"
            tabIndex={-1}
          >
            <Line entry={entry} typed={typed} />
          </div>
        ))}
      </div>
      <p className="sr-only" role="status">
        {ready ? words.count(entries.length) : words.searching}
      </p>
      <p className="mt-1 text-12 text-ink-3">{hintOf(typed, ready, entries.length)}</p>
    </Dialog>
  );
}

const optionId = (id: string, entry: Entry) => `${id} ${entry.id}`.replaceAll(/\s/g, "_");

function useEntries(typed: string, found: readonly FoundLine[]): Entry[] {
  const account = useAccount();
  const house = useStaff().house?.role ?? "";
  return entriesFor(typed, {
    offered: useNav(),
    actions: useActions(),
    settings: settingEntries(roleMay(account?.role ?? "", "account:read"), houseRoleMay(house, "house:read")),
    found,
  });
}

function hintOf(typed: string, ready: boolean, count: number): string {
  const { length } = typed.trim();
  if (length > MOST) return words.long;
  if (!ready && count === 0) return words.searching;
  if (length < LEAST) return length === 0 ? "" : words.short;
  return ready && count === 0 ? `${words.none}. ${words.noneHint}` : "";
}

/** What it is, what names it, what tells it from others, and its state; on a phone one below the other. */
function Line({ entry: { label, hint, icon, keys, found }, typed }: { entry: Entry; typed: string }) {
  return (
    <div className="flex min-h-7 items-center gap-2">
      <Icon className="flex-none text-ink-3" name={icon} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-x-2 max-card:flex-wrap">
          <span className={found?.code ? "font-mono text-12 wrap-anywhere" : "min-w-0 wrap-anywhere card:truncate"}>
            <Marked text={label} typed={typed} />
          </span>
          {found?.state ? <span className="flex-none text-12 text-ink-2">{found.state}</span> : null}
        </span>
        {found ? <Facts found={found} /> : null}
      </span>
      <span className={cx("flex-none text-12 text-ink-3", found && "max-card:hidden")}>{hint}</span>
      {keys ? (
        <span className="max-card:hidden">
          <Kbd keys={keys} />
        </span>
      ) : null}
    </div>
  );
}

/** A phone has no room for the kind at the end of the line. */
function Facts({ found: { kind, facts, at } }: { found: FoundLine }) {
  return (
    <span className="block text-12 text-ink-3 card:truncate">
      <span className="card:hidden">
        {kind}
        {facts.length > 0 || at !== undefined ? " · " : null}
      </span>
      {facts.join(" · ")}
      {at === undefined ? null : (
        <>
          {facts.length > 0 ? " · " : null}
          <Time at={at} />
        </>
      )}
    </span>
  );
}

/** A text with what was typed of it standing out. */
function Marked({ text, typed }: { text: string; typed: string }) {
  return typedParts(text, typed).map((part, at) =>
    part.typed ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
      <mark className="bg-transparent font-semibold text-accent" key={at}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
