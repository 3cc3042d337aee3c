import type { Locator } from "playwright/test";
import type { Permission } from "#lib/contract/permissions.ts";

/** What a button needs. `without`: what becomes of it for a role that lacks the permission; one that is blocked stays and says why. */
export type ButtonRule = {
  name: RegExp;
  /** Absent: anyone may press it. */
  needs?: Permission;
  without?: "absent" | "blocked";
  /** It is there, and nobody may press it now. */
  dead?: true;
  /** Whether it is there hangs on what else the page shows. */
  optional?: true;
};
export type FoundButton = { name: string; blocked: boolean };

const LINE = /^\s*- '?button(?: "((?:[^"\\]|\\.)*)")?(.*)$/;

/** The buttons of a part of a page, as a screen reader tells them. */
export async function buttonsIn(part: Locator): Promise<FoundButton[]> {
  if ((await part.count()) === 0) return [];
  const tree = await part.ariaSnapshot();
  return tree.split("\n").flatMap((line) => {
    const read = LINE.exec(line);
    return read ? [{ name: read[1] ?? "", blocked: (read[2] ?? "").includes("[disabled]") }] : [];
  });
}

/** Who looks: a role, of an account or of the house. */
export type Reader = { role: string; may: (permission: Permission) => boolean };

/** What is wrong with the buttons of a place for a role: unknown to the table, missing, or live when they should not be. */
export function complaints(found: readonly FoundButton[], rules: readonly ButtonRule[], reader: Reader): string[] {
  const unknown = found.filter(({ name }) => !rules.some((rule) => rule.name.test(name)));
  return [
    ...unknown.map(({ name }) => `the table does not know the button "${name}"`),
    ...rules.flatMap((rule) => complaintOf(found, rule, reader)),
  ];
}

function complaintOf(found: readonly FoundButton[], rule: ButtonRule, { role, may: holds }: Reader): string[] {
  const named = found.filter(({ name }) => rule.name.test(name));
  const may = rule.needs === undefined || holds(rule.needs);
  if (!may && rule.without === "absent") return named.map(({ name }) => `"${name}" is shown to a ${role}`);
  if (named.length === 0) return rule.optional ? [] : [`${rule.name} is not there`];
  const live = may && !rule.dead;
  return named
    .filter(({ blocked }) => blocked === live)
    .map(({ name }) => `"${name}" is ${live ? "not live" : "live"} for a ${role}`);
}

export const anyone = (...names: RegExp[]): ButtonRule[] => names.map((name) => ({ name }));
export const optional = (...names: RegExp[]): ButtonRule[] => names.map((name) => ({ name, optional: true }));
export const hidden = (needs: Permission, ...names: RegExp[]): ButtonRule[] =>
  names.map((name) => ({ name, needs, without: "absent" }));
const blocked = (needs: Permission, ...names: RegExp[]): ButtonRule[] =>
  names.map((name) => ({ name, needs, without: "blocked" }));
export const dead = (...names: RegExp[]): ButtonRule[] => names.map((name) => ({ name, dead: true }));

/** What may be done with people, of an account or of the house. */
const buttonsOfPeople = (needs: Permission): ButtonRule[] => [
  ...hidden(
    needs,
    /^Invite a person$/,
    /^Change role: /,
    /^Reset password: /,
    /^Disable: /,
    /^Remove: /,
    /^End session: /,
  ),
  ...hidden(needs, /^Send again: /, /^Revoke: /).map((rule) => ({ ...rule, optional: true as const })),
];

/** Beside every page: the bar above it. */
export const BAR: readonly ButtonRule[] = [
  ...optional(/^Search$/),
  ...anyone(/ Time zone$/, /^Theme$/, / account menu$/),
  ...optional(/^(New )?[Cc]ases/),
];

export const COPY = optional(/^Copy /);
export const NOTE = hidden("notes:write", /^Add comment$/, /^@ Mention$/);
export const DRAWER = [...anyone(/^Close \(Esc\)$/), ...optional(/^Previous \(k\)$/, /^Next \(j\)$/), ...COPY];
export const PDF = optional(/, PDF$/);
export const RANGE = anyone(/ Change the range$/);
export const VIEWS = anyone(/ Saved views$/);
export const EXPORT = anyone(/ Export this list$/);
/** An asset, which opens the rows that its figures are the sums of. */
const OF_ASSET = /^(BCH|BTC|CAD|EUR|GBP|JPY|USD|USDC|USDT ?(Ethereum|Tron))$/;
export const LAYOUT = anyone(/^Columns$/, /^Density: /);

export type PaymentState =
  | "unpaid"
  | "partial"
  | "paid"
  | "kept"
  | "locked"
  | "held"
  | "wrong"
  | "declined"
  | "expired";
const PAY_OUT = hidden("payouts:request", /^Record payout…$/);
/** A limit of the account's own holds it, or the house does. */
const [DECLINE, DECLINE_FOR_HOUSE] = [hidden("holds:write", /^Decline…$/), hidden("house:holds", /^Decline…$/)];
const MONEY: Record<PaymentState, readonly ButtonRule[]> = {
  unpaid: [],
  partial: [],
  paid: [],
  expired: [],
  locked: [],
  kept: [...hidden("conversions:write", /^Convert \S+ BTC…$/), ...PAY_OUT],
  held: [...hidden("holds:write", /^Release…$/), ...DECLINE, ...PAY_OUT],
  wrong: [...DECLINE_FOR_HOUSE, ...PAY_OUT],
  declined: PAY_OUT,
};

/** Beside a deposit with something to give back. */
const REFUND = hidden("payouts:request", /^Send refund link…$/);

/** In the drawer of a payment. */
export const paymentButtons = (state: PaymentState): ButtonRule[] => [
  ...DRAWER,
  ...NOTE,
  ...optional(/^Table$/),
  ...anyone(/^Show entries$/),
  ...PDF,
  ...MONEY[state],
  ...(state === "kept" || state === "declined" ? REFUND : []),
];

export type DealState = "created" | "quoted" | "ended" | "executed" | "cancelled";
const QUOTE = blocked("conversions:write", /^(Get quote|Re-quote)$/);
const CANCEL = hidden("conversions:write", /^Cancel this conversion…$/);
const DEALS: Record<DealState, readonly ButtonRule[]> = {
  created: [...QUOTE, ...CANCEL],
  quoted: [...QUOTE, ...CANCEL, ...blocked("conversions:execute", /^Sell \S+ BTC for \S+ EUR…$/)],
  ended: [...QUOTE, ...CANCEL, ...dead(/^Execute…$/)],
  executed: [],
  cancelled: [],
};

/** A picture has its table beside it. */
const PICTURE = optional(/^Chart$/, /^Table$/);

/** In the drawer of a conversion. */
export const dealButtons = (state: DealState): ButtonRule[] => [
  ...DRAWER,
  ...NOTE,
  ...PDF,
  ...PICTURE,
  ...DEALS[state],
];

export type CaseState = "open" | "muted" | "closed" | "settled";
const ASSIGN = hidden("notes:write", / Assign$/);
const CASES: Record<CaseState, readonly ButtonRule[]> = {
  open: [...NOTE, ...ASSIGN, ...hidden("notes:write", /^Mute$/, /^Close…$/)],
  muted: [...NOTE, ...ASSIGN, ...hidden("notes:write", /^Unmute$/, /^Close…$/)],
  closed: [...NOTE, ...ASSIGN, ...hidden("notes:write", /^Reopen case$/)],
  settled: [],
};

/** What the first option of a case about such a payment does. */
const DECIDES: Partial<Record<PaymentState, readonly ButtonRule[]>> = {
  kept: hidden("conversions:write", /^Convert \S+ BTC…$/),
  held: hidden("holds:write", /^Release(?:, credit \S+ EUR| \S+ BCH)…$/),
  wrong: hidden("house:holds", /^Decline \S+ \S+…$/),
  declined: hidden("payouts:request", /^Refund \S+ \S+ by link…$/),
};

/** Beside a case; while it is not over, what can be decided about its payment. */
export const caseButtons = (state: CaseState, payment: PaymentState): ButtonRule[] => [
  ...DRAWER,
  ...CASES[state],
  ...(state === "open" || state === "muted" ? (DECIDES[payment] ?? []) : []),
];

const SCENARIOS =
  /^(Paid (exactly|late|twice)|Underpaid|Overpaid|Wrong coin|Reorganised away|Double-spent|Never paid|Limit not met|Stale price|Venue refuses|Outcome unknown)$/;

/** Above the list of conversions, beside what every list has. A column beside a drawer may have left. */
const CONVERSION_LIST = [...anyone(/ Filter conversions$/), ...optional(/^Created$/, /^Sell$/, /^Receive$/)];

/** What stands on each page beside an open drawer, by the page's address. */
export const PAGES: Readonly<Record<string, readonly ButtonRule[]>> = {
  "/payments?range=90d": [
    ...VIEWS,
    ...RANGE,
    ...EXPORT,
    ...LAYOUT,
    ...anyone(/ Filter payments$/, /^Created$/, /^Received$/, /^Fiat due$/),
    ...optional(/^Due$/, /^Difference$/),
    ...optional(/^\d+ new$/),
  ],
  "/conversions": [...anyone(/^New conversion$/), ...RANGE, ...EXPORT, ...LAYOUT, ...VIEWS, ...CONVERSION_LIST],
  "/exceptions": [...EXPORT, ...anyone(/^Filter$/, /^Table$/, /^Open the next due$/)],
  "/conversions?new=1": [
    ...anyone(/^New conversion$/),
    ...RANGE,
    ...EXPORT,
    ...LAYOUT,
    ...VIEWS,
    ...CONVERSION_LIST,
    ...DRAWER,
    ...blocked("conversions:write", /^Create conversion of \S+ \S+$/),
  ],
  "/": [...anyone(/^Bars$/, /^Table$/, /^Chart$/), ...hidden("house:read", /^Steps as table$/)],
  "/bills/new": [...COPY, ...blocked("payments:write", /^Create bill/)],
  "/bills/new?made=": [
    ...anyone(/^Duplicate$/, /^Address only$/, /^With amount$/, /^Print$/),
    ...hidden("sandbox", /^Pay in sandbox /),
    ...COPY,
  ],
  "/ledger": [
    ...anyone(/^As of /, /^Asset$/, /^Customer$/, / Asset$/),
    ...optional(/^Show zero \(\d+\)$/, /^Hide zero$/),
    ...VIEWS,
    ...RANGE,
    ...EXPORT,
    ...LAYOUT,
    ...COPY,
    ...optional(OF_ASSET, /^Load more$/),
  ],
  "/customers": [...RANGE, ...LAYOUT, ...anyone(/^Customer$/, /^Bill value$/, /^Last bill$/)],
  "/customers/one": [...RANGE, ...anyone(/^Download CSV$/), ...optional(OF_ASSET)],
  "/exports": [],
  "/audit": [...RANGE, ...VIEWS, ...EXPORT, ...LAYOUT, ...COPY, ...optional(/^Filter$/, /^Detail$/, /^Load more$/)],
  "/account": anyone(/^Change password$/, /^Set up app$/, /^Add a passkey$/, /^Leave account$/),
  "/developers": [...COPY, ...hidden("keys:write", /^Create sandbox key$/)],
  "/developers?tab=keys": [
    ...optional(/^Show \d+ ended keys?$/),
    ...hidden("keys:read", /^Copy key id$/),
    ...hidden("keys:write", /^Create key$/, /^Rotate /, /^Revoke /),
  ],
  "/developers?tab=webhooks": [
    ...anyone(/^http:\/\/localhost:9\/hooks$/),
    ...optional(/ State$/, /^Load more$/, /^Comments$/, /^Detail$/, /^Copy /, /^conversion\./, /^payment\./),
    ...blocked("webhooks:write", /^Add an endpoint$/),
    ...hidden("webhooks:write", /^Send test: /, /^Actions for /, /^Resend a range…$/),
    ...hidden("webhooks:write", /^Resend \S+ no\. \d+$/).map((rule) => ({ ...rule, optional: true as const })),
  ],
  "/developers?tab=requests": optional(
    /^(GET|POST|PATCH|PUT|DELETE) \//,
    // Refusals of one kind stand together, with how many they are.
    /^\d+ 4\d\d [A-Z_]+ (GET|POST|PATCH|PUT|DELETE) \//,
    /^Load more$/,
    /^Show all calls$/,
    /^Copy /,
  ),
  "/developers?tab=sandbox": [
    // Who may not play reads the first steps in their place.
    ...COPY,
    ...hidden(
      "sandbox",
      SCENARIOS,
      /^Play all against it$/,
      /^Advance clock$/,
      /^Mine$/,
      /^Reorganise$/,
      /^Mining (on|off)$/,
      /^Set( bid)?$/,
      /^Make it stale$/,
      /^Settle now$/,
    ),
  ],
  "/settings": hidden("settings:write", /^Change .*: /),
  "/approvals": anyone(/ Change the range$/, / Filter requests$/),
  "/settings?tab=notifications": hidden("settings:write", /^Add rule$/),
  "/settings?tab=people": [...hidden("people:read", /^Access review \(CSV\)$/), ...buttonsOfPeople("people:write")],
};

/** What only who works for the house is shown. Who may not open a part of the settings is shown the house's in its place. */
const GIVEN_AWAY = [/^Chart$/, /^Table$/, /^Save as CSV$/] as const;

export const PAGES_OF_HOUSE: Readonly<Record<string, readonly ButtonRule[]>> = {
  "/settings?tab=house": hidden("house:settings", /^Change .*: /).concat(anyone(...GIVEN_AWAY)),
  "/audit": hidden(
    "house:audit",
    / Change the range$/,
    /^Columns$/,
    /^Density: /,
    /^Save as CSV$/,
    /^Verify$/,
    / Saved views$/,
  ).concat(optional(/^Filter$/, /^Detail$/, /^Load more$/, /^Copy /)),
  "/exceptions": hidden("house:cases", /^Filter$/, /^Table$/, /^Open the next due$/),
  "/approvals": hidden("house:audit", / Change the range$/, / Filter requests$/),
  "/settings?tab=people": [
    ...optional(...GIVEN_AWAY),
    ...hidden("house:audit", /^Access review \(CSV\)$/),
    ...buttonsOfPeople("house:people"),
  ],
  "/settings?tab=keys": [...optional(...GIVEN_AWAY), ...hidden("house:keys", /^Create key$/)],
  "/settings?tab=chains": hidden("house:chains", /^Rescan…$/),
  "/settings?tab=wallets": [...anyone(/^Details$/), ...hidden("house:wallets", /^Add a wallet…$/)],
};
