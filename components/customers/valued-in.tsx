import { useId } from "react";
import { FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { overviewText } from "#components/i18n/overview.ts";
import { Select } from "#components/ui/select.tsx";
import type { UrlPatch } from "#components/url.ts";

const FIRST: Fiat = "EUR";

/** The fiat that the address names. */
export const fiatOf = (params: URLSearchParams): Fiat => FIATS.find((one) => one === params.get("in")) ?? FIRST;

/** Which fiat all figures of the page are valued in. */
export function ValuedIn({ fiat, onChange }: { fiat: Fiat; onChange: (patch: UrlPatch, how: "replace") => void }) {
  const id = useId();
  return (
    <span className="ms-auto flex items-center gap-2 text-12">
      <label className="text-ink-2" htmlFor={id}>
        {overviewText.valued}
      </label>
      <Select
        id={id}
        onChange={({ target }) => onChange({ in: target.value === FIRST ? undefined : target.value }, "replace")}
        small
        value={fiat}
      >
        {FIATS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
    </span>
  );
}
