import { type Json, JsonFault, parseJson } from "#lib/kernel/json.ts";
import { ApiFault, faultOf } from "./api-fault.ts";
import { decodeAnswer, ShapeFault } from "./decode-answer.ts";
import type { Endpoint, GivenOf, Method, ReplyOf } from "./endpoint.ts";
import { bodyOf, operationOf, targetOf } from "./written.ts";

/** One request as a contract makes it; the sender adds the destination and the credentials. */
export type Sent = {
  method: Method;
  /** Path and query. */
  target: string;
  accept: string;
  /** JSON text; undefined: none. */
  body: string | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
};

/** Sends a request. It throws an {@link ApiFault} of status 0 when no answer came, and what the signal says when aborted. */
export type Send = (sent: Sent) => Promise<Response>;

export type Options = { signal?: AbortSignal | undefined };
/** `idempotencyKey`: one key for one intention; keep it over retries of the same press of a button. */
export type MutateOptions = Options & { idempotencyKey?: string | undefined };

/** Calls operations by their contracts. All refuse with {@link ApiFault}. */
export type Client = {
  /** Reads; answers what the contract says, decoded. */
  query<E extends Endpoint>(contract: E, given: GivenOf<E>, options?: Options): Promise<ReplyOf<E>>;
  /** Changes something; answers what the contract says, decoded. */
  mutate<E extends Endpoint>(contract: E, given: GivenOf<E>, options?: MutateOptions): Promise<ReplyOf<E>>;
  /** Reads an answer that is a file: a contract's `media`, or its list as CSV. */
  file<E extends Endpoint>(contract: E, given: GivenOf<E>, options?: Options): Promise<Blob>;
};

const JSON_TYPE = "application/json";

/** The client of an API that `send` reaches. */
export function contractClient(send: Send): Client {
  const call = async <E extends Endpoint>(contract: E, given: GivenOf<E>, options: MutateOptions = {}) => {
    const response = await send(requestOf(contract, given, JSON_TYPE, options));
    return await answerOf(contract, response);
  };
  return {
    query: call,
    mutate: call,
    async file(contract, given, options = {}) {
      const response = await send(requestOf(contract, given, fileTypeOf(contract), options));
      if (!response.ok) throw await refusalOf(response);
      return await response.blob();
    },
  };
}

function requestOf<E extends Endpoint>(contract: E, given: GivenOf<E>, accept: string, options: MutateOptions): Sent {
  return {
    method: contract.method,
    target: targetOf(contract, given),
    accept,
    body: bodyOf(contract, given),
    idempotencyKey: options.idempotencyKey,
    signal: options.signal,
  };
}

function fileTypeOf(contract: Endpoint): string {
  if (contract.media) return contract.media.join(", ");
  if (contract.csv) return "text/csv";
  throw new TypeError(`${operationOf(contract)} answers no file`);
}

async function answerOf<E extends Endpoint>(contract: E, response: Response): Promise<ReplyOf<E>> {
  if (!response.ok) throw await refusalOf(response);
  return read(response, contract, await response.text());
}

/**
 * What a success says, by the contract's own schema.
 * @throws {ApiFault} `UNREADABLE`, naming the field that is of another form.
 */
function read<E extends Endpoint>(response: Response, contract: E, body: string): ReplyOf<E> {
  const schema = response.status === ACCEPTED ? (contract.waits ?? contract.answer) : contract.answer;
  // The contract that has no answer is answered by nothing.
  if (!schema) return undefined as ReplyOf<E>;
  try {
    return decodeAnswer(schema, body) as ReplyOf<E>;
  } catch (error) {
    throw unreadable(response, error);
  }
}

const ACCEPTED = 202;

async function refusalOf(response: Response): Promise<ApiFault> {
  const body = await response.text();
  try {
    const json: Json = body === "" ? null : parseJson(body);
    return faultOf(response.status, json, requestIdOf(response));
  } catch (error) {
    return unreadable(response, error);
  }
}

function unreadable(response: Response, error: unknown): ApiFault {
  const id = requestIdOf(response);
  if (error instanceof JsonFault)
    return new ApiFault(response.status, "UNREADABLE", "The server sent something that is not JSON.", id);
  if (error instanceof ShapeFault)
    return new ApiFault(response.status, "UNREADABLE", `The server's answer has another form: ${error.message}.`, id);
  throw error;
}

const requestIdOf = (response: Response): string | undefined => response.headers.get("x-request-id") ?? undefined;
