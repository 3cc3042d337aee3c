/** One event of the account: which object it is about and how often that has changed. */
export type LiveEvent = { type: string; objectId: string; sequence: number };

/** A frame of the stream. `ready` opens it; `id` is where the stream may be taken up again. */
export type Frame = { id: string | undefined; ready: boolean; event: LiveEvent | undefined };

/** Takes text as it comes and answers the frames that are whole by then (server-sent events, HTML standard §9.2.6). */
export function frameReader(): (text: string) => Frame[] {
  let rest = "";
  return (text) => {
    const parts = (rest + text).replaceAll("\r\n", "\n").split("\n\n");
    rest = parts.pop() ?? "";
    return parts.map(frameOf);
  };
}

function frameOf(part: string): Frame {
  const lines = part.split("\n");
  const fieldOf = (name: string) => {
    const line = lines.find((one) => one.startsWith(`${name}:`));
    return line?.slice(name.length + 1).replace(/^ /, "");
  };
  const ready = fieldOf("event") === "ready";
  return { id: fieldOf("id"), ready, event: ready ? undefined : eventOf(fieldOf("data")) };
}

function eventOf(data: string | undefined): LiveEvent | undefined {
  if (!data) return undefined;
  const value: unknown = JSON.parse(data);
  if (typeof value !== "object" || value === null) return undefined;
  const { type, objectId, sequence } = value as Record<string, unknown>;
  if (typeof type !== "string" || typeof objectId !== "string" || typeof sequence !== "number") return undefined;
  return { type, objectId, sequence };
}
