"use client";

import { useState } from "react";
import { useShortcutGroups } from "#components/keyboard/keyboard.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";

/** Every shortcut that answers on the page it was opened from, and the switch for single letters. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const groups = useShortcutGroups();
  const [shown] = useState(groups);
  const { letters, set } = usePreferences();
  return (
    <Dialog
      footer={
        <>
          <Check
            checked={letters === "on"}
            className="me-auto"
            hint={text.keyboard.lettersHint}
            label={text.keyboard.letters}
            onChange={(event) => set("letters", event.target.checked ? "on" : "off")}
          />
          <Button data-first onClick={onClose}>
            {text.keyboard.close}
          </Button>
        </>
      }
      onClose={onClose}
      title={text.keyboard.title}
    >
      <div className="grid gap-4">
        {shown.map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="mb-1 text-12 font-semibold text-ink-2">{group}</h3>
            <ul className="grid gap-1">
              {[...Map.groupBy(shortcuts, (one) => one.label)].map(([label, same]) => (
                <li className="flex items-center justify-between gap-4" key={label}>
                  {label}
                  <span className="flex gap-2">
                    {same.map((one) => (
                      <Kbd key={one.keys} keys={one.keys} spoken />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
