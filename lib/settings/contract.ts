import { z } from "zod";
import { count, exact } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";
import { STRATEGIES } from "#lib/pricing/price.ts";

/** Values by name: numbers as exact numbers, words as words. */
const settings = z.record(z.string(), z.union([exact(), z.string()])).meta({ id: "Settings" });

export const getSettingsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settings",
  scope: "account:read",
  summary: "Answers the account's settings, with the defaults that rule where nothing is set.",
  answer: settings,
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
    "In live, and where the setting secondPerson is always, rates, limit prices and secondPerson itself wait for a second person: then nothing is set, and 202 answers the request.",
  openBody: true,
  body: z.object({ reason: text(1, 500).optional() }).catchall(z.unknown()),
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
      cryptos: z.array(
        z
          .object({
            cryptoType: z.enum(CRYPTOS),
            networkType: z.enum(NETWORK_TYPES).optional(),
            network: z.enum(NETWORKS),
            decimals: count(),
            confirmations: count(),
            dust: exact(),
            strategies: z.array(z.enum(STRATEGIES)),
            bech32: z.boolean(),
          })
          .meta({ id: "CryptoAsset" }),
      ),
      fiats: z.array(
        z
          .object({ fiat: z.enum(FIATS), decimals: count(), minimum: exact(), maximum: exact() })
          .meta({ id: "FiatAsset" }),
      ),
    })
    .meta({ id: "Assets" }),
});
