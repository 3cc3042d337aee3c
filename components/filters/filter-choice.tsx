import type { Filters } from "#lib/contract/filters.ts";
import { Select } from "#components/ui/select.tsx";
import type { UrlPatch } from "#components/url.ts";
import { type Filtered, type NameOf, textOf } from "./codec.ts";
import { anyWord, type Labels, optionWord } from "./labels.ts";

/** One of a filter's options, or none of them; choosing writes the URL at once. */
export function FilterChoice<List extends Filters>({
  filters,
  filtered,
  labels,
  name,
  id,
  className,
  onChange,
}: {
  filters: List;
  filtered: Filtered<List>;
  labels: Labels<List>;
  name: NameOf<List>;
  id: string;
  className?: string;
  onChange: (patch: UrlPatch) => void;
}) {
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
