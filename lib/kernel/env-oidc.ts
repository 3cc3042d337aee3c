/** Signatures by a key that a provider alone has, never by a secret that is shared with it; those it is asked for first. */
export const SIGNED_BY = [
  "RS256",
  "PS256",
  "ES256",
  "EdDSA",
  "ES384",
  "ES512",
  "PS384",
  "PS512",
  "RS384",
  "RS512",
] as const;
export type SignedBy = (typeof SIGNED_BY)[number];

/** Single sign-on by OpenID Connect: who proves people, and which of their groups are which roles here. */
export type Oidc = {
  /** Its address; what it says of itself stands under /.well-known/openid-configuration. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button says. */
  readonly name: string;
  /** The claim that lists a person's groups. */
  readonly groupsClaim: string;
  readonly roles: readonly GroupRole[];
  /** What its ID tokens are signed with, where it does not sign with what it lists. */
  readonly signedBy: SignedBy | undefined;
  /** Nobody signs in by password or passkey any more. */
  readonly only: boolean;
};

/** Who is in the group has the role in the account of that name. */
export type GroupRole = { readonly group: string; readonly role: string; readonly account: string };

type Text = (name: string) => string | undefined;
type Fault = (sentence: string) => void;

/** Reads OIDC_*; all absent means none. No fault repeats the secret. */
export function oidcOf(text: Text, mode: "sandbox" | "live", fault: Fault): Oidc | undefined {
  const issuer = text("OIDC_ISSUER");
  const [clientId, clientSecret] = [text("OIDC_CLIENT_ID"), text("OIDC_CLIENT_SECRET")];
  const only = flagOf("OIDC_ONLY", text("OIDC_ONLY"), fault);
  if (issuer === undefined) {
    for (const name of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ONLY"])
      if (text(name) !== undefined) fault(`${name} is set without OIDC_ISSUER: set both, or neither.`);
    return undefined;
  }
  if (!clientId || !clientSecret)
    fault("OIDC_ISSUER is set without OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all three.");
  return {
    issuer: issuerOf(issuer, mode, fault),
    clientId: clientId ?? "",
    clientSecret: clientSecret ?? "",
    name: text("OIDC_NAME") ?? "single sign-on",
    groupsClaim: text("OIDC_GROUPS_CLAIM") ?? "groups",
    roles: rolesOf(text("OIDC_ROLES") ?? "", fault),
    signedBy: signedByOf(text("OIDC_SIGNED_BY"), fault),
    only,
  };
}

function issuerOf(text: string, mode: "sandbox" | "live", fault: Fault): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    fault(`OIDC_ISSUER is ${JSON.stringify(text)}: give the issuer's address such as https://login.example.com/realm.`);
  else if (mode === "live" && url.protocol !== "https:") fault("OIDC_ISSUER is not https: MODE=live needs it to be.");
  return text.replace(/\/$/, "");
}

function signedByOf(text: string | undefined, fault: Fault): SignedBy | undefined {
  const known = SIGNED_BY.find((each) => each === text);
  if (text !== undefined && !known)
    fault(`OIDC_SIGNED_BY is ${JSON.stringify(text)}: give one of ${SIGNED_BY.join(", ")}.`);
  return known;
}

function flagOf(name: string, text: string | undefined, fault: Fault): boolean {
  if (text !== undefined && text !== "true" && text !== "false")
    fault(`${name} is ${JSON.stringify(text)}: give true or false.`);
  return text === "true";
}

/** `group=role@account`, divided by commas. */
function rolesOf(text: string, fault: Fault): GroupRole[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => {
      const [, group, role, account] = /^([^=@]+)=([a-z]+)@(.+)$/.exec(part) ?? [];
      if (group && role && account) return [{ group: group.trim(), role, account: account.trim() }];
      fault(`OIDC_ROLES holds ${JSON.stringify(part)}: give group=role@account, divided by commas.`);
      return [];
    });
}
