import { NAV } from "#components/shell/nav-entries.ts";

/** A page of the desk by its path; `signedIn` false for those anyone may open. `keys` open a dialog each. */
export type Place = { path: string; signedIn: boolean; keys?: readonly string[] };

/** Records that have the most to decide: a payment with held money, an invoice that is not executed. */
export type Records = { paymentId: string; invoiceId: string };

/** Every page there is: what the navigation leads to comes by itself; the rest are views of those, and the pages for whoever is no staff. */
export function placesOf({ paymentId, invoiceId }: Records): readonly Place[] {
  const staff = (path: string, keys?: readonly string[]): Place => ({ path, signedIn: true, ...(keys && { keys }) });
  const named = NAV.map(({ href }) => (href === "/" ? staff(href, ["Control+k", "?"]) : staff(href)));
  return [
    ...named,
    staff(`/payments?paymentId=${paymentId}&open=${paymentId}`),
    staff(`/conversions?invoice=${invoiceId}`),
    staff("/conversions?new=1"),
    ...["keys", "webhooks", "requests", "sandbox"].map((tab) => staff(`/developers?tab=${tab}`)),
    staff("/settings?tab=people"),
    staff("/no-such-page"),
    { path: "/docs", signedIn: false },
    { path: "/sign-in", signedIn: false },
    { path: `/pay/${paymentId}`, signedIn: false },
  ];
}
