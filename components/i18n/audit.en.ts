/** The English words of the audit record. */
export const en = {
  title: "Audit",
  hint: "Who did what, to which object. Nothing here can be changed or removed.",
  failed: "The audit record could not be loaded",
  columns: { time: "Time", actor: "Who", action: "What", object: "Object", request: "Request", detail: "Detail" },
  fields: { actor: "Who", action: "What", objectId: "Object id", requestId: "Request id" },
  apply: "Filter",
  clear: "Clear all",
  more: "Load more",
  loading: "Loading…",
  show: "Detail",
  from: "From address",
  objectId: "object id",
  requestId: "request id",
  loaded: (count: number, more: boolean) => `${count} lines loaded${more ? ", more follow" : ""}`,
  fresh: (count: number) => (count >= 50 ? "50 or more new" : `${count} new`),
  empty: {
    title: "No lines here",
    text: "Nothing in this account fits these filters.",
    house: "Nothing in the house fits these filters.",
    clear: "Clear filters",
  },
};
