/** The English words of the connection that keeps the pages in step. */
export const en = {
  connecting: { word: "Connecting", hint: "The desk is asking for live updates" },
  live: { word: "Live", hint: "What changes in the account shows here by itself" },
  asking: { word: "Live", hint: "The house has no event stream; the desk asks every 10 seconds" },
  reconnecting: { word: "Reconnecting", hint: "The connection broke off; it is being taken up again" },
  paused: { word: "Paused", hint: "No live updates for now; the desk asks every 10 seconds" },
};
