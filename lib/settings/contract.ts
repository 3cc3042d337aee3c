import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";

export const getSettingsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settings",
  scope: "account:read",
  summary: "Answers the account's settings, with the defaults that rule where nothing is set.",
});

/** Names are open (`spreadBps.BTC.EUR`), so the body is any object of names to numbers or texts; each is checked by name. */
export const patchSettingsEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/settings",
  scope: "settings:write",
  summary: "Sets values of the account's settings from this moment on.",
  openBody: true,
  body: z.object({}).catchall(z.unknown()),
});

export const listAssetsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/assets",
  scope: "account:read",
  summary: "Answers the supported cryptos and fiats with their decimals, networks, confirmations and limits.",
});
