import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { epochMs, oneOf, text, whole } from "#lib/api/fields.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";

export const getBalancesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/balances",
  scope: "account:read",
  summary: "Answers what the account has with the house, by asset: available, pending, locked, owed.",
});

export const getStatementEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/statement",
  scope: "account:read",
  summary: "Answers every movement of the account's balances, newest first; as CSV on request.",
  csv: true,
  query: z.object({
    startTime: epochMs().optional(),
    endTime: epochMs().optional(),
    asset: oneOf([...CRYPTOS, ...FIATS]).optional(),
    limit: whole(1, 500).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
});
