import type { WalletKind, WalletWish } from "./wallets-data.ts";

/** Where wallets keep the account of a kind (BIP44, BIP84; coin types of SLIP-44). */
export const USUAL_PATH: Readonly<Record<WalletKind, string>> = {
  BTC_P2PKH: "m/44'/0'/0'",
  BTC_P2WPKH: "m/84'/0'/0'",
  BCH_P2PKH: "m/44'/145'/0'",
  ETH: "m/44'/60'/0'",
  TRON: "m/44'/195'/0'",
};

/** The highest each whole number may be, as the API takes them. */
const MOST = { firstIndex: 1_000_000, historyFrom: 2_000_000_000, gapLimit: 1_000 } as const satisfies Partial<
  Record<keyof WalletWish, number>
>;
type Whole = keyof typeof MOST;
const WHOLES = Object.keys(MOST) as Whole[];

export type WalletFaults = Partial<Record<"xpub" | "path" | Whole, "missing" | "private" | "fault">>;

/** The fields of the form as they are typed; `account` is empty for the house. */
export type WalletWritten = Record<"xpub" | "path" | "account" | Whole, string>;

/** Extended private keys, keys of Bitcoin wallets (WIF), bare ones, and the words a wallet is restored from (BIP39). */
const SECRETS = [/^.prv/i, /^[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}$/, /^(0x)?[0-9a-f]{64}$/i, /^([a-z]+\s+){11,}[a-z]+$/i];

/** Whether a text is a secret by its spelling, of whatever network: it must not leave the browser. */
export const looksPrivate = (text: string): boolean => SECRETS.some((secret) => secret.test(text.trim()));

/** What a form says, as the wish it makes or the fields at fault. Without a past there is no gap to be limited. */
export function readWalletForm(
  kind: WalletKind,
  written: WalletWritten,
): { wish: WalletWish; faults: undefined } | { wish: undefined; faults: WalletFaults } {
  const [xpub, path] = [written.xpub.trim(), written.path.trim().replaceAll("’", "'")];
  const wholes = WHOLES.flatMap((field) => {
    const digits = written[field].replace(/[\s\u00a0]/g, "");
    return digits === "" || (field === "gapLimit" && written.historyFrom.trim() === "") ? [] : [{ field, digits }];
  });
  const faults: WalletFaults = {
    ...(looksPrivate(xpub) ? { xpub: "private" } : xpub === "" ? { xpub: "missing" } : {}),
    ...(!/^m(\/\d+'?)+$/.test(path) && { path: "fault" }),
    ...Object.fromEntries(wholes.filter((each) => !isWithin(each)).map(({ field }) => [field, "fault"])),
  };
  if (Object.keys(faults).length > 0) return { wish: undefined, faults };
  const numbers = Object.fromEntries(wholes.map(({ field, digits }) => [field, Number(digits)]));
  const account = written.account === "" ? {} : { account: written.account };
  return { wish: { kind, xpub, path, ...account, ...numbers }, faults: undefined };
}

const isWithin = ({ field, digits }: { field: Whole; digits: string }): boolean =>
  /^\d{1,10}$/.test(digits) && Number(digits) <= MOST[field] && (field !== "gapLimit" || Number(digits) > 0);
