import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { begin, end, exactText, type FilterOf } from "#lib/contract/filters.ts";
import { END_TIME, meaning, OBJECT_ID, REQUEST_ID, START_TIME } from "#lib/contract/meanings.ts";

/** The filters of the audit record. */
export const AUDIT_FILTERS = {
  startTime: begin("epoch", START_TIME),
  endTime: end("epoch", END_TIME),
  actor: exactText(256, meaning("Who did it: a key, a person, the worker or the operator.", `key:${IDS.key}`)),
  action: exactText(64, meaning("What was done.", "bill.create")),
  objectKind: exactText(64, meaning("Kind of what it is about.", "payment")),
  objectId: exactText(128, OBJECT_ID),
  requestId: exactText(128, REQUEST_ID),
};
export type AuditFilter = FilterOf<typeof AUDIT_FILTERS>;
