import type { PaymentList, PaymentRecord } from "#lib/payments/contract.ts";

/** `places`: where in the rows each payment stands. */
type Collected = { rows: readonly PaymentRecord[]; places: ReadonlyMap<string, number> };

/** Collects the records of all pages, each once, in their order: of pages that go on from those before only the new are read. */
export function collector(): (pages: readonly PaymentList[]) => Collected {
  let read: readonly PaymentList[] = [];
  let rows: readonly PaymentRecord[] = [];
  let places = new Map<string, number>();
  return (pages) => {
    if (!read.every((page, at) => page === pages[at])) {
      read = [];
      rows = [];
      places = new Map();
    }
    const added = pages.slice(read.length).flatMap((page) => page.data.filter(isNew));
    if (added.length > 0) rows = rows.concat(added);
    read = pages;
    return { rows, places };
  };

  function isNew({ paymentId }: PaymentRecord): boolean {
    if (places.has(paymentId)) return false;
    places.set(paymentId, places.size);
    return true;
  }
}

/** The same rows, each replaced by its newer record where `fresh` has one. */
export function renewed({ rows, places }: Collected, fresh: PaymentList | undefined): readonly PaymentRecord[] {
  const next = [...rows];
  for (const record of fresh?.data ?? []) {
    const place = places.get(record.paymentId);
    const held = place === undefined ? undefined : rows[place];
    if (place !== undefined && held) next[place] = newest(held, record);
  }
  return next;
}

function newest(held: PaymentRecord, told: PaymentRecord): PaymentRecord {
  return told.updatedAt >= held.updatedAt ? told : held;
}
