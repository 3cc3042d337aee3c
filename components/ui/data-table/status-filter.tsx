import { useId } from "react";
import { Select } from "#components/ui/select.tsx";

/** Chooses one status of a list, or all of them. */
export function StatusFilter<State extends string>(props: {
  states: readonly State[];
  status: State | undefined;
  onChange: (status: State | undefined) => void;
  words: { filter: { status: string; all: string }; states: Readonly<Record<State, string>> };
}) {
  const { states, status, onChange, words } = props;
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2 text-12 text-ink-2">
      <label htmlFor={id}>{words.filter.status}</label>
      <Select
        id={id}
        onChange={({ target }) => onChange(states.find((one) => one === target.value))}
        small
        value={status ?? ""}
      >
        <option value="">{words.filter.all}</option>
        {states.map((one) => (
          <option key={one} value={one}>
            {words.states[one]}
          </option>
        ))}
      </Select>
    </span>
  );
}
