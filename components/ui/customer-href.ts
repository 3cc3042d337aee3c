/** A customer's page; without a name what belongs to no bill. */
export const customerHref = (name: string | undefined): string =>
  `/customers/one${name === undefined ? "" : `?${new URLSearchParams({ subaccount: name })}`}`;
