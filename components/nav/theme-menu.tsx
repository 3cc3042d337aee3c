"use client";

import { usePreferences } from "#components/preferences.tsx";
import { text } from "#lib/i18n/text.ts";
import { Icon, type IconName } from "#components/ui/icons.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";

export const THEMES: ["system" | "light" | "dark", IconName][] = [
  ["system", "theme"],
  ["light", "sun"],
  ["dark", "moon"],
];

export const BAR_BUTTON =
  "inline-flex h-7 min-w-7 items-center justify-center gap-1.5 rounded-2 px-1.5 hover:bg-raised/60";

/** Light, dark, or as the system says; a cookie, so that the server renders it and nothing flashes. */
export function ThemeMenu() {
  const { theme, set } = usePreferences();
  return (
    <Menu button={<Icon className="text-ink-2" name="theme" />} buttonClass={BAR_BUTTON} label={text.nav.preferences}>
      {(close) =>
        THEMES.map(([name, icon]) => (
          <MenuItem
            chosen={theme === name}
            key={name}
            onSelect={() => {
              set("theme", name);
              close();
            }}
          >
            <Icon className="text-ink-3" name={icon} size={14} />
            {text.theme[name]}
          </MenuItem>
        ))
      }
    </Menu>
  );
}
