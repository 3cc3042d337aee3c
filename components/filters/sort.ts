/** The order of a list by one of its fields. */
export type Sort<Id extends string> = { id: Id; desc: boolean };

/** Reads the URL's `sort`; what it does not know is the standard order. */
export function readSort<Id extends string>(ids: readonly Id[], text: string | null, standard: Sort<Id>): Sort<Id> {
  const id = ids.find((one) => one === text?.replace(/^-/, ""));
  return id ? { id, desc: text?.startsWith("-") ?? false } : standard;
}

export const sortParam = <Id extends string>({ id, desc }: Sort<Id>): Id | `-${Id}` => (desc ? `-${id}` : id);

/** As the URL holds it: the standard order is left out. */
export const sortInUrl = <Id extends string>(sort: Sort<Id>, standard: Sort<Id>): string | undefined =>
  sort.id === standard.id && sort.desc === standard.desc ? undefined : sortParam(sort);
