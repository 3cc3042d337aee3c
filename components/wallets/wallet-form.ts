import type { WalletKind, WalletWish } from "./wallets-data.ts";

/** Where wallets keep the account of a kind (BIP44, BIP84; coin types of SLIP-44). */
export const USUAL_PATH: Readonly<Record<WalletKind, string>> = {
  BTC_P2PKH: "m/44'/0'/0'",
  BTC_P2WPKH: "m/84'/0'/0'",
  BCH_P2PKH: "m/44'/145'/0'",
  ETH: "m/44'/60'/0'",
  TRON: "m/44'/195'/0'",
};

const MOST_INDEX = 1_000_000;

export type WalletFaults = Partial<Record<"xpub" | "path" | "firstIndex", "missing" | "private" | "fault">>;

/** Extended private keys, keys of Bitcoin wallets (WIF), bare ones, and the words a wallet is restored from (BIP39). */
const SECRETS = [/^.prv/i, /^[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}$/, /^(0x)?[0-9a-f]{64}$/i, /^([a-z]+\s+){11,}[a-z]+$/i];

/** Whether a text is a secret by its spelling, of whatever network: it must not leave the browser. */
export const looksPrivate = (text: string): boolean => SECRETS.some((secret) => secret.test(text.trim()));

/** What a form says, as the wish it makes or the fields at fault. */
export function readWalletForm(
  kind: WalletKind,
  written: { xpub: string; path: string; firstIndex: string },
): { wish: WalletWish; faults: undefined } | { wish: undefined; faults: WalletFaults } {
  const [xpub, path] = [written.xpub.trim(), written.path.trim().replaceAll("’", "'")];
  const index = written.firstIndex.replace(/[\s\u00a0]/g, "");
  const faults: WalletFaults = {
    ...(looksPrivate(xpub) ? { xpub: "private" } : xpub === "" ? { xpub: "missing" } : {}),
    ...(!/^m(\/\d+'?)+$/.test(path) && { path: "fault" }),
    ...(index !== "" && !(/^\d{1,7}$/.test(index) && Number(index) <= MOST_INDEX) && { firstIndex: "fault" }),
  };
  if (Object.keys(faults).length > 0) return { wish: undefined, faults };
  return { wish: { kind, xpub, path, ...(index !== "" && { firstIndex: Number(index) }) }, faults: undefined };
}
