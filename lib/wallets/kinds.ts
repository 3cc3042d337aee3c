/** What addresses a wallet has; apart from the deriving, so that a browser reads the contract without the curves. */
export const WALLET_KINDS = ["BTC_P2PKH", "BTC_P2WPKH", "BCH_P2PKH", "ETH", "TRON"] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];
