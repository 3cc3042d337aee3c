import { choices, type FilterOf } from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { EVENT_TYPES } from "#lib/events/event-types.ts";

/** What `POST …/test` sends; no endpoint needs to ask for it. */
export const TEST_TYPE = "webhook.test";

/** The filters of the events. */
export const EVENT_FILTERS = {
  type: choices([...EVENT_TYPES, TEST_TYPE], meaning("Kind of event.")),
};
export type EventFilter = FilterOf<typeof EVENT_FILTERS>;
