"use client";

import { useGo } from "#components/connection.ts";
import { usePreferences } from "#components/preferences.tsx";
import { useAccount, useStaff } from "#components/staff.tsx";
import { NUMBER_STYLES, SPOKEN } from "#lib/contract/voice.ts";
import { currentLanguage, currentNumbers } from "#lib/i18n/language.ts";
import { useReading } from "#components/reading.ts";
import { text } from "#lib/i18n/text.ts";
import { initialsOf } from "#components/ui/initials.ts";
import { Icon } from "#components/ui/icons.tsx";
import { MenuItem, Panel } from "#components/ui/menu.tsx";
import { leave } from "#components/nav/leave.ts";
import { BAR_BUTTON } from "#components/nav/theme-menu.tsx";
import { ZoneChoice } from "./zone-choice.tsx";
import { roleName } from "#lib/i18n/role-name.ts";

/** Who is signed in and as what, the account on a phone, the language, and the way out. */
export function UserMenu() {
  const { name, email, accounts, house } = useStaff();
  const account = useAccount();
  const { set } = usePreferences();
  const choose = useReading();
  const go = useGo();
  return (
    <Panel
      button={
        <span
          aria-hidden="true"
          className="inline-grid size-6 place-items-center rounded-full border border-edge bg-sheet text-[10px] font-semibold tracking-[0.02em] text-ink-2"
        >
          {initialsOf(name)}
        </span>
      }
      buttonClass={BAR_BUTTON}
      label={text.nav.user(name)}
    >
      {(close) => (
        <>
          <div className="border-b border-rule px-2 pt-1 pb-2">
            <p className="font-medium">{name}</p>
            <p className="text-12 text-ink-3">{email}</p>
            {account ? (
              <p className="text-12 text-ink-3">
                {account.name}, {roleName(account.role)}
              </p>
            ) : null}
            {house ? (
              <p className="text-12 text-ink-3">
                {text.nav.house}, {roleName(house.role)}
              </p>
            ) : null}
          </div>
          {accounts.length > 1 ? (
            <div className="grid border-b border-rule py-1 card:hidden">
              {accounts.map((one) => (
                <MenuItem chosen={one.id === account?.id} key={one.id} onSelect={() => set("account", one.id)}>
                  {one.name}
                </MenuItem>
              ))}
            </div>
          ) : null}
          <fieldset className="border-b border-rule py-1 card:hidden">
            <legend className="px-2 pt-1 text-12 text-ink-3">{text.nav.zone}</legend>
            <ZoneChoice onChosen={close} />
          </fieldset>
          <fieldset className="border-b border-rule py-1">
            <legend className="px-2 pt-1 text-12 text-ink-3">{text.nav.language}</legend>
            {SPOKEN.map((language) => (
              <MenuItem
                chosen={language === currentLanguage()}
                key={language}
                onSelect={() => void choose({ language })}
              >
                <span lang={language}>{text.languages[language]}</span>
              </MenuItem>
            ))}
          </fieldset>
          <fieldset className="border-b border-rule py-1">
            <legend className="px-2 pt-1 text-12 text-ink-3">{text.nav.numbers}</legend>
            {NUMBER_STYLES.map((numbers) => (
              <MenuItem chosen={numbers === currentNumbers()} key={numbers} onSelect={() => void choose({ numbers })}>
                <span className="figure">{text.numbers[numbers]}</span>
              </MenuItem>
            ))}
          </fieldset>
          <div className="pt-1">
            <MenuItem
              onSelect={() => {
                close();
                go("/account");
              }}
            >
              <Icon className="text-ink-3" name="lock" size={14} />
              {text.nav.yourAccount}
            </MenuItem>
            <MenuItem
              onSelect={() => {
                close();
                void leave();
              }}
            >
              <Icon className="text-ink-3" name="out" size={14} />
              {text.nav.signOut}
            </MenuItem>
          </div>
        </>
      )}
    </Panel>
  );
}
