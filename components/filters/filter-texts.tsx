"use client";

import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { Filters } from "#lib/contract/filters.ts";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { FieldError } from "#components/ui/field.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import type { UrlPatch } from "#components/url.ts";
import { type Filtered, type NameOf, namesOf, plain, textOf, typedFault, typedOf } from "./codec.ts";
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
  const before = Object.fromEntries(names.map((name) => [name, wordOf(picks?.[name], typedOf(filtered, name))]));
  const meant = (typed: Record<string, string>) =>
    names.map((name) => [name, codeOf(picks?.[name], plain(typed[name] ?? "", filters[name]))] as const);
  const form = useDeskForm({
    defaults: before,
    check: checkedIf((typed: Record<string, string>) =>
      Object.fromEntries(meant(typed).map(([name, value]) => [name, typedFault(value, filters[name])])),
    ),
    send(typed: Record<string, string>) {
      const now = meant(typed);
      if (now.some(([name, value]) => value !== textOf(filtered, name))) onChange(Object.fromEntries(now));
    },
  });
  /** On a phone two side by side, over the whole width. */
  const inPairs = names.length > 1;
  return (
    <form
      className={cx(
        "flex flex-wrap items-start gap-2",
        inPairs && "max-card:grid max-card:w-full max-card:grid-cols-2",
      )}
      noValidate
      onSubmit={form.submit}
    >
      {names.map((name) => (
        <Typed
          error={form.errorOf(name)}
          hint={labels.hints?.[name] ?? labels.names[name]}
          id={`${id}-${name}`}
          isAmount={filters[name]?.kind === "amount"}
          key={name}
          label={labels.names[name]}
          some={picks?.[name]}
          wide={inPairs}
          {...form.register(name, apply === undefined ? { onBlur: form.submit } : {})}
        />
      ))}
      {apply === undefined ? null : (
        <Button size="small" type="submit">
          {apply}
        </Button>
      )}
    </form>
  );
}

type Line = { id: string; label: string; hint: string; isAmount: boolean; wide: boolean; some: Picks | undefined };

/** One of them: its field, what it may be picked from, and its fault beneath. */
function Typed({
  id,
  label,
  hint,
  isAmount,
  wide,
  some,
  error,
  ...field
}: Line & { error: string | undefined } & UseFormRegisterReturn) {
  return (
    <span className="grid gap-1">
      <Input
        {...field}
        aria-describedby={error && `${id}-error`}
        aria-invalid={error ? true : undefined}
        aria-label={label}
        className={cx(
          "h-7! border-edge! aria-invalid:border-fail-mark!",
          isAmount ? "w-28!" : "w-36!",
          wide && "max-card:w-full!",
        )}
        inputMode={isAmount ? "decimal" : undefined}
        list={some ? id : undefined}
        placeholder={hint}
      />
      {some ? (
        <datalist id={id}>
          {some.map(({ value }) => (
            <option key={value} value={wordOf(some, value)} />
          ))}
        </datalist>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </span>
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
