import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

/** CBOR (RFC 8949) as far as WebAuthn's attestation needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(kind: number, count: number): Buffer {
  const top = kind << 5;
  if (count < 24) return Buffer.of(top | count);
  return count < 256 ? Buffer.of(top | 24, count) : Buffer.of(top | 25, count >> 8, count & 0xff);
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** An authenticator of software: what a device would answer, and what a faulty or foreign one would. */
export class Authenticator {
  readonly id: string = randomBytes(16).toString("base64url");
  counter = 0;
  private readonly key: KeyObject;
  private readonly point: { x: Buffer; y: Buffer };

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.key = privateKey;
    this.point = { x: Buffer.from(x, "base64url"), y: Buffer.from(y, "base64url") };
  }

  /** The answer to a question for a new passkey. */
  make(options: object, origin: string, rpId: string): Record<string, unknown> {
    const cose = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, this.point.x],
      [-3, this.point.y],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const held = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cbor(cose)]);
    const authData = Buffer.concat([this.data(rpId, WITH_CREDENTIAL), held]);
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.answer({
      clientDataJSON: clientData("webauthn.create", options, origin).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The answer to a question who is there. */
  prove(options: object, origin: string, rpId: string): Record<string, unknown> {
    const client = clientData("webauthn.get", options, origin);
    const authenticatorData = this.data(rpId, 0);
    const signature = createSign("sha256").update(authenticatorData).update(sha256(client)).sign(this.key);
    return this.answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  private data(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(PRESENT_AND_VERIFIED | more), counter]);
  }

  private answer(response: object): Record<string, unknown> {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {}, response };
  }
}

const clientData = (type: string, options: object, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge: (options as { challenge: string }).challenge, origin }));
