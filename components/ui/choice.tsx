import { type CSSProperties, type ReactNode, useId } from "react";

export type ChoiceOption<V extends string> = {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  /** Not to be chosen; the hint says why. */
  unavailable?: boolean;
};

/** Segmented radios: one of a few, each with a line of explanation. Arrow keys move, as radios do. */
export function Choice<V extends string>({
  legend,
  options,
  value,
  onChange,
  columns = options.length,
  name,
}: {
  legend: ReactNode;
  options: readonly ChoiceOption<V>[];
  value: V;
  onChange: (value: V) => void;
  columns?: number;
  name?: string;
}) {
  const made = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 text-ink-2">{legend}</legend>
      <div className="choice" style={{ "--cols": columns } as CSSProperties}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              checked={option.value === value}
              disabled={option.unavailable}
              name={name ?? made}
              onChange={() => onChange(option.value)}
              type="radio"
              value={option.value}
            />
            <span className="font-medium">{option.label}</span>
            {option.hint ? <small className="text-12 text-ink-3">{option.hint}</small> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
