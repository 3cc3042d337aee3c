import { useState } from "react";
import { type Filter, type Filters, oneOrMore } from "#lib/contract/filters.ts";
import { Check } from "#components/ui/check.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { Select } from "#components/ui/select.tsx";
import type { UrlPatch } from "#components/url.ts";
import { type Filtered, type NameOf, optionsOn, textOf } from "./codec.ts";
import { anyWord, type Labels, optionWord, valueWord } from "./labels.ts";

type Parts<List extends Filters> = {
  filters: List;
  filtered: Filtered<List>;
  labels: Labels<List>;
  name: NameOf<List>;
  className?: string;
  onChange: (patch: UrlPatch) => void;
};

export const takesSeveral = (filter: Filter | undefined): boolean =>
  filter !== undefined && "options" in filter && filter.several;

/** One of a filter's options, or none of them; choosing writes the URL at once. */
export function FilterChoice<List extends Filters>({
  filters,
  filtered,
  labels,
  name,
  id,
  className,
  onChange,
}: Parts<List> & { id: string }) {
  const filter = filters[name];
  const options = filter && "options" in filter ? filter.options : [];
  return (
    <Select
      className={className}
      id={id}
      onChange={(event) => onChange({ [name]: event.target.value || undefined })}
      small
      value={textOf(filtered, name)}
    >
      <option value="">{anyWord(labels, name)}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {optionWord(labels, name, option)}
        </option>
      ))}
    </Select>
  );
}

/** Any of a filter's options: a button that says which are on, and behind it a box to tick for each. */
export function FilterChoices<List extends Filters>({
  filters,
  filtered,
  labels,
  name,
  className,
  onChange,
}: Parts<List>) {
  const filter = filters[name];
  const options = filter && "options" in filter ? filter.options : [];
  const on = optionsOn(filtered, name);
  const isAny = on.length === 0;
  return (
    <Panel
      align="start"
      button={
        <>
          <span className="truncate">{isAny ? anyWord(labels, name) : valueWord(labels, name, on.join(","))}</span>
          <Icon className="ms-auto flex-none text-ink-2" name="down" size={12} />
        </>
      }
      buttonClass={cx(
        "inline-flex h-7 max-w-60 items-center gap-2 rounded-2 border border-edge bg-raised px-2 text-start hover:border-strong",
        className,
      )}
      label={labels.names[name]}
    >
      {() => (
        <Boxes
          on={on}
          onChange={(wanted) => onChange({ [name]: oneOrMore(options, wanted)?.toString() })}
          options={options}
          word={(option) => optionWord(labels, name, option)}
        />
      )}
    </Panel>
  );
}

/** Ticked at once: the address is read back later, and the next tick must count the one before. */
function Boxes({
  options,
  on,
  word,
  onChange,
}: {
  options: readonly string[];
  on: readonly string[];
  word: (option: string) => string;
  onChange: (wanted: readonly string[]) => void;
}) {
  const [ticked, setTicked] = useState(on);
  const tick = (option: string, isOn: boolean) => {
    const wanted = isOn ? [...ticked, option] : ticked.filter((one) => one !== option);
    setTicked(wanted);
    onChange(wanted);
  };
  return (
    <div className="grid p-1">
      {options.map((option) => (
        <Check
          checked={ticked.includes(option)}
          className="min-h-8 px-1"
          key={option}
          label={word(option)}
          onChange={({ target }) => tick(option, target.checked)}
        />
      ))}
    </div>
  );
}
