/** What an event tells, as the outbox holds it; `data` is JSON text with exact numbers and is never parsed here. */
export type EmittedEvent = { type: string; at: Date; data: string; sequence: number };

/** The body of a webhook: `{type, timestamp, data}`, with the object's `sequence` in its data. Each try sends the same bytes. */
export function eventText({ type, at, data, sequence }: EmittedEvent): string {
  return `{"type":${JSON.stringify(type)},"timestamp":"${at.toISOString()}","data":${data.slice(0, -1)},"sequence":${sequence}}}`;
}
