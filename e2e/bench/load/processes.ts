import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10;
const KIB_PER_MB = 1024;

type ProcessInfo = { pid: number; title: string; environment: string; folder: string };

/** All processes of this machine that let us look at them; none where there is no /proc. */
function processes(): ProcessInfo[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const title = procFile(name, "cmdline").replaceAll("\0", " ");
      return title
        ? [{ pid: Number(name), title, environment: procFile(name, "environ"), folder: folderOf(name) }]
        : [];
    });
}

/** A process may end while it is looked at. */
function procFile(pid: number | string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return "";
  }
}

function folderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

/** Processor time in milliseconds used so far by the process that runs `file` for a program's folder, and by a role's connections. */
export function cpuMs({ dataDir, file, role }: { dataDir: string; file: string; role: string }): number {
  return processes().reduce((sum, each) => (isOurs(each) ? sum + ticksOf(each.pid) * MS_PER_TICK : sum), 0);

  function isOurs({ title, environment, folder }: ProcessInfo): boolean {
    if (title.startsWith("postgres:")) return folder.startsWith(dataDir) && title.startsWith(`postgres: ${role} `);
    return title.includes(file) && environment.includes(`DATA_DIR=${dataDir}\0`);
  }
}

function ticksOf(pid: number): number {
  const stat = procFile(pid, "stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** Resident memory in MB of the process of a program that runs this file. */
function residentMb(dataDir: string, file: string): number | undefined {
  const found = processes().find(
    ({ title, environment }) => title.includes(file) && environment.includes(`DATA_DIR=${dataDir}\0`),
  );
  const kib = found && /VmRSS:\s+(\d+) kB/.exec(procFile(found.pid, "status"))?.[1];
  return kib === undefined ? undefined : Number(kib) / KIB_PER_MB;
}

/** Resident memory of a program's processes as it stands, printed and to be kept. */
export function memoryOf(dataDir: string): Record<string, number> {
  const found = {
    webMb: residentMb(dataDir, "lib/server/main.ts"),
    workerMb: residentMb(dataDir, "lib/worker/main.ts"),
  };
  const known = Object.entries(found).flatMap(([name, mb]) =>
    mb === undefined ? [] : [[name, Math.round(mb)] as const],
  );
  process.stdout.write(`memory after load: ${known.map(([name, mb]) => `${name} ${mb}`).join(", ")}\n`);
  return Object.fromEntries(known);
}
