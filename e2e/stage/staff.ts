import type { Staff } from "#components/staff.tsx";

/** A person of the operator in that role, and of no account. */
export const operatorAs = (role: string, name = "Hugo"): Staff => ({
  userId: "usr_1",
  name,
  email: `${name.toLowerCase()}@example.com`,
  accounts: [],
  house: { id: "acc_house", name: "house", role },
});
