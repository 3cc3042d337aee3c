// Written by `node .config/statements.ts` of what the database's functions answer: change those in a migration.

/** Cryptos on their networks, as the ledger counts them. */
export const CRYPTO_ASSETS = ["BTC","BCH","USDT@eth","USDT@tron","USDC@eth"] as const;

/** `is_fiat` */
export const FIATS = ["EUR","USD","GBP","CAD","JPY"] as const;

/** `is_gas`: what pays for transactions of tokens. */
export const GAS_ASSETS = ["ETH","TRX"] as const;

/** `crypto_of` */
export const CRYPTO_OF = {
  "BTC": "BTC",
  "BCH": "BCH",
  "USDT@eth": "USDT",
  "USDT@tron": "USDT",
  "USDC@eth": "USDC",
} as const;

/** `network_type_of`, where it is one */
export const NETWORK_TYPE_OF = {
  "USDT@eth": "eth",
  "USDT@tron": "tron",
} as const;

/** `asset_scale` */
export const SCALE_OF = {
  "BTC": 8,
  "BCH": 8,
  "USDT@eth": 6,
  "USDT@tron": 6,
  "USDC@eth": 6,
  "EUR": 2,
  "USD": 2,
  "GBP": 2,
  "CAD": 2,
  "JPY": 0,
  "ETH": 9,
  "TRX": 6,
} as const;

/** `is_place` */
export const PLACE = /^(custody:(bitcoin|bitcoincash|eth|tron)|(venue|bank):[a-z0-9][a-z0-9-]{0,31})$/;

/** `place_holds`: by places of custody, and by kinds of others */
export const HELD_AT = {
  "custody:bitcoin": ["BTC"],
  "custody:bitcoincash": ["BCH"],
  "custody:eth": ["USDT@eth","USDC@eth","ETH"],
  "custody:tron": ["USDT@tron","TRX"],
  "venue": ["BTC","BCH","USDT@eth","USDT@tron","USDC@eth","EUR","USD","GBP","CAD","JPY"],
  "bank": ["EUR","USD","GBP","CAD","JPY"],
  "owner": ["BTC","BCH","USDT@eth","USDT@tron","USDC@eth","EUR","USD","GBP","CAD","JPY","ETH","TRX"],
} as const;

/** `code_of_place`, where it is not the place itself */
export const CODE_OF_PLACE = {
  "bank:main": "bank",
} as const;

/** `moves_money`: a key with one of them needs two persons. */
export const MONEY_SCOPES = ["conversions:execute","payouts:request","house:moves","house:payouts","house:settings","house:statements"] as const;

/** `role_raises`: by the role before, the roles that carry more */
export const RAISED_BY = {
  "viewer": ["operator","treasurer","developer","auditor","admin","compliance"],
  "operator": ["treasurer","developer","auditor","admin","compliance"],
  "treasurer": ["operator","developer","auditor","admin","compliance"],
  "developer": ["operator","treasurer","auditor","admin","compliance"],
  "auditor": ["operator","treasurer","developer","admin","compliance"],
  "admin": [],
  "compliance": ["operator","treasurer","developer","auditor","admin"],
} as const;

/** The same of the house's own people */
export const RAISED_BY_AT_HOUSE = {
  "viewer": ["operator","treasurer","developer","auditor","admin","compliance"],
  "operator": ["treasurer","developer","auditor","admin","compliance"],
  "treasurer": ["operator","developer","auditor","admin","compliance"],
  "developer": ["operator","treasurer","auditor","admin","compliance"],
  "auditor": ["operator","treasurer","developer","admin","compliance"],
  "admin": ["auditor"],
  "compliance": ["operator","treasurer","developer","auditor","admin"],
} as const;
