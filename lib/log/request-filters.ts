import { begin, choice, end, exactText, type FilterOf, symbols } from "#lib/contract/filters.ts";
import { END_TIME, KEY_ID, meaning, REQUEST_ID, START_TIME } from "#lib/contract/meanings.ts";

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/** The filters of the request log. */
export const REQUEST_FILTERS = {
  startTime: begin("epoch", START_TIME),
  endTime: end("epoch", END_TIME),
  outcome: choice(["ok", "failed"], meaning("Only calls that went well, or only the others.", "failed")),
  by: choice(["all", "programs", "people"], meaning("Only calls by programs, or only by people.")),
  requestId: exactText(64, REQUEST_ID),
  status: exactText(3, meaning("HTTP status of the answer.", "400")),
  method: symbols(METHODS, meaning("HTTP method.", "POST")),
  route: exactText(
    256,
    meaning(
      "The operation's path with its parameters by name; none when there was no such path.",
      "/payment/v1/requestPaymentAddress",
    ),
  ),
  code: exactText(64, meaning("Only calls refused with this code.", "VALIDATION_FAILED")),
  keyId: exactText(64, KEY_ID),
};
export type RequestFilter = FilterOf<typeof REQUEST_FILTERS>;
