import type { WalletKind } from "./kinds.ts";

const INPUT_CHARSET =
  "0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#\"\\ ";
const CHECKSUM_CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const CHECKSUM_CHARACTERS = 8;

const FUNCTION: Partial<Record<WalletKind, string>> = { BTC_P2PKH: "pkh", BTC_P2WPKH: "wpkh", BCH_P2PKH: "pkh" };

/**
 * The wallet as an output descriptor (BIP380, BIP381, BIP382) of the addresses it hands out, for another program to
 * watch them by. Undefined for networks of accounts, which have no such form.
 */
export function descriptorOf(kind: WalletKind, xpub: string): string | undefined {
  const name = FUNCTION[kind];
  return name && withChecksum(`${name}(${xpub}/0/*)`);
}

/** Appends the checksum of BIP380, which catches up to four mistyped characters. */
export function withChecksum(descriptor: string): string {
  const symbols: bigint[] = [];
  let classes = 0;
  let inClass = 0;
  for (const character of descriptor) {
    const at = INPUT_CHARSET.indexOf(character);
    symbols.push(BigInt(at & 31));
    classes = classes * 3 + (at >> 5);
    inClass += 1;
    if (inClass === 3) {
      symbols.push(BigInt(classes));
      classes = 0;
      inClass = 0;
    }
  }
  if (inClass > 0) symbols.push(BigInt(classes));
  const sum = polymod([...symbols, ...Array.from({ length: CHECKSUM_CHARACTERS }, () => 0n)]) ^ 1n;
  const checksum = Array.from({ length: CHECKSUM_CHARACTERS }, (_, at) =>
    CHECKSUM_CHARSET.charAt(Number((sum >> BigInt(5 * (CHECKSUM_CHARACTERS - 1 - at))) & 31n)),
  );
  return `${descriptor}#${checksum.join("")}`;
}

function polymod(symbols: readonly bigint[]): bigint {
  let check = 1n;
  for (const symbol of symbols) {
    const top = check >> 35n;
    check = ((check & 0x7ffffffffn) << 5n) ^ symbol;
    for (const [bit, generator] of GENERATOR.entries()) if ((top >> BigInt(bit)) & 1n) check ^= generator;
  }
  return check;
}
