import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHECKER = "xmllint";
const PACKAGE = "tryton-modules-account-payment-sepa";
const FOLDER = join(tmpdir(), "desk-iso20022");
const SCHEMAS = join(FOLDER, "usr/lib/python3/dist-packages/trytond/modules/account_payment_sepa/tests");
const INSTALL_MS = 3 * 60_000;

const run = (command: string, args: readonly string[], cwd?: string) =>
  spawnSync(command, args, {
    encoding: "utf8",
    timeout: INSTALL_MS,
    ...(cwd && { cwd }),
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });

/**
 * Fetches what messages are compared with, as root on Debian, where it is missing: the schemas come with Debian's Tryton,
 * whose package is only unpacked, and are read by Debian's xmllint.
 */
export function ensureSchemas(): void {
  if (!existsSync(SCHEMAS)) unpack();
  if (run(CHECKER, ["--version"]).error) run("apt-get", ["install", "-qy", "--no-install-recommends", "libxml2-utils"]);
}

/** The schemas of credit transfers: the package has the older one. */
const OLDER = "pain.001.001.03";
const NEWER = "pain.001.001.09";

/**
 * What is wrong with a file of credit transfers by ISO's schemas. Of what such a file of ours holds the version of 2019
 * differs in its name, in how it writes the day, and in the name of a BIC: these are held here, the rest by the schema of
 * the version before.
 */
export function transferFaults(xml: string): string {
  if (xml.includes(`urn:iso:std:iso:20022:tech:xsd:${OLDER}`)) return schemaFaults(OLDER, xml);
  const days = /<ReqdExctnDt><Dt>(\d{4}-\d\d-\d\d)<\/Dt><\/ReqdExctnDt>/g;
  if (!xml.includes(`urn:iso:std:iso:20022:tech:xsd:${NEWER}`) || !days.test(xml) || xml.includes("<BIC>"))
    return `It is no ${NEWER}.`;
  const older = xml
    .replace(NEWER, OLDER)
    .replaceAll(days, "<ReqdExctnDt>$1</ReqdExctnDt>")
    .replaceAll(/(<\/?)BICFI>/g, "$1BIC>");
  return schemaFaults(OLDER, older);
}

/** What is wrong with a message by its schema of ISO 20022, empty when nothing is. */
function schemaFaults(schema: string, xml: string): string {
  const file = join(SCHEMAS, `${schema}.xsd`);
  if (!existsSync(file)) throw new Error(`${schema}.xsd is missing: install ${PACKAGE} from Debian`);
  const { status, stderr, error } = spawnSync(CHECKER, ["--noout", "--nonet", "--schema", file, "-"], {
    input: xml,
    encoding: "utf8",
  });
  if (error) throw new Error("xmllint is missing: install libxml2-utils", { cause: error });
  return status === 0 ? "" : stderr;
}

function unpack(): void {
  mkdirSync(FOLDER, { recursive: true });
  run("apt-get", ["update", "-q"]);
  run("apt-get", ["download", "-q", PACKAGE], FOLDER);
  const [deb = ""] = readdirSync(FOLDER).filter((name) => name.endsWith(".deb"));
  run("dpkg-deb", ["-x", join(FOLDER, deb), FOLDER]);
}
