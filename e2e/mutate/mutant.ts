/** One small change of a source, compiled in beside the original and switched on alone. */
export type Mutant = {
  id: number;
  /** Path from the root of the repository. */
  file: string;
  line: number;
  operator: string;
  /** Stays the same when lines move: file, function, operator, text before and after, and which of equals it is. */
  key: string;
  original: string;
  replacement: string;
};

/** `invalid`: PostgreSQL could not read the changed statement, so the change says nothing about the tests. */
export type Verdict = "killed" | "timeout" | "survived" | "uncovered" | "invalid";

/** What a test process writes down, one JSON line each; the driver reads it between test files and after a crash. */
export type Line =
  | { kind: "begin"; test: string; pid: number }
  | { kind: "trying"; id: number; pid: number }
  | { kind: "killed"; id: number; by: string; how: "killed" | "timeout" | "invalid"; message: string; ms: number }
  | { kind: "passed"; id: number; test: string; ms: number }
  | { kind: "broken"; test: string; message: string }
  | { kind: "end"; test: string; ms: number };
