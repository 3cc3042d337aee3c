import { makeWalletCall } from "#lib/wallets/calls.ts";
import type { makeWalletEndpoint } from "#lib/wallets/contract.ts";
import { walletsText } from "#lib/i18n/wallets.ts";
import { checkedBy, numberTyped } from "#components/ui/form-check.ts";
import { isSafe, type WalletKind } from "./wallets-data.ts";

const words = walletsText.form;

/** Where wallets keep the account of a kind (BIP44, BIP84; coin types of SLIP-44). */
export const USUAL_PATH: Readonly<Record<WalletKind, string>> = {
  BTC_P2PKH: "m/44'/0'/0'",
  BTC_P2WPKH: "m/84'/0'/0'",
  BCH_P2PKH: "m/44'/145'/0'",
  ETH: "m/44'/60'/0'",
  TRON: "m/44'/195'/0'",
  ETH_SAFE: "",
};

/** The fields of the form as they are typed; `account` is empty for the house. */
export type WalletWritten = {
  kind: WalletKind;
  xpub: string;
  path: string;
  account: string;
  firstIndex: string;
  historyFrom: string;
  gapLimit: string;
};

/** Extended private keys, keys of Bitcoin wallets (WIF), bare ones, and the words a wallet is restored from (BIP39). */
const SECRETS = [/^.prv/i, /^[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}$/, /^(0x)?[0-9a-f]{64}$/i, /^([a-z]+\s+){11,}[a-z]+$/i];

/** Whether a text is a secret by its spelling, of whatever network: it must not leave the browser. */
export const looksPrivate = (text: string): boolean => SECRETS.some((secret) => secret.test(text.trim()));

/** What may stand between a key and the master key. */
const PATH = /^m(\/\d+'?)+$/;

/** The wallet that a form describes, for the contract to judge. Without a past there is no gap to be limited. */
function walletBody(written: WalletWritten) {
  const { kind, xpub, path, account, firstIndex, historyFrom, gapLimit } = written;
  if (isSafe(kind)) return { kind, xpub: xpub.trim() || undefined };
  return {
    kind,
    xpub: xpub.trim() || undefined,
    path: plainPath(path),
    account: account || undefined,
    firstIndex: numberTyped(firstIndex),
    historyFrom: numberTyped(historyFrom),
    gapLimit: historyFrom.trim() === "" ? undefined : numberTyped(gapLimit),
  };
}

/** The contract's check in the form's words; `wasSecret` tells of a field that was emptied of a secret. */
export const walletCheck = (wasSecret: () => boolean) =>
  checkedBy<WalletWritten, typeof makeWalletEndpoint.body>(makeWalletCall, {
    bodyOf: walletBody,
    missing: { xpub: words.xpubMissing },
    words: { firstIndex: words.firstIndexFault, historyFrom: words.historyFromFault, gapLimit: words.gapLimitFault },
    faults: ({ kind, xpub, path }) => ({
      xpub:
        looksPrivate(xpub) || (xpub === "" && wasSecret())
          ? words.private
          : isSafe(kind) && xpub.trim() === ""
            ? words.safeMissing
            : undefined,
      path: isSafe(kind) || PATH.test(plainPath(path)) ? undefined : words.pathFault,
    }),
  });

/** A typesetter's quotes are plain ones. */
const plainPath = (path: string) => path.trim().replaceAll("’", "'");
