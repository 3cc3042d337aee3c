"use client";

import { usePreferences } from "#components/preferences.tsx";
import { useAccount, useStaff } from "#components/staff.tsx";
import { text } from "#lib/i18n/text.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { roleName } from "#lib/i18n/role-name.ts";

const BOX = "mb-2 flex min-h-10 w-full items-center gap-2 rounded-2 border border-edge px-2 py-1 text-start";

/** Whose records are shown; a choice only when the person belongs to several accounts. Who is in none sees the house. */
export function AccountSwitch() {
  const { accounts, house } = useStaff();
  const account = useAccount();
  const { set } = usePreferences();
  if (!account) return house ? <div className={`${BOX} font-medium`}>{text.nav.house}</div> : null;
  const name = (
    <span className="grid min-w-0 flex-1 leading-4">
      <span className="truncate font-medium" title={account.name}>
        {account.name}
      </span>
      <span className="nav-word text-12 text-ink-3">{text.nav.account}</span>
    </span>
  );
  if (accounts.length < 2) return <div className={BOX}>{name}</div>;
  return (
    <Menu
      align="start"
      button={
        <>
          {name}
          <Icon name="down" size={14} />
        </>
      }
      buttonClass={`${BOX} hover:bg-sunken`}
      label={text.nav.switchAccount}
    >
      {(close) =>
        accounts.map((one) => (
          <MenuItem
            chosen={one.id === account.id}
            key={one.id}
            onSelect={() => {
              set("account", one.id);
              close();
            }}
          >
            {one.name} <span className="text-12 text-ink-3">{roleName(one.role)}</span>
          </MenuItem>
        ))
      }
    </Menu>
  );
}
