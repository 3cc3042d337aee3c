/** What a statement is cut into; a hole is what the program puts in. */
export type Token = {
  kind: "word" | "number" | "text" | "hole" | "sign";
  /** In small letters, but for texts. */
  text: string;
  start: number;
  end: number;
  /** How many brackets are open around it. */
  depth: number;
  /** The clause it stands in: the last of {@link CLAUSES} at its depth or around it. */
  clause: string;
};

const PATTERN =
  /\s+|--[^\n]*|(?<text>'(?:[^']|'')*')|(?<word>[a-zA-Z_][\w$]*|"[^"]*")|(?<number>\d+(?:\.\d+)?)|(?<hole>\uE000+)|(?<sign>::|:=|=>|<=|>=|<>|!=|\|\||->>|->|#>>|@>|<@|&&|[-+*/%=<>(),;.[\]?:&|~^#@!{}\\$])/gy;

/** Words a clause begins with. */
const CLAUSES = new Set([
  "select",
  "from",
  "where",
  "on",
  "having",
  "set",
  "values",
  "order",
  "group",
  "limit",
  "offset",
  "returning",
  "when",
  "then",
  "else",
  "end",
  "join",
  "left",
  "inner",
  "cross",
  "union",
  "for",
  "window",
  "using",
  "if",
  "elsif",
  "loop",
  "return",
  "raise",
  "begin",
  "check",
  "over",
  "as",
]);

export const beginsClause = (token: Token): boolean => token.kind === "word" && CLAUSES.has(token.text);

/** Undefined when something in the text is no SQL that is known here. */
export function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const clauses: string[] = [""];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < text.length) {
    const start = PATTERN.lastIndex;
    const match = PATTERN.exec(text);
    if (!match) return undefined;
    const found = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined);
    if (!found) continue;
    add(tokens, clauses, found[0] as Token["kind"], match[0], start);
  }
  return tokens;
}

function add(tokens: Token[], clauses: string[], kind: Token["kind"], text: string, start: number): void {
  const small = kind === "text" ? text : text.toLowerCase();
  if (small === ")" && clauses.length > 1) clauses.pop();
  const token: Token = {
    kind,
    text: small,
    start,
    end: start + text.length,
    depth: clauses.length - 1,
    clause: clauses.at(-1) ?? "",
  };
  if (beginsClause(token)) clauses[clauses.length - 1] = small;
  tokens.push(token);
  if (small === "(") clauses.push(clauses.at(-1) ?? "");
}
