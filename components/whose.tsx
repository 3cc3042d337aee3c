"use client";

import { createContext, use } from "react";
import { type HousePermission, houseRoleMay } from "#lib/contract/permissions.ts";
import { text } from "#lib/i18n/text.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { useAccount, useStaff } from "./staff.tsx";
import { patched, useUrl } from "./url.ts";

/** Whose records a page shows. */
export type Whose = "account" | "house";

const Context = createContext<Whose | undefined>(undefined);

/** Says for a part of a page whose records it is about; what it asks and does is of theirs. */
export const WhoseProvider = Context.Provider;

/** Whose records this part of the desk is about: where nothing says so the account's, and the house's for who is in none. */
export function useOf(): Whose {
  const account = useAccount();
  return use(Context) ?? (account ? "account" : "house");
}

/**
 * Whose records the page shows, by `of` in its address: the account's unless the house's are meant, and the house's alone
 * to who is in no account. `both`: the person may look at either.
 */
export function useWhose(needed: HousePermission): { whose: Whose; both: boolean } {
  const { params } = useUrl();
  const account = useAccount();
  const mayHouse = houseRoleMay(useStaff().house?.role ?? "", needed);
  const both = account !== undefined && mayHouse;
  return { whose: both ? (params.get("of") === "house" ? "house" : "account") : account ? "account" : "house", both };
}

/** The choice between the account's records and the house's, for who may look at both. */
export function WhoseSwitch({ needed }: { needed: HousePermission }) {
  const { whose, both } = useWhose(needed);
  const { params } = useUrl();
  if (!both) return null;
  const linkTo = (of: string | undefined) => patched(params, { of }) || "?";
  return (
    <Tabs
      label={text.nav.whose}
      tabs={[
        { href: linkTo(undefined), label: text.nav.account, current: whose === "account" },
        { href: linkTo("house"), label: text.nav.house, current: whose === "house" },
      ]}
    />
  );
}
