"use client";

import { Fragment, useId } from "react";
import type { Filters } from "#lib/contract/filters.ts";
import { Button } from "#components/ui/button.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import type { UrlPatch } from "#components/url.ts";
import { type Filtered, type NameOf, namesOf, plain, textOf } from "./codec.ts";
import type { Labels } from "./labels.ts";

type Parts<List extends Filters> = {
  filters: List;
  filtered: Filtered<List>;
  labels: Labels<List>;
  onChange: (patch: UrlPatch) => void;
  /** What a text may be picked from; anything else may be typed all the same. */
  picks?: Partial<Readonly<Record<NameOf<List>, readonly { value: string; label: string }[]>>>;
  /** Says so on a button; without one a text applies when its field is left. */
  apply?: string;
};

/** The texts and amounts among the filters of a short list; another one in the URL fills them anew. */
export function FilterTexts<List extends Filters>(parts: Parts<List>) {
  const { filters, filtered } = parts;
  const written = textsOf(filters).map((name) => textOf(filtered, name));
  return <Texts key={written.join("\n")} {...parts} />;
}

const textsOf = <List extends Filters>(filters: List): NameOf<List>[] =>
  namesOf(filters).filter((name) => !("options" in (filters[name] ?? {})));

function Texts<List extends Filters>({ filters, filtered, labels, onChange, apply, picks }: Parts<List>) {
  const id = useId();
  const names = textsOf(filters);
  const before = Object.fromEntries(names.map((name) => [name, wordOf(picks?.[name], textOf(filtered, name))]));
  const form = useDeskForm({
    defaults: before,
    send(typed: Record<string, string>) {
      const now = names.map((name) => [name, codeOf(picks?.[name], plain(typed[name] ?? "", filters[name]))] as const);
      if (now.some(([name, value]) => value !== textOf(filtered, name))) onChange(Object.fromEntries(now));
    },
  });
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={form.submit}>
      {names.map((name) => {
        const isAmount = filters[name]?.kind === "amount";
        const some = picks?.[name];
        return (
          <Fragment key={name}>
            <Input
              {...form.register(name, apply === undefined ? { onBlur: form.submit } : {})}
              aria-label={labels.names[name]}
              className={isAmount ? "h-7! w-28! border-edge!" : "h-7! w-36! border-edge!"}
              inputMode={isAmount ? "decimal" : undefined}
              list={some ? `${id}-${name}` : undefined}
              placeholder={labels.hints?.[name] ?? labels.names[name]}
            />
            {some ? (
              <datalist id={`${id}-${name}`}>
                {some.map(({ value }) => (
                  <option key={value} value={wordOf(some, value)} />
                ))}
              </datalist>
            ) : null}
          </Fragment>
        );
      })}
      {apply === undefined ? null : (
        <Button size="small" type="submit">
          {apply}
        </Button>
      )}
    </form>
  );
}

type Picks = readonly { value: string; label: string }[];

/** A value by its word, where that is no other's too. */
function wordOf(picks: Picks = [], value: string): string {
  const label = picks.find((one) => one.value === value)?.label;
  return label !== undefined && picks.filter((one) => one.label === label).length === 1 ? label : value;
}

/** What was picked or typed as the list is filtered by it: a word of the picks as its value, anything else as it is. */
function codeOf(picks: Picks = [], typed: string): string {
  return picks.find(({ value }) => wordOf(picks, value) === typed)?.value ?? typed;
}
