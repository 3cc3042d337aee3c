import { FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import type { UrlPatch } from "#components/url.ts";
import type { Sort } from "./sort.ts";

const FIRST: Fiat = "EUR";

/** The fiat of a sort by value, as the URL has it; of any other sort there is none. */
export const fiatOfSort = ({ id }: Sort<string>, params: URLSearchParams): Fiat | undefined =>
  id === "value" ? (FIATS.find((one) => one === params.get("in")) ?? FIRST) : undefined;

/** What a sort by amounts means over several currencies, and the way to one by their value in a single one. */
export function SortNote({
  sort,
  amounts,
  params,
  onChange,
}: {
  sort: Sort<string>;
  /** Sorts that compare numbers, whatever their currency. */
  amounts: readonly string[];
  params: URLSearchParams;
  onChange: (patch: UrlPatch) => void;
}) {
  const words = text.views.sort;
  const fiat = fiatOfSort(sort, params);
  if (fiat !== undefined)
    return (
      <span className="inline-flex items-center gap-2 text-12 text-ink-2">
        {sort.desc ? words.most : words.least}
        <Select
          aria-label={words.fiat}
          onChange={({ target }) => onChange({ in: target.value === FIRST ? undefined : target.value })}
          small
          value={fiat}
        >
          {FIATS.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        <Button look="plain" onClick={() => onChange({ sort: sort.desc ? "value" : "-value" })} size="small">
          {words.turn}
        </Button>
      </span>
    );
  if (!amounts.includes(sort.id)) return null;
  return (
    <span className="inline-flex items-center gap-2 text-12 text-ink-3">
      {words.byNumber}
      <Button look="plain" onClick={() => onChange({ sort: sort.desc ? "-value" : "value" })} size="small">
        {words.byValue}
      </Button>
    </span>
  );
}
