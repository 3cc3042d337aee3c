import { beginsClause, type Token, tokensOf } from "./sql-tokens.ts";

/** The characters from `start` to `end` of the statement replaced. */
export type SqlChange = { operator: string; start: number; end: number; text: string };

export const isSqlTag = (tag: string): boolean => /(\bsql|queryRaw|executeRaw)(<[\s\S]*>)?$/i.test(tag.trim());

/** A text that is a whole statement, in a query without tag. */
export const looksLikeSql = (text: string): boolean =>
  /^\s*(select\s|insert into\s|update \w+ (\w+ )?set\s|delete from\s|with (recursive )?\w+ as\s|lock table\s)/i.test(
    text,
  );

/** Every change of a statement or a part of one; \uE000 stands for what is put in from outside. */
export function sqlChanges(text: string): SqlChange[] {
  const tokens = tokensOf(text);
  if (!tokens) return [];
  return [...conditions(tokens), ...tokens.flatMap((token, at) => tokenChanges(tokens, token, at))];
}

const put = (operator: string, token: Token, text: string): SqlChange => ({
  operator,
  start: token.start,
  end: token.end,
  text,
});
const cut = (operator: string, from: Token, to: Token): SqlChange => ({
  operator,
  start: from.start,
  end: to.end,
  text: "",
});
const is = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token !== undefined && token.kind !== "text" && texts.includes(token.text);

const HEADS = ["where", "on", "having", "when", "if", "elsif"];

/** Conditions left out one by one; the only one of a clause becomes true. */
function conditions(tokens: readonly Token[]): SqlChange[] {
  const changes: SqlChange[] = [];
  for (const [at, token] of tokens.entries()) {
    if (isLink(tokens, at, false)) changes.push(...sides(tokens, at));
    else if (is(token, ...HEADS)) changes.push(...alone(tokens, at));
  }
  return changes;
}

/** What follows the link falls; before the first link of its clause also what stands in front. */
function sides(tokens: readonly Token[], at: number): SqlChange[] {
  const link = tokens[at] as Token;
  const last = tokens[endOfCondition(tokens, at + 1, link.depth, link.text === "or") - 1];
  const changes = last && last.start > link.start ? [cut("condition dropped", link, last)] : [];
  const first = startOfCondition(tokens, at, link.depth);
  const before = tokens[first - 1];
  const head = tokens[first];
  if (head && head.start < link.start && !is(before, "and", "or")) changes.push(cut("condition dropped", head, link));
  return changes;
}

function alone(tokens: readonly Token[], at: number): SqlChange[] {
  const head = tokens[at] as Token;
  if (is(head, "on") && is(tokens[at + 1], "conflict", "update", "delete", "true")) return [];
  const first = tokens[at + 1];
  const end = endOfCondition(tokens, at + 1, head.depth, false);
  const last = tokens[end - 1];
  if (!first || !last || last.start < first.start || is(tokens[end], "and", "or")) return [];
  return [{ operator: "condition dropped", start: first.start, end: last.end, text: "true" }];
}

/** Index behind the last token of the condition that begins at `from`. */
function endOfCondition(tokens: readonly Token[], from: number, depth: number, throughAnd: boolean): number {
  for (let at = from, cases = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.depth < depth) return at;
    if (token.depth > depth) continue;
    if (is(token, "case")) cases += 1;
    else if (cases > 0) cases -= is(token, "end") ? 1 : 0;
    else if (endsCondition(tokens, at) || isLink(tokens, at, throughAnd)) return at;
  }
  return tokens.length;
}

function isLink(tokens: readonly Token[], at: number, throughAnd: boolean): boolean {
  const token = tokens[at];
  return is(token, "or") || (is(token, "and") && !throughAnd && !isBetween(tokens, at));
}

function endsCondition(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token;
  if (is(token, "from") && is(tokens[at - 1], "distinct")) return false;
  return is(token, ";", ",", "do", "right", "full", "except", "intersect", "skip") || beginsClause(token);
}

function startOfCondition(tokens: readonly Token[], from: number, depth: number): number {
  let at = from;
  for (; at > 0; at -= 1) {
    const token = tokens[at - 1] as Token;
    if (token.depth < depth) break;
    if (token.depth > depth) continue;
    if (is(token, "and", "or", ...HEADS) && !isBetween(tokens, at - 1)) break;
    if (is(token, ";", ",") || (beginsClause(token) && !is(token, "from", "end", "then", "else"))) break;
  }
  return at;
}

function isBetween(tokens: readonly Token[], at: number): boolean {
  const link = tokens[at] as Token;
  if (!is(link, "and")) return false;
  for (let back = at - 1; back >= 0; back -= 1) {
    const token = tokens[back] as Token;
    if (token.depth < link.depth) return false;
    if (token.depth > link.depth) continue;
    if (is(token, "between")) return true;
    if (is(token, "and", "or") || beginsClause(token)) return false;
  }
  return false;
}

const COMPARED = new Map(Object.entries({ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "<>": "=", "!=": "=" }));
const SWAPPED = new Map(
  Object.entries({
    min: "max",
    max: "min",
    greatest: "least",
    least: "greatest",
    asc: "desc",
    desc: "asc",
    true: "false",
    false: "true",
    bool_and: "bool_or",
    bool_or: "bool_and",
    floor: "ceil",
    ceil: "floor",
  }),
);

function tokenChanges(tokens: readonly Token[], token: Token, at: number): SqlChange[] {
  if (token.kind === "sign") return signChanges(tokens, token, at);
  if (token.kind === "word") return wordChanges(tokens, token, at);
  if (token.kind === "number" && isAmount(tokens, at)) return [put("number", token, String(Number(token.text) + 1))];
  if (token.kind === "text" && /^'\d+ [a-z]+'$/.test(token.text))
    return [
      put(
        "number",
        token,
        token.text.replace(/\d+/, (digits) => String(Number(digits) + 1)),
      ),
    ];
  return token.kind === "text" || token.kind === "hole" ? listChanges(tokens, token, at) : [];
}

/** Neither a type's size nor a place in an array or a row. */
function isAmount(tokens: readonly Token[], at: number): boolean {
  const type = tokens[at - 2];
  return (
    !is(tokens[at - 1], "[", "$", ".") &&
    !(is(tokens[at - 1], "(", ",") && is(tokens[at - (is(tokens[at - 1], ",") ? 4 : 2)], "numeric", "varchar")) &&
    !is(type, "numeric") &&
    !is(tokens[at - 1], "select")
  );
}

function signChanges(tokens: readonly Token[], token: Token, at: number): SqlChange[] {
  if (token.text === "=" && !isAssignment(tokens, at)) return [put("comparison", token, "<>")];
  const compared = COMPARED.get(token.text);
  if (compared) return [put("comparison", token, compared)];
  if (!isOperand(tokens[at - 1], "end") || !isOperand(tokens[at + 1], "begin")) return [];
  if (token.text === "+") return [put("operator", token, "-")];
  if (token.text === "-") return [put("operator", token, "+")];
  if (token.text === "*") return [put("operator", token, "/")];
  return token.text === "/" ? [put("operator", token, "*")] : [];
}

function isOperand(token: Token | undefined, side: "begin" | "end"): boolean {
  if (!token) return false;
  if (token.kind === "sign") return token.text === (side === "end" ? ")" : "(");
  return !is(token, "select", "from", "as", "distinct", "then", "else", "when", "and", "or", "not", "returning");
}

function isAssignment(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token;
  if (token.clause !== "set") return false;
  for (let back = at - 1; back >= 0; back -= 1) {
    const earlier = tokens[back] as Token;
    if (earlier.depth < token.depth) return false;
    if (earlier.depth === token.depth && is(earlier, ",", "set")) return true;
    if (earlier.depth === token.depth && is(earlier, "=")) return false;
  }
  return false;
}

type Rule = (tokens: readonly Token[], token: Token, at: number) => SqlChange[];

const WORDS = new Map<string, Rule>(
  Object.entries({
    is: isNull,
    for: rowLock,
    on: withoutConflict,
    coalesce: firstOnly,
    order: turnedOrder,
    limit: (tokens, token, at) => (tokens[at + 1] ? [cut("limit", token, tokens[at + 1] as Token)] : []),
    left: (tokens, token, at) => (is(tokens[at + 1], "join") ? [put("join", token, "")] : []),
    exists: (tokens, token, at) => (is(tokens[at - 1], "not", "if") ? [] : [put("negation", token, "not exists")]),
    not: (tokens, token, at) =>
      is(tokens[at + 1], "exists", "in", "like", "ilike", "(") && !is(tokens[at - 1], "as")
        ? [put("negation", token, "")]
        : [],
    distinct: (tokens, token, at) =>
      is(tokens[at - 1], "is", "not") || is(tokens[at + 1], "on") ? [] : [put("distinct", token, "")],
    join: (tokens, token, at) =>
      is(tokens[at - 1], "left", "cross", "inner", "right", "full") ? [] : [put("join", token, "left join")],
    union: (tokens, token, at) => {
      const next = tokens[at + 1] as Token;
      return [is(next, "all") ? cut("union", next, next) : put("union", token, "union all")];
    },
  } satisfies Record<string, Rule>),
);

function wordChanges(tokens: readonly Token[], token: Token, at: number): SqlChange[] {
  const swapped = SWAPPED.get(token.text);
  const stands = is(tokens[at + 1], "(") || /^(asc|desc|true|false)$/.test(token.text);
  if (swapped && stands && !is(tokens[at - 1], ".", "on")) return [put("word", token, swapped)];
  return WORDS.get(token.text)?.(tokens, token, at) ?? [];
}

function isNull(tokens: readonly Token[], token: Token, at: number): SqlChange[] {
  const next = tokens[at + 1];
  if (is(next, "not")) return [put("null", next as Token, "")];
  return is(next, "null", "distinct", "true", "false") ? [put("null", token, "is not")] : [];
}

/** `coalesce(a, b)` becomes `(a)`. */
function firstOnly(tokens: readonly Token[], _token: Token, at: number): SqlChange[] {
  const open = tokens[at + 1];
  if (!open || !is(open, "(")) return [];
  const inside = tokens.slice(at + 2);
  const comma = inside.find((token) => is(token, ",") && token.depth === open.depth + 1);
  const close = inside.find((token) => is(token, ")") && token.depth === open.depth);
  if (!comma || !close) return [];
  return [{ operator: "coalesce", start: comma.start, end: close.start, text: "" }];
}

function rowLock(tokens: readonly Token[], token: Token, at: number): SqlChange[] {
  let end = at + 1;
  while (is(tokens[end], "no", "key")) end += 1;
  if (!is(tokens[end], "update", "share")) return [];
  if (is(tokens[end + 1], "of")) end += 2;
  const changes: SqlChange[] = [];
  const [skip, locked] = [tokens[end + 1], tokens[end + 2]];
  if (skip && locked && is(skip, "skip")) {
    changes.push(cut("skip locked", skip, locked));
    end += 2;
  }
  return [...changes, cut("lock", token, tokens[end] as Token)];
}

/** Each key of the order that names no direction is turned. */
function turnedOrder(tokens: readonly Token[], { depth }: Token, at: number): SqlChange[] {
  if (!is(tokens[at + 1], "by")) return [];
  const changes: SqlChange[] = [];
  let key: Token | undefined;
  let isDirected = false;
  const close = () => {
    if (key && !isDirected) changes.push({ operator: "order", start: key.end, end: key.end, text: " desc" });
    key = undefined;
    isDirected = false;
  };
  for (const token of tokens.slice(at + 2)) {
    if (token.depth < depth || (token.depth === depth && (is(token, ";") || beginsClause(token)))) break;
    if (token.depth === depth && is(token, ",")) close();
    else if (is(token, "asc", "desc", "nulls", "first", "last")) isDirected = true;
    else if (!isDirected) key = token;
  }
  close();
  return changes;
}

function withoutConflict(tokens: readonly Token[], token: Token, at: number): SqlChange[] {
  if (!is(tokens[at + 1], "conflict")) return [];
  const done = (what: string) =>
    tokens.find((each, place) => place > at && is(each, what) && is(tokens[place - 1], "do"));
  const nothing = done("nothing");
  const update = done("update");
  if (!nothing || (update && update.start < nothing.start)) return [];
  return [cut("conflict", token, nothing)];
}

/** One of several texts of a list left out. */
function listChanges(tokens: readonly Token[], token: Token, at: number): SqlChange[] {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (!isListOfIn(tokens, at)) return [];
  if (is(next, ",")) return [cut("list", token, next as Token)];
  return is(before, ",") ? [cut("list", before as Token, token)] : [];
}

function isListOfIn(tokens: readonly Token[], at: number): boolean {
  const { depth } = tokens[at] as Token;
  for (let back = at - 1; back >= 0; back -= 1) {
    const token = tokens[back] as Token;
    if (token.depth < depth) return is(token, "(") && is(tokens[back - 1], "in");
  }
  return false;
}
