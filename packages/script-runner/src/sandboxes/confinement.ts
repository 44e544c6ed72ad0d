import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { MachineKind } from "./find-workerd.ts";
import { prctlNumber, systemCallFilter } from "./system-call-filter.ts";

/** The command prefix that drops a sandbox's privileges before workerd starts. */
export type Confinement = readonly string[];

// Node.js has no prctl. Perl does, and is part of every Debian and Ubuntu image, including node:*-slim.
const perlScript = `
my ($prctl, $filter, @command) = @ARGV;
my $program = pack("H*", $filter);
my $pointer = pack("S x6 P", length($program) / 8, $program);
syscall(int($prctl), 38, 1, 0, 0, 0) == 0 or die "no new privileges: $!";
syscall(int($prctl), 22, 2, $pointer, 0, 0) == 0 or die "seccomp: $!";
exec { $command[0] } @command or die "$command[0]: $!";
`;

/** Returns the confinements to try, strictest first. The last one is empty. */
export function confinementsToTry({ platform, arch }: MachineKind): readonly Confinement[] {
  if (platform !== "linux" || (arch !== "x64" && arch !== "arm64")) return [[]];
  const filter = systemCallFilter(arch).toString("hex");
  return [["perl", "-e", perlScript, String(prctlNumber(arch)), filter], ["setpriv", "--no-new-privs"], []];
}

/** Returns the strictest confinement for which this machine has the programs. */
export async function findConfinement(machine: MachineKind = process): Promise<Confinement> {
  for (const confinement of confinementsToTry(machine)) {
    const [program, ...args] = [...confinement, "true"];
    const isUsable = await promisify(execFile)(program ?? "true", args).then(
      () => true,
      () => false,
    );
    if (isUsable) return confinement;
  }
  return [];
}
