import { NAV } from "#components/nav/nav-entries.ts";

/** A page of the desk by its path; `signedIn` false for those anyone may open. `keys` open a dialog each, `menus` are the parts whose panels are opened. */
export type Place = {
  path: string;
  signedIn: boolean;
  keys?: readonly string[];
  menus?: readonly ("banner" | "main")[];
};

/** Records that have the most to decide: a payment with held money, an invoice that is not executed. */
export type Records = { paymentId: string; invoiceId: string };

/** Every page there is: what the navigation leads to comes by itself; the rest are views of those, and the pages for people who are no staff. */
export function placesOf({ paymentId, invoiceId }: Records): readonly Place[] {
  const staff = (path: string, opens?: Pick<Place, "keys" | "menus">): Place => ({ path, signedIn: true, ...opens });
  const anyone = (path: string): Place => ({ path, signedIn: false });
  const opened: Record<string, Pick<Place, "keys" | "menus">> = {
    "/": { keys: ["Control+k", "?"], menus: ["banner"] },
    "/payments": { menus: ["main"] },
    "/exceptions": { menus: ["main"] },
    "/audit": { menus: ["main"] },
  };
  const named = NAV.map(({ href }) => staff(href, opened[href]));
  return [
    ...named,
    staff(`/payments?paymentId=${paymentId}&open=${paymentId}`),
    staff(`/conversions?invoice=${invoiceId}`),
    staff("/conversions?new=1"),
    staff("/customers/one"),
    staff("/customers/one?subaccount=acme-42"),
    staff("/customers/one?subaccount=acme-42&tab=conversions"),
    staff(`/bills/new?made=${paymentId}`),
    staff("/account"),
    staff("/enrol"),
    staff("/payouts?tab=beneficiaries"),
    ...["", "&tab=signing", "&tab=files"].map((tab) => staff(`/payouts?of=house${tab}`)),
    ...["/settlements?tab=terms", "/settlements?of=house", "/settlements?of=house&tab=terms"].map((path) =>
      staff(path),
    ),
    ...["keys", "webhooks", "requests", "sandbox"].map((tab) => staff(`/developers?tab=${tab}`)),
    ...["people", "notifications", "house", "chains", "wallets"].map((tab) => staff(`/settings?tab=${tab}`)),
    staff("/no-such-page"),
    ...["quick-start", "errors", "reference/requestPaymentAddress"].map((slug) => anyone(`/docs/${slug}`)),
    ...["sign-in", "forgot", "invitation", "new-password", "reset-factor", "pay/refund", `pay/${paymentId}`].map(
      (path) => anyone(`/${path}`),
    ),
  ];
}
