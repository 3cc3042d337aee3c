import type { WalletKind } from "./kinds.ts";
import { readExtendedKey } from "./extended-key.ts";

/**
 * Account-level public keys of the published BIP39 test mnemonic ("abandon" eleven times, "about", no passphrase), one
 * for each kind of wallet. Anyone holds the private keys to them: they serve the sandbox's simulated chains only, and
 * live mode refuses them.
 */
export const SANDBOX_WALLETS: readonly { kind: WalletKind; path: string; xpub: string }[] = [
  {
    kind: "BTC_P2PKH",
    path: "m/44'/0'/0'",
    xpub: "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj",
  },
  {
    kind: "BTC_P2WPKH",
    path: "m/84'/0'/0'",
    xpub: "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V",
  },
  {
    kind: "BCH_P2PKH",
    path: "m/44'/145'/0'",
    xpub: "xpub6ByHsPNSQXTWZ7PLESMY2FufyYWtLXagSUpMQq7Un96SiThZH2iJB1X7pwviH1WtKVeDP6K8d6xxFzzoaFzF3s8BKCZx8oEDdDkNnp4owAZ",
  },
  {
    kind: "ETH",
    path: "m/44'/60'/0'",
    xpub: "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt",
  },
  {
    kind: "TRON",
    path: "m/44'/195'/0'",
    xpub: "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd",
  },
];

/**
 * True for the keys above however they are written (xpub, ypub, zpub), and for the same mnemonic's other accounts on
 * these paths, which share their parents. Refuses what readExtendedKey refuses.
 */
export function isPublishedTestKey(extendedKey: string): boolean {
  const given = readExtendedKey(extendedKey);
  return SANDBOX_WALLETS.map(({ xpub }) => readExtendedKey(xpub)).some(
    ({ parentFingerprint }) => parentFingerprint === given.parentFingerprint,
  );
}
