/** The English words of the connection that keeps the pages in step. */
export const en = {
  connecting: { word: "Connecting", hint: "Opening the live connection" },
  live: { word: "Live", hint: "Changes in the account appear automatically" },
  asking: { word: "Live", hint: "No event stream is configured; the desk refreshes every 10 seconds" },
  reconnecting: { word: "Reconnecting", hint: "The connection was lost and is being restored" },
  paused: { word: "Paused", hint: "No live updates for now; the desk refreshes every 10 seconds" },
};
