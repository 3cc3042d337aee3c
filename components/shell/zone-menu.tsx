"use client";

import { useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#lib/i18n/text.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { clockText, zoneName } from "#lib/i18n/times.ts";
import { BAR_BUTTON } from "#components/nav/theme-menu.tsx";
import { ZoneChoice } from "./zone-choice.tsx";

/** The server's clock in the zone that all times of the desk are written in, and the choice of that zone. */
export function ZoneMenu() {
  const { zone } = usePreferences();
  const now = useNow(1000);
  return (
    <div className="hidden card:block">
      <Panel
        button={
          <>
            <span className="figure min-w-14">{now === undefined ? "" : clockText(now, zone)}</span>
            <span>{now === undefined ? text.zone.utc : zoneName(now, zone)}</span>
            <Icon className="text-ink-2" name="down" size={12} />
          </>
        }
        buttonClass={BAR_BUTTON}
        label={text.nav.zone}
      >
        {(close) => <ZoneChoice onChosen={close} />}
      </Panel>
    </div>
  );
}
