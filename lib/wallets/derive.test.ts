import { toCashAddr } from "./cashaddr.ts";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { NETWORK, p2pkh, p2wpkh } from "@scure/btc-signer";
import { describe, expect, test } from "vitest";
import { childOf, childrenOf } from "./child-keys.ts";
import { deriveAddresses } from "./derive.ts";
import { deriveAddress } from "./derive.fixture.ts";
import { WALLET_KINDS, type WalletKind } from "./kinds.ts";

const ROOT = HDKey.fromMasterSeed(mnemonicToSeedSync(`${"abandon ".repeat(11)}about`));
type KeyKind = Exclude<WalletKind, "ETH_SAFE">;
const KEY_KINDS = WALLET_KINDS.filter((kind): kind is KeyKind => kind !== "ETH_SAFE");
const PATHS: Record<KeyKind, string> = {
  BTC_P2PKH: "m/44'/0'/0'",
  BTC_P2WPKH: "m/84'/0'/0'",
  BCH_P2PKH: "m/44'/145'/0'",
  ETH: "m/44'/60'/0'",
  TRON: "m/44'/195'/0'",
};
const accountOf = (kind: KeyKind): HDKey => ROOT.derive(PATHS[kind]);
const xpubOf = (kind: KeyKind): string => accountOf(kind).publicExtendedKey;

/** The published mnemonic's addresses as BIP84 and other wallets give them. */
const PUBLISHED: [KeyKind, number, string, string | undefined][] = [
  ["BTC_P2PKH", 0, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "76a914d986ed01b7a22225a70edbf2ba7cfb63a15cb3aa88ac"],
  ["BTC_P2WPKH", 0, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2"],
  ["BTC_P2WPKH", 1, "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g", undefined],
  ["BCH_P2PKH", 0, "1mW6fDEMjKrDHvLvoEsaeLxSCzZBf3Bfg", undefined],
  ["ETH", 0, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94", "9858effd232b4033e47d90003d41ec34ecaeda94"],
  ["TRON", 0, "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", undefined],
  ["TRON", 1, "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK", undefined],
  ["TRON", 2, "TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx", undefined],
];

describe("published addresses", () => {
  test.each(PUBLISHED)("%s %i is %s", (kind, index, address, script) => {
    const derived = deriveAddress(kind, xpubOf(kind), index);
    expect(derived.address).toBe(address);
    if (script) expect(derived.script).toBe(script);
  });

  test("bitcoincash's address has a cash form", () => {
    const { address } = deriveAddress("BCH_P2PKH", xpubOf("BCH_P2PKH"), 0);
    expect(address).toBe("1mW6fDEMjKrDHvLvoEsaeLxSCzZBf3Bfg");
    expect(toCashAddr(address)).toBe("bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6");
  });

  test("BIP84's account key, written as zpub", () => {
    const zpub =
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
    expect(deriveAddress("BTC_P2WPKH", zpub, 0).address).toBe("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu");
  });

  test("BIP49's account key gives its first receiving key's hash", () => {
    const codec = createBase58check(sha256);
    const bytes = codec.decode(
      "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY",
    );
    bytes.set(hexToBytes("049d7cb2"));
    expect(deriveAddress("BTC_P2WPKH", codec.encode(bytes), 0).script).toBe(
      "001438971f73930f6c141d977ac4fd4a727c854935b3",
    );
  });
});

/** Steps of public derivation in BIP32's own vectors: parent, index, child. */
const BIP32_STEPS = [
  [
    "vector 1, m/0' to m/0'/1",
    "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw",
    1,
    "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ",
  ],
  [
    "vector 1, m/0'/1/2' to …/2",
    "xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5",
    2,
    "xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV",
  ],
  [
    "vector 1, …/2 to …/2/1000000000",
    "xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV",
    1_000_000_000,
    "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy",
  ],
  [
    "vector 2, m to m/0",
    "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB",
    0,
    "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH",
  ],
  [
    "vector 2, m/0/2147483647' to …/1",
    "xpub6ASAVgeehLbnwdqV6UKMHVzgqAG8Gr6riv3Fxxpj8ksbH9ebxaEyBLZ85ySDhKiLDBrQSARLq1uNRts8RuJiHjaDMBU4Zn9h8LZNnBC5y4a",
    1,
    "xpub6DF8uhdarytz3FWdA8TvFSvvAh8dP3283MY7p2V4SeE2wyWmG5mg5EwVvmdMVCQcoNJxGoWaU9DCWh89LojfZ537wTfunKau47EL2dhHKon",
  ],
  [
    "vector 2, …/2147483646' to …/2",
    "xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL",
    2,
    "xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFbdpq8p9HmGsApME5hQTZ3emM2rnY5agb9rXpVGyy3bdW6EEgAtqt",
  ],
] as const;

const publicKeyOf = (key: HDKey): string => bytesToHex(key.publicKey ?? new Uint8Array());

describe("public derivation", () => {
  test.each(BIP32_STEPS)("BIP32 %s", (_, parent, index, child) => {
    const [derived] = childrenOf(HDKey.fromExtendedKey(parent), index, 1);
    expect(derived?.toHex(true)).toBe(publicKeyOf(HDKey.fromExtendedKey(child)));
  });

  test.each(BIP32_STEPS)("BIP32 %s, as the parent of the next", (_, parent, index, child) => {
    const { publicKey, chainCode } = HDKey.fromExtendedKey(child);
    expect(childOf(HDKey.fromExtendedKey(parent), index)).toEqual({
      publicKey,
      chainCode: Buffer.from(chainCode ?? []),
    });
  });

  test("children of one parent are those that each single derivation gives, at either end and in between", () => {
    const parents = [
      ...BIP32_STEPS.map(([, parent]) => HDKey.fromExtendedKey(parent)),
      accountOf("ETH").deriveChild(0),
    ];
    for (const [at, parent] of parents.entries())
      for (const from of [0, 7 + at * 1_000_003, 2 ** 31 - 6]) {
        const single = Array.from({ length: 6 }, (_, nth) => publicKeyOf(parent.deriveChild(from + nth)));
        expect(childrenOf(parent, from, 6).map((key) => key.toHex(true))).toEqual(single);
      }
  });

  test("BIP32 vector 3, where a key begins with zeros, agrees with private derivation below it", () => {
    const seed =
      "4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be";
    const hardened = HDKey.fromMasterSeed(hexToBytes(seed)).derive("m/0'");
    const xpub =
      "xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y";
    expect(hardened.publicExtendedKey).toBe(xpub);
    for (const index of [0, 1, 2, 2 ** 31 - 1]) {
      const [derived] = childrenOf(HDKey.fromExtendedKey(xpub), index, 1);
      expect(derived?.toHex(true)).toBe(publicKeyOf(hardened.deriveChild(index)));
    }
  });
});

describe("addresses", () => {
  test.each(KEY_KINDS)("%s: a batch is what single calls give, and no address comes twice", (kind) => {
    const batch = deriveAddresses(kind, xpubOf(kind), 3, 40);
    expect([0, 17, 39].map((at) => batch[at])).toEqual(
      [3, 20, 42].map((index) => deriveAddress(kind, xpubOf(kind), index)),
    );
    expect(new Set(batch.map(({ script }) => script)).size).toBe(40);
    for (const { script } of batch) expect(script).toMatch(/^[0-9a-f]+$/);
  });

  test("bitcoin's agree with btc-signer, address and script", () => {
    for (let index = 0; index < 20; index += 1) {
      for (const [kind, pay] of [
        ["BTC_P2PKH", p2pkh],
        ["BTC_P2WPKH", p2wpkh],
      ] as const) {
        const publicKey = accountOf(kind).deriveChild(0).deriveChild(index).publicKey ?? new Uint8Array();
        const { address, script } = pay(publicKey, NETWORK);
        expect(deriveAddress(kind, xpubOf(kind), index)).toEqual({ address, script: bytesToHex(script) });
      }
    }
  });

  test("the last index is below 2^31", () => {
    expect(deriveAddress("ETH", xpubOf("ETH"), 2 ** 31 - 1).address).toMatch(/^0x/);
    for (const [from, count] of [
      [2 ** 31, 1],
      [2 ** 31 - 1, 2],
      [-1, 1],
      [0.5, 1],
      [Number.NaN, 1],
      [0, 0],
      [0, 10_001],
      [0, 1.5],
    ] as const) {
      expect(() => deriveAddresses("ETH", xpubOf("ETH"), from, count)).toThrow("invariant");
    }
  });

  test("a private key derives nothing", () => {
    expect(() => deriveAddress("ETH", accountOf("ETH").privateExtendedKey, 0)).toThrow("private");
  });
});

test("a Safe has one address, its own, however it is written", () => {
  const address = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
  const own = [{ address, script: address.slice(2).toLowerCase() }];
  for (const written of [address, address.toLowerCase()])
    expect(deriveAddresses("ETH_SAFE", written, 0, 5)).toEqual(own);
  expect(deriveAddresses("ETH_SAFE", address, 1, 5)).toEqual([]);
  expect(deriveAddresses("ETH_SAFE", address, 0, 5, 1)).toEqual([]);
  expect(() => deriveAddresses("ETH_SAFE", address.replace("Ac", "ac"), 0, 1)).toThrow(/letters do not hold/);
});
