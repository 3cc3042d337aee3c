import { z } from "zod";
import { chainFailure } from "#lib/contract/chain-failure.ts";
import { count, listOf, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { oneOf, prose, text, whole } from "#lib/contract/fields.ts";
import { NETWORKS } from "#lib/kernel/assets.ts";
import { SANDBOX, WALLET_ID, meaning } from "#lib/contract/meanings.ts";
import { WALLET_KINDS } from "./kinds.ts";

const XPUB =
  "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V";
const FIRST = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const firstAddress = z
  .object({
    index: count().meta(meaning("Its place in the wallet.", 0)),
    address: z.string().meta(meaning("Deposit address.", FIRST)),
    cashAddress: z
      .string()
      .optional()
      .meta(
        meaning(
          "The same as CashAddr, of bitcoincash: the form that wallets show. Either may be given back as firstAddress.",
          "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6",
        ),
      ),
  })
  .meta({ id: "WalletAddress" });

const history = z
  .object({
    from: count().meta(meaning("First block that is read.", 800_000)),
    scannedTo: count().meta(
      meaning("Blocks up to here have been read, for the addresses looked for at present.", 912_345),
    ),
    gapLimit: count().meta(meaning("So many unused addresses in a row end the search.", 20)),
    used: count().meta(meaning("Addresses the key has received on before.", 37)),
    highestUsed: count().optional().meta(meaning("The last of them; absent when there is none.", 41)),
    finishedAt: time()
      .optional()
      .meta(meaning("When all of it was known, epoch milliseconds; absent while it is read.")),
    fault: z
      .string()
      .optional()
      .meta(meaning("Why it cannot be read further at present, in the node's words.", "The node did not answer.")),
    failure: chainFailure.optional().meta(meaning("The same as facts.")),
    sentence: z.string().meta(meaning("How it stands.", "37 addresses were used before, the last of them 41.")),
  })
  .meta({ id: "WalletHistory" });

const wallet = z
  .object({
    walletId: z.string().meta(meaning("Identifier of the wallet.", "01a1fc40-6b1f-7e88-b2a4-91c0d3e5f672")),
    kind: z
      .enum(WALLET_KINDS)
      .meta(meaning("What its addresses are; ETH_SAFE: one Safe on eth, which has no key.", "BTC_P2WPKH")),
    network: z.enum(NETWORKS).meta(meaning("Chain.", "bitcoin")),
    account: z
      .string()
      .optional()
      .meta(meaning("The account it serves, before the operator's own; absent: the operator's.", "acme")),
    active: z
      .boolean()
      .meta(meaning("Whether new bills take their addresses from it; of a Safe, whether its address is ours.", true)),
    path: z.string().meta(meaning("Where the key stands below the master key; of a Safe m.", "m/84'/0'/0'")),
    fingerprint: z.string().meta(meaning("First four bytes of the key's hash, or of the Safe.", "7ef32bdb")),
    xpub: z.string().meta(meaning("The extended public key; of a Safe its address.", XPUB)),
    masterFingerprint: z
      .string()
      .optional()
      .meta(meaning("Fingerprint of the master key it stands below, where its owner told it.", "d34db33f")),
    descriptor: z
      .string()
      .optional()
      .meta(meaning("Output descriptor for other programs; none for accounts.", `wpkh(${XPUB}/0/*)`)),
    addresses: z.array(firstAddress).meta(meaning("Its first addresses, to be compared with the owner's wallet.")),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    derived: count().meta(meaning("Addresses derived so far.", 2_000)),
    handedOut: count().meta(meaning("Addresses that bills have.", 120)),
    paid: count().meta(meaning("Addresses that were paid.", 80)),
    longestGap: count().meta(
      meaning("Longest run of unpaid addresses before a paid one: the gap limit a restoring wallet needs.", 7),
    ),
    openGap: count().meta(meaning("Addresses that bills have after the last paid one.", 12)),
    nextIndex: count().meta(meaning("The next address to be derived.", 2_000)),
    history: history.optional().meta(meaning("What the key had received on before; absent: not asked for.")),
    createdAt: time().meta(meaning("When it was added, epoch milliseconds.")),
    createdBy: z.string().meta(meaning("Who added it.", "staff:Ada")),
    activatedAt: time().optional().meta(meaning("When it was activated, epoch milliseconds.")),
    activatedBy: z.string().optional().meta(meaning("Who activated it.", "staff:Grace")),
  })
  .meta({ id: "Wallet" });

export const listWalletsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/wallets",
  former: "/manage/v1/wallets",
  scope: "house:read",
  summary: "Answers the operator's watch-only wallets, replaced ones too: all of them are watched for ever.",
  answer: listOf(wallet).meta({ id: "WalletList" }),
});

export const makeWalletEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/wallets",
  former: "/manage/v1/wallets",
  scope: "house:wallets",
  summary: "Adds a watch-only wallet from an extended public key; nothing is received by it before it is activated.",
  description:
    "A Safe (ETH_SAFE) is added by its address, when the chain has one of version 1.3.0 or 1.4.1 there: what it holds is paid out in batches that its owners execute.",
  body: z.object({
    kind: oneOf(WALLET_KINDS).meta(
      meaning("What its addresses are; ETH_SAFE: one Safe on eth, which has no key.", "BTC_P2WPKH"),
    ),
    xpub: text(1, 200).meta(
      meaning(
        "Extended public key of an account: xpub, ypub or zpub; with its origin before it, [d34db33f/84h/0h/0h]zpub…, signers know its keys again. Of a Safe its address.",
        XPUB,
      ),
    ),
    path: text(1, 64)
      .optional()
      .meta(
        meaning("Where the key stands below the master key; required but for a Safe, which has none.", "m/84'/0'/0'"),
      ),
    firstIndex: whole(0, 1_000_000)
      .optional()
      .meta(meaning("First address to hand out, behind all that the key has received on before; absent: 0.", 0)),
    account: text(1, 128)
      .optional()
      .meta(
        meaning(
          "Name of the account it is for; its own wallet goes before the operator's. Absent: the operator.",
          "acme",
        ),
      ),
    historyFrom: whole(0, 2_000_000_000)
      .optional()
      .meta(
        meaning("Block from which the key's past is read, before its first use; absent: it was never used.", 800_000),
      ),
    gapLimit: whole(1, 1_000)
      .optional()
      .meta(meaning("So many unused addresses in a row end the search for used ones; absent: 20 (BIP44).", 20)),
  }),
  answer: wallet,
  refuses: ["INVALID_STATE", "SERVICE_UNAVAILABLE"],
});

export const activateWalletEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/wallets/[walletId]/activate",
  former: "/manage/v1/wallets/[walletId]/activate",
  params: { walletId: WALLET_ID },
  scope: "house:wallets",
  summary:
    "Has new bills take their addresses from this wallet, or makes a Safe's address ours; the one it replaces stays watched.",
  body: z.object({
    firstAddress: text(1, 128).meta(meaning("Its first address, as the owner's wallet shows it.", FIRST)),
  }),
  answer: wallet,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE", "FORBIDDEN"],
});

export const retireWalletEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/wallets/[walletId]/retire",
  former: "/manage/v1/wallets/[walletId]/retire",
  params: { walletId: WALLET_ID },
  scope: "house:wallets",
  summary: "Has an account's new bills take their addresses from the operator's wallet again; its own stays watched.",
  body: z.object({
    note: prose(1, 1_000).meta(meaning("Why, for the audit record.", "The account gives its own keys up.")),
  }),
  answer: wallet,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
