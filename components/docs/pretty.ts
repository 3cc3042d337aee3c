/** JSON text set in lines, every number as it was written: nothing is read as a float on the way. */
export function prettyJson(text: string): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let depth = 0;
  const parts = tokens.map((token, at) => {
    const before = tokens[at - 1] ?? "";
    if (closes(token)) depth -= 1;
    const start = closes(token) && !opens(before) ? line(depth) : "";
    if (opens(token)) depth += 1;
    const ends = token === "," || (opens(token) && !closes(tokens[at + 1] ?? ""));
    return `${start}${token}${token === ":" ? " " : ""}${ends ? line(depth) : ""}`;
  });
  return parts.join("");
}

const opens = (token: string): boolean => token === "{" || token === "[";
const closes = (token: string): boolean => token === "}" || token === "]";
const line = (depth: number): string => `\n${"  ".repeat(depth)}`;
