import { generateKeyPairSync, sign } from "node:crypto";

/** Bytes of ASN.1 under a tag, as DER writes them (X.690). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const ECDSA_SHA256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const COMMON_NAME = der(0x06, Buffer.from("550403", "hex"));
const pem = (bytes: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString("base64")}\n-----END CERTIFICATE-----\n`;

/** A key and a certificate for a name that nobody but itself vouches for, as mail servers come with (RFC 5280). */
export function selfSigned(name: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const times = sequence(...["200101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time))));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const content = sequence(
    version,
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    subject,
    times,
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { key, cert: pem(sequence(content, ECDSA_SHA256, signature)) };
}
