/** The SQLSTATE of a database error, from pg directly or through Prisma's adapter. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; typeof at === "object" && at !== null && depth < 6; depth += 1) {
    const fields = at as {
      code?: unknown;
      originalCode?: unknown;
      meta?: unknown;
      cause?: unknown;
      driverAdapterError?: unknown;
    };
    if (typeof fields.originalCode === "string") return fields.originalCode;
    // Prisma's codes are P and four digits, Node's (EPIPE) have none.
    if (typeof fields.code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(fields.code) && !/^P\d{4}$/.test(fields.code))
      return fields.code;
    at = fields.cause ?? fields.driverAdapterError ?? fields.meta;
  }
  return undefined;
}

/** Something was to be written where nothing can be. */
export const READ_ONLY = "25006";
export const UNIQUE_VIOLATION = "23505";
export const CHECK_VIOLATION = "23514";
export const INSUFFICIENT_PRIVILEGE = "42501";
