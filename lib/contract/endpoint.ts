import type { z } from "zod";
import type { Meaning } from "./meanings.ts";
import type { Permission } from "./permissions.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

type Fields = z.ZodObject | undefined;

type ParamsOf<Path extends string> = Path extends `${string}[${infer Name}]${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

type Facts<Path extends string, Body extends Fields, Query extends Fields> = {
  method: Method;
  /** Static segments and `[name]` ones, as the route's folder is called. */
  path: Path;
  /** What the path's names mean. */
  params?: Readonly<Record<string, Meaning>> & { [Name in keyof ParamsOf<Path>]: Meaning };
  /** What the caller must be allowed; `public` asks for no authentication. */
  scope: Permission | "public";
  /** One line for the reference. */
  summary: string;
  description?: string;
  /** Changes something: cross-site rule and idempotency apply. Absent: everything but GET. */
  mutation?: boolean;
  body?: Body;
  query?: Query;
  /** The body's fields are also taken from the query; both and different is refused. */
  bodyAlsoAsQuery?: boolean;
  /** The body's names are open; the verb judges each. Absent: unknown fields are refused. */
  openBody?: boolean;
  /** Also answers `Accept: text/csv`; the input then says `format: "csv"`. */
  csv?: boolean;
  /** Asks people who have a second factor to have proven it lately, beside what their permission asks of itself. */
  freshProof?: boolean;
  /** Acts for no single account, such as the sandbox's clock. */
  withoutAccount?: boolean;
  /** What a success answers; every answer of the tests is held against it. */
  answer?: z.ZodType;
  /** What a 202 answers: nothing is done yet, it waits for a second person. */
  waits?: z.ZodType;
  /** Content types of a success that is not JSON, or not only. */
  media?: readonly string[];
  /** Codes of the operation's own checks, beside those that any operation may answer with. */
  refuses?: readonly ErrorCode[];
};

/** One operation of the API: feeds the route, the reference, the browser's client and its forms. Safe in the browser. */
export type Endpoint<
  Path extends string = string,
  Body extends Fields = Fields,
  Query extends Fields = Fields,
> = Readonly<
  Omit<Facts<Path, Body, Query>, "mutation" | "body" | "query"> & { mutation: boolean; body: Body; query: Query }
>;

type FieldsOf<Schema extends Fields> = Schema extends z.ZodObject ? z.output<Schema> : unknown;

/** What a verb behind an endpoint receives: path parameters, query and body in one object. */
export type InputOf<E> =
  E extends Endpoint<infer Path, infer Body, infer Query>
    ? ParamsOf<Path> & FieldsOf<Query> & FieldsOf<Body> & { format?: "json" | "csv" }
    : never;

/** Declares an operation. Unknown fields are refused whatever the schemas say. */
export function endpoint<const Path extends string, Body extends Fields = undefined, Query extends Fields = undefined>(
  facts: Facts<Path, Body, Query>,
): Endpoint<Path, Body, Query> {
  return {
    ...facts,
    mutation: facts.mutation ?? facts.method !== "GET",
    body: (facts.openBody ? facts.body : facts.body?.strict()) as Body,
    query: facts.query?.strict() as Query,
  };
}
