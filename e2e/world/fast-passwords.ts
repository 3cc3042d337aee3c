import crypto, { type Argon2Parameters } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** The least that RFC 9106 §3.1 allows: 8 KiB for each lane, one pass. */
const leastOf = (wanted: Argon2Parameters): Argon2Parameters => ({
  ...wanted,
  memory: 8 * wanted.parallelism,
  passes: 1,
});

const FAST = Symbol.for("desk.test.fast-passwords");

/**
 * Of tests on a database: in their process, a password's hash says what it costs and costs next to nothing. Five sixths of
 * their time with people would go into it; what it costs in truth is tested without this, as are programs of their own.
 */
if (!(FAST in crypto)) {
  const derive = crypto.argon2;
  crypto.argon2 = (algorithm, parameters, callback) => derive(algorithm, leastOf(parameters), callback);
  Object.assign(crypto, { [FAST]: true });
  syncBuiltinESMExports();
}
