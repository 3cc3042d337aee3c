import { Decimal } from "#lib/kernel/decimal.ts";
import type { Json } from "#lib/kernel/json.ts";

export type FieldFault = { field: string; message: string };

const FAULT = Symbol.for("desk.api-fault");

/** A request that did not succeed. `status` 0 means that no answer came; `code` is the API's own word for the cause. */
export class ApiFault extends Error {
  readonly [FAULT] = true;
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldFault[];
  /** Further fields of the error body, such as `expectedQuantity` or `minimum`. */
  readonly body: Readonly<Record<string, Json>>;

  constructor(status: number, code: string, message: string, requestId?: string, body: Record<string, Json> = {}) {
    super(message);
    this.name = "ApiFault";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.body = body;
    this.errors = fieldFaults(body["errors"]);
  }
}

export function isApiFault(error: unknown): error is ApiFault {
  return typeof error === "object" && error !== null && FAULT in error;
}

/** The fault that an error body states; what it lacks is made up from the status. */
export function faultOf(status: number, json: Json, requestId: string | undefined): ApiFault {
  const body = isObject(json) ? json : {};
  const code = typeof body["code"] === "string" ? body["code"] : "UNKNOWN";
  const message = typeof body["message"] === "string" ? body["message"] : `The server answered ${status}.`;
  const id = typeof body["requestId"] === "string" ? body["requestId"] : requestId;
  return new ApiFault(status, code, message, id, body);
}

function fieldFaults(value: Json | undefined): FieldFault[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) =>
    isObject(item) && typeof item["field"] === "string" && typeof item["message"] === "string"
      ? [{ field: item["field"], message: item["message"] }]
      : [],
  );
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}
