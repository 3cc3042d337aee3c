import type { Plan } from "./decode-answer.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * What the browser needs of an endpoint to call it: where each field goes and how the answer is read, without the schemas
 * and their descriptions. `lib/reference/write.ts` writes one for each endpoint into the `calls.ts` beside its contract;
 * what is given and answered is typed by the contract itself.
 */
export type Call<E extends Endpoint = Endpoint> = {
  readonly method: E["method"];
  readonly path: E["path"];
  /** Names of the query's fields. */
  readonly query?: readonly string[];
  /** Names of the body's fields; absent: there is no body. */
  readonly body?: readonly string[];
  /** The body takes other names too. */
  readonly openBody?: boolean;
  /** Fields that are times in ISO 8601. */
  readonly isoTimes?: readonly string[];
  readonly answer?: Plan;
  /** How a 202 is read. */
  readonly waits?: Plan;
  /** Content types of an answer that is a file. */
  readonly file?: string;
  /** The body's schema, for a form that checks by it; it is fetched when it is asked for. */
  readonly schema?: () => Promise<E["body"]>;
  /** For the compiler alone: the contract whose call it is. */
  readonly of?: E;
};

/** `METHOD /path`: the name by which operations are distinguished. */
export const operationOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `${method} ${path}`;
