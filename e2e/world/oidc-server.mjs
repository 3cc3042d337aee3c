// A real OpenID provider in a process of its own: `node oidc-server.mjs PORT DESK_URL`. Whoever types a name is that person;
// a name such as `grace+treasury` is in the group after the plus sign. It speaks discovery, PKCE, consent and userinfo.
import { Provider } from "oidc-provider";

const [port, desk] = process.argv.slice(2);
const issuer = `http://localhost:${port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "desk",
      client_secret: "desk-secret",
      redirect_uris: [`${desk}/api/auth/callback/sso`],
      response_types: ["code"],
      grant_types: ["authorization_code"],
    },
  ],
  cookies: { keys: ["not a secret"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
  pkce: { required: () => true },
  findAccount: (_ctx, id) => {
    const [name, ...groups] = id.split("+");
    return {
      accountId: id,
      claims: () => ({ sub: name, email: `${name}@example.com`, email_verified: true, name, groups }),
    };
  },
});

provider.listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
