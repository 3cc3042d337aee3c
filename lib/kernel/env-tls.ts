import { isIP } from "node:net";
import { addressSet } from "./addresses.ts";

const OWN = addressSet([
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1/128",
  "fc00::/7",
  "fe80::/10",
]);
/** Names that no resolver of the open internet knows: of one label, and those kept for networks of one's own (RFC 6762, 8375, 9476). */
const OWN_NAME = /^[^.]*$|\.(?:internal|local|localhost|lan|home\.arpa)$/i;

/** Whether a host is of a network of one's own by its very name, so that it may be spoken to without TLS. */
export function isOwnNetwork(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? OWN_NAME.test(bare) : OWN.has(bare);
}

/** Whether what is sent to a database at this address can be read on the way through networks of others. */
export function isOpenDatabase(url: URL): boolean {
  return (
    !isOwnNetwork(url.hostname) && !/^(?:require|verify-ca|verify-full)$/.test(url.searchParams.get("sslmode") ?? "")
  );
}

/** Whether letters have to be encrypted on their way to the server of SMTP_URL, or not leave: they carry links that open. */
export const needsStartTls = (mode: "sandbox" | "live", smtpUrl: string): boolean =>
  mode === "live" && !isOwnNetwork(new URL(smtpUrl).hostname);
