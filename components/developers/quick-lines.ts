import { requestPaymentAddressCall } from "#lib/bills/calls.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import { sendDepositCall, settleCall } from "#lib/sandbox/calls.ts";

/** A key and its secret as curl takes them; stands in for them where none is known. */
export const NO_KEY = "ak_…:sk_…";

type Lines = { id: "set" | "create" | "pay" | "read"; code: string };

/** The way from a key to a converted bill, as lines of a POSIX shell. */
export function quickLines(origin: string, key: string): readonly Lines[] {
  return [
    { id: "set", code: `DESK=${origin}\nKEY='${key}'` },
    {
      id: "create",
      code: `curl -s -u "$KEY" -H 'content-type: application/json' "$DESK${requestPaymentAddressCall.path}" \\
  -d '{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"acme-42","bech32":true}' | tee bill.json`,
    },
    {
      id: "pay",
      code: `ADDRESS=$(grep -o '"deposit_address":"[^"]*' bill.json | cut -d'"' -f4)
QUANTITY=$(grep -o '"quantity":[0-9.]*' bill.json | cut -d: -f2)
curl -s -u "$KEY" -H 'content-type: application/json' "$DESK${sendDepositCall.path}" \\
  -d "{\\"address\\":\\"$ADDRESS\\",\\"quantity\\":$QUANTITY,\\"confirmations\\":2}"
curl -s -u "$KEY" -X POST "$DESK${settleCall.path}"`,
    },
    {
      id: "read",
      code: `PAYMENT=$(grep -o '"paymentId":"[^"]*' bill.json | cut -d'"' -f4)
curl -s -u "$KEY" "$DESK${getPaymentCall.path}?paymentId=$PAYMENT"`,
    },
  ];
}

/** What a signing program does, in the words of Node. */
export const SIGNING = `import { createHash, createHmac, randomUUID } from "node:crypto";

const hash = createHash("sha256").update(body).digest("hex");
const timestamp = String(Date.now());
const nonce = randomUUID();
const lines = [timestamp, nonce, method, pathAndQuery, hash].join("\\n");
const signature = createHmac("sha256", secret).update(lines).digest("hex");`;
