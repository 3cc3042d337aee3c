import { requestPaymentAddressCall } from "#lib/bills/calls.ts";
import type { RequestPaymentAddress } from "#lib/bills/contract.ts";
import { writeJson } from "#lib/kernel/json.ts";

/** The request as a line of curl for a POSIX shell. Sandbox keys may use Basic; live ones sign. */
export function curlOf(request: Partial<RequestPaymentAddress>, origin: string, mode: "sandbox" | "live"): string {
  const body = `'${fieldLines(request).replaceAll("'", `'\\''`)}'`;
  const access = mode === "sandbox" ? '-u "$KEY"' : SIGNED;
  return `curl ${access} --json ${body} \\\n  ${origin}${requestPaymentAddressCall.path}`;
}

const SIGNED = [
  '-H "x-api-key: $KEY_ID"',
  '-H "x-timestamp: $TIMESTAMP"',
  '-H "x-nonce: $NONCE"',
  '-H "x-signature: $SIGNATURE"',
].join(" \\\n  ");

function fieldLines(request: Partial<RequestPaymentAddress>): string {
  const lines = Object.entries(request).map(([name, value]) => `${JSON.stringify(name)}: ${writeJson(value)}`);
  return `{\n  ${lines.join(",\n  ")}\n}`;
}
