import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** As much of a CycloneDX bill of materials as is looked at here. */
export type Bom = {
  bomFormat: string;
  components: { "bom-ref": string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

const ROOT = join(import.meta.dirname, "..");
const FOLDER = "node_modules/";

type Locked = Record<string, { version?: string; dev?: boolean; devOptional?: boolean }>;

/**
 * What runs in production, from the lockfile. npm's own `--omit=dev` leaves out whatever is also asked for by a package
 * for development, React among it; the lockfile knows which packages are there for development alone.
 */
export function productionBom(): Bom {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as { packages: Locked };
  const running = new Set(
    Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)}@${version}`),
  );
  const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const whole = execFileSync("npm", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const bom = JSON.parse(whole) as Bom;
  const [own] = bom.dependencies;
  return {
    ...bom,
    components: bom.components.filter((each) => running.has(each["bom-ref"])),
    dependencies: bom.dependencies
      .filter((each) => each === own || running.has(each.ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => running.has(each)) })),
  };
}
