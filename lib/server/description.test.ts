import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serveDescription } from "./description.ts";

const WHOLE = readFileSync(join(import.meta.dirname, "../../public/openapi.json"));

async function received(accepted: string | undefined) {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const response = await serveDescription(new Request("http://localhost/openapi.json", { headers }));
  expect(response.headers.get("vary")).toBe("accept-encoding");
  return { encoding: response.headers.get("content-encoding"), body: Buffer.from(await response.arrayBuffer()) };
}

test.each(["gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "*", "gzip;q=0.001"])(
  "the description is compressed for who takes that: %s",
  async (accepted) => {
    const { encoding, body } = await received(accepted);
    expect(encoding).toBe("gzip");
    expect(body.length).toBeLessThan(WHOLE.length / 5);
    expect(gunzipSync(body).equals(WHOLE)).toBe(true);
  },
);

test.each([undefined, "", "identity", "br", "gzip;q=0", "gzip;q=0, *", "gzip;q=0.0"])(
  "and goes as it is to who does not: %s",
  async (accepted) => {
    const { encoding, body } = await received(accepted);
    expect(encoding).toBe(null);
    expect(body.equals(WHOLE)).toBe(true);
  },
);
