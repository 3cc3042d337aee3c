/** What addresses a wallet has; apart from the deriving, so that a browser reads the contract without the curves. */
export const WALLET_KINDS = ["BTC_P2PKH", "BTC_P2WPKH", "BCH_P2PKH", "ETH", "TRON", "ETH_SAFE"] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];

/** Whether it is a Safe: one account that is a contract, without a key, from which no bill gets an address. */
export const isSafe = (kind: WalletKind): boolean => kind === "ETH_SAFE";

/** The kinds that bills take their addresses from. */
export const BILL_KINDS = WALLET_KINDS.filter((kind) => !isSafe(kind));
