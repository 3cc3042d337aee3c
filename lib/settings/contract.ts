import { z } from "zod";
import { count, exact } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { prose, text } from "#lib/contract/fields.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";
import { STRATEGIES } from "#lib/pricing/price.ts";
import { CRYPTO_TYPE, FIAT, NETWORK, NETWORK_TYPE, meaning } from "#lib/contract/meanings.ts";

const ONE_ACCOUNT = meaning("Name of the account it is for; absent: all.", "acme");

/** Values by name: numbers as exact numbers, words as words. */
const settings = z.record(z.string(), z.union([exact(), z.string()])).meta({ id: "Settings" });

export const getSettingsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settings",
  scope: "account:read",
  summary: "Answers the account's settings, with the defaults that rule where nothing is set.",
  answer: settings,
});

export const getHouseSettingsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/settings",
  scope: "house:read",
  summary:
    "Answers what the operator has set for all accounts, or for one, with the defaults that rule where nothing is set.",
  query: z.object({ account: text(1, 128).optional().meta(ONE_ACCOUNT) }),
  answer: settings,
  refuses: ["NOT_FOUND"],
});

export const patchHouseSettingsEndpoint = endpoint({
  method: "PATCH",
  path: "/house/v1/settings",
  scope: "house:settings",
  summary:
    "Sets values of the operator from this moment on, for all accounts or for one; the word default takes one back.",
  description:
    "Where the operator asks for a second person, a rate, whatever has no direction and every value that loosens a guard waits for somebody else of the operator: then nothing is set, and 202 answers the request.",
  openBody: true,
  body: z
    .object({
      account: text(1, 128).optional().meta(ONE_ACCOUNT),
      reason: prose(1, 500).optional().meta(meaning("Why; it stays in the audit record.", "tighter market")),
    })
    .catchall(z.unknown()),
  answer: settings,
  waits: approvalRecord,
  refuses: ["NOT_FOUND"],
});

/**
 * Names are open (`spreadBps.BTC.EUR`), so the body is any object of names to numbers or texts; each is checked by name.
 * `default` takes a value back. `reason` is no setting: it stays in the audit record.
 */
export const patchSettingsEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/settings",
  scope: "settings:write",
  summary: "Sets values of the account's settings from this moment on; the word default takes one back.",
  description:
    "An account sets what is its own, within the bounds of the operator. Where the operator asks for a second person, limit prices, the tolerance and every value that loosens a guard wait for somebody else of the account: then nothing is set, and 202 answers the request.",
  openBody: true,
  body: z
    .object({ reason: prose(1, 500).optional().meta(meaning("Why; it stays in the audit record.", "tighter market")) })
    .catchall(z.unknown()),
  answer: settings,
  waits: approvalRecord,
});

export const listAssetsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/assets",
  scope: "account:read",
  summary: "Answers the supported cryptos and fiats with their decimals, networks, confirmations and limits.",
  answer: z
    .object({
      cryptos: z
        .array(
          z
            .object({
              cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
              networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
              network: z.enum(NETWORKS).meta(NETWORK),
              decimals: count().meta(meaning("Decimals of the smallest unit.", 8)),
              confirmations: count().meta(meaning("Confirmations at which a deposit is treated.", 2)),
              dust: exact().meta(meaning("The smallest deposit that is not dust.", 0.00000546)),
              strategies: z
                .array(z.enum(STRATEGIES))
                .meta(meaning("Strategies a bill in this crypto may have.", ["RFQ", "RAI", "ACA"])),
              bech32: z.boolean().meta(meaning("Whether requests may choose between two forms of address.")),
            })
            .meta({ id: "CryptoAsset" }),
        )
        .meta(meaning("Supported cryptos, one entry for each network.")),
      fiats: z
        .array(
          z
            .object({
              fiat: z.enum(FIATS).meta(FIAT),
              decimals: count().meta(meaning("Decimals of the smallest unit.", 8)),
              minimum: exact().meta(meaning("The smallest amount of a bill in this fiat.", 1)),
              maximum: exact().meta(meaning("The largest amount of a bill in this fiat.", 1000000)),
            })
            .meta({ id: "FiatAsset" }),
        )
        .meta(meaning("Supported fiats.")),
    })
    .meta({ id: "Assets" }),
});
