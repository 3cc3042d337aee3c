"use client";

import { usePreferences } from "#components/preferences.tsx";
import { useReading } from "#components/reading.ts";
import { text } from "#lib/i18n/text.ts";
import { MenuItem } from "#components/ui/menu.tsx";
import { Select } from "#components/ui/select.tsx";

const READY = ["utc", "local"] as const;

/** The zone that all times of the desk are written in: UTC, this computer's, or any by its name. */
export function ZoneChoice({ onChosen }: { onChosen: () => void }) {
  const { zone } = usePreferences();
  const choose = useReading();
  const named = READY.every((name) => name !== zone);
  return (
    <>
      {READY.map((name) => (
        <MenuItem
          chosen={zone === name}
          key={name}
          onSelect={() => {
            void choose({ zone: name });
            onChosen();
          }}
        >
          {name === "utc" ? text.zone.utc : text.zone.local(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        </MenuItem>
      ))}
      <Select
        aria-label={text.zone.other}
        className="m-1 block!"
        onChange={(event) => void choose({ zone: event.target.value })}
        small
        translate="no"
        value={named ? zone : ""}
      >
        <option disabled value="">
          {text.zone.other}
        </option>
        {zonesByRegion(named ? zone : undefined).map(([region, zones]) => (
          <optgroup key={region} label={region}>
            {zones.map((name) => (
              <option key={name} value={name}>
                {cityOf(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </>
  );
}

/** All zones this browser knows, by the part before the first `/`; one that is chosen stands even if it is not among them. */
function zonesByRegion(chosen: string | undefined): [string, string[]][] {
  const known = Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/"));
  const all = chosen === undefined || known.includes(chosen) ? known : [...known, chosen];
  return [...Map.groupBy(all, (name) => name.split("/")[0] ?? name)];
}

const cityOf = (name: string) => name.split("/").slice(1).join(", ").replaceAll("_", " ") || name;
