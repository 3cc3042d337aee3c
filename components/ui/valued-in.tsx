import { useId } from "react";
import { FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { Select } from "./select.tsx";

const FIRST: Fiat = "EUR";

/** The fiat that a parameter of the address names. */
export const fiatIn = (params: URLSearchParams, name: string): Fiat =>
  FIATS.find((one) => one === params.get(name)) ?? FIRST;

/** Which fiat all figures of the page are valued in; the first one is told as nothing, so that it stays out of the address. */
export function ValuedIn({ fiat, onChange }: { fiat: Fiat; onChange: (fiat: Fiat | undefined) => void }) {
  const id = useId();
  return (
    <>
      <label className="text-ink-2" htmlFor={id}>
        {overviewText.valued}
      </label>
      <Select
        id={id}
        onChange={({ target }) => onChange(FIATS.find((one) => one === target.value && one !== FIRST))}
        small
        value={fiat}
      >
        {FIATS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
    </>
  );
}
