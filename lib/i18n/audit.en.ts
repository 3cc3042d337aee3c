import { plural } from "./plural.ts";

/** The English words of the audit record. */
export const en = {
  hint: "Who did what to which object. Entries cannot be changed or removed.",
  save: "Save as CSV",
  notSaved: "The file could not be created. Narrow the filter and try again.",
  failed: "The audit record could not be loaded",
  columns: { time: "Time", actor: "Who", action: "What", object: "Object", request: "Request", detail: "Detail" },
  fields: { actor: "Who", action: "What", objectKind: "Kind of object", objectId: "Object", requestId: "Request id" },
  seals: {
    title: "Seals",
    holds: "The chain of seals holds",
    broken: "The chain of seals is broken",
    unchecked: "The chain of seals has not been verified yet",
    covers: (lines: string, seals: string, waiting: string) =>
      `${lines} ${lines === "1" ? "entry" : "entries"} of all accounts under ${seals} ${seals === "1" ? "seal" : "seals"}; ${waiting} not sealed yet`,
    by: (name: string) => `Last verified by ${name}`,
    verify: "Verify",
    verifying: "Verifying…",
    failed: "The seals were not verified",
    faults: {
      SEAL_MISSING: (seal: string) => `Seal ${seal} is missing.`,
      SEAL_BROKEN: (seal: string) => `Seal ${seal} does not follow from the one before.`,
      LINES_CHANGED: (seal: string) => `Entries under seal ${seal} were changed.`,
      LINES_MISSING: () => "Sealed entries are missing.",
      LINES_ADDED: () => "Entries were inserted between sealed ones.",
    },
  },
  apply: "Filter",
  clear: "Clear all",
  more: "Load more",
  loading: "Loading…",
  show: "Detail",
  from: "From address",
  objectId: "object id",
  requestId: "request id",
  loaded: (count: number, more: boolean) =>
    `${plural(count, "entry", "entries")} shown${more ? ", more available" : ""}`,
  fresh: (count: number) => (count >= 50 ? "50 or more new" : `${count} new`),
  empty: {
    title: "No entries",
    text: "No entry of this account matches these filters.",
    house: "No entry of the operator matches these filters.",
    clear: "Clear filters",
  },
};
