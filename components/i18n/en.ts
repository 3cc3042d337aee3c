import { en as account } from "./account.en.ts";
import { en as approvals } from "./approvals.en.ts";
import { en as audit } from "./audit.en.ts";
import { en as bills } from "./bills.en.ts";
import { en as chains } from "./chains.en.ts";
import { en as charts } from "./charts.en.ts";
import { en as conversions } from "./conversions.en.ts";
import { en as developers } from "./developers.en.ts";
import { en as exceptions } from "./exceptions.en.ts";
import { en as exports } from "./exports.en.ts";
import { en as ledger } from "./ledger.en.ts";
import { en as live } from "./live.en.ts";
import { en as overview } from "./overview.en.ts";
import { en as palette } from "./palette.en.ts";
import { en as paper } from "./paper.en.ts";
import { en as payments } from "./payments.en.ts";
import { en as settings } from "./settings.en.ts";
import { en as views } from "./views.en.ts";
import { en as wallets } from "./wallets.en.ts";

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** The English words of the desk. Sentences with values are functions, so that another language may order them its own way. */
export const en = {
  product: "Desk",
  account,
  approvals,
  audit,
  bills,
  payments,
  chains,
  charts,
  conversions,
  developers,
  exceptions,
  exports,
  ledger,
  live,
  overview,
  palette,
  paper,
  settings,
  views,
  wallets,
  skip: "Skip to content",
  mode: { sandbox: "SANDBOX", sandboxHint: "Simulated chains and venue. No real money." },
  nav: {
    main: "Main",
    short: "Main, short",
    more: "More",
    payments: "Payments",
    conversions: "Conversions",
    account: "Account",
    switchAccount: "Switch account",
    shortcuts: "Shortcuts",
    search: "Search",
    searchHint: "Payment, address, tx hash, reference…",
    searchShort: "Search payments",
    preferences: "Theme",
    zone: "Time zone",
    language: "Language",
    user: (name: string) => `${name}, account menu`,
    signOut: "Sign out",
    signingOut: "Signing out…",
    go: "Go to",
  },
  languages: { en: "English", de: "Deutsch" },
  theme: { system: "As the system", light: "Light", dark: "Dark" },
  zone: { utc: "UTC", local: (name: string) => `This computer, ${name}`, other: "Another zone" },
  keyboard: {
    title: "Keyboard shortcuts",
    letters: "Single-letter shortcuts",
    lettersHint: "switch off when they collide with your tools",
    close: "Close",
    groups: { everywhere: "Everywhere", go: "Go", table: "Table" },
    help: "Show shortcuts",
    search: "Search",
  },
  dialog: {
    cancel: "Cancel",
    typed: (id: string) => `Type ${id} to confirm`,
    typedHint: "It is above this account's limit.",
    typedFault: (id: string) => `Type ${id}, as it stands above.`,
  },
  drawer: { waiting: "Loading", previous: "Previous (k)", next: "Next (j)", close: "Close (Esc)" },
  copy: {
    label: (name: string) => `Copy ${name}`,
    short: "Copied",
    done: (name: string) => `Copied ${name}`,
    failed: "The browser did not allow copying.",
  },
  toast: { undo: "Undo", dismiss: "Dismiss" },
  time: {
    ago: (span: string) => `${span} ago`,
    left: (seconds: number) => (seconds === 0 ? "Time is up" : `${seconds} seconds left`),
  },
  error: {
    title: "This did not work",
    unknown: "Something in the desk itself failed.",
    request: "Request",
    requestId: "request id",
    retry: "Try again",
    pageTitle: "This page could not be shown",
    pageSafe: "No money moved because of this. Try again; if it stays, tell your administrator the digest below.",
    digest: "Digest",
    notFoundTitle: "There is no such page",
    notFoundText: "The address may be mistyped, or the page is not for this account.",
    toPayments: "Go to payments",
    noAccountTitle: "You belong to no account yet",
    noAccountText: "Ask an administrator to give you a role in an account, then sign in again.",
  },
  table: {
    select: (name: string) => `Select ${name}`,
    selectAll: "Select all loaded rows",
    columns: "Columns",
    plain: "As it was",
    pin: (column: string) => `Keep ${column} in sight`,
    earlier: (column: string) => `Move ${column} towards the start`,
    later: (column: string) => `Move ${column} towards the end`,
    narrower: (column: string) => `Make ${column} narrower`,
    wider: (column: string) => `Make ${column} wider`,
    density: (now: string) => `Density: ${now}`,
    comfortable: "comfortable",
    compact: "compact",
    more: "Loading more rows…",
    slow: "Still loading. Large ranges take a moment.",
    loading: (label: string) => `Loading ${label}`,
    loaded: (count: number) => `${plural(count, "row", "rows")} loaded`,
    selected: (count: number) => `${count} selected`,
    clear: "Clear",
    keys: {
      down: "Next row",
      up: "Previous row",
      open: "Open the row",
      select: "Select the row",
      extend: "Select and go down or up",
      close: "Close the drawer, or clear the selection",
    },
  },
  door: {
    title: "Sign in",
    lead: "For staff of treasury and operations.",
    email: "E-mail",
    password: "Password",
    show: "Show password",
    submit: "Sign in",
    busy: "Signing in…",
    demo: "Use demo user",
    demoHint: "Sandbox only. Nothing here is real money.",
    needEmail: "Enter your e-mail address.",
    needPassword: "Enter your password.",
    refused:
      "E-mail or password is not right, or the account is locked for a while. Try again in a few minutes or ask an administrator.",
    unreachable: "The server did not answer. Check the connection and try again.",
    noDemo: "The demo user is not set up. Run the seed command, then try again.",
    expired: "Your session ended. Sign in to go on where you were.",
    summary: "Please check:",
    passkey: "Use a passkey",
    passkeyRefused: "The passkey was not accepted. Try again, or sign in with your password.",
    or: "or",
    second: {
      title: "Second factor",
      lead: "Type the six digits your authenticator app shows.",
      leadRecovery: "Type one of your recovery codes; it counts once.",
      code: "Code",
      recoveryCode: "Recovery code",
      useRecovery: "Use a recovery code",
      useApp: "Use the authenticator app",
      missing: "Enter the code.",
      submit: "Continue",
      back: "Back",
      refused:
        "This code is not right, was used before, or there were too many tries. Wait for the next code; after ten minutes sign in anew.",
    },
  },
};
