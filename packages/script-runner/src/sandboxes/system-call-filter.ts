// A seccomp filter for workerd, which only needs the CPU and the Unix sockets on its command line. The filter
// blocks everything else that a flaw in V8 could reach: other processes, other address families, namespaces,
// mounts, keys, modules, clocks, and the parts of the kernel that most exploits start from. Sources:
// seccomp(2), linux/bpf_common.h, linux/audit.h, asm/unistd_64.h.

/** An architecture with a filter. */
export type FilterArchitecture = "x64" | "arm64";

interface SystemCalls {
  /** `AUDIT_ARCH_…` */
  readonly architecture: number;
  readonly prctl: number;
  readonly socket: number;
  readonly clone: number;
  readonly clone3: number;
  readonly refused: readonly number[];
}

// biome-ignore format: one line for each group
const refusedEverywhere = [
  424, 438, // pidfd_send_signal, pidfd_getfd
  425, 426, 427, // io_uring
  428, 429, 430, 431, 432, 433, 442, // mounts
];

const systemCalls: Readonly<Record<FilterArchitecture, SystemCalls>> = {
  // biome-ignore format: one line for each group
  x64: {
    architecture: 0xc000003e,
    prctl: 157, socket: 41, clone: 56, clone3: 435,
    refused: [
      ...refusedEverywhere,
      62, 200, 101, 310, 311, 312, // kill, tkill, ptrace, process_vm_readv, process_vm_writev, kcmp
      165, 166, 155, 161, 272, 308, // mount, umount2, pivot_root, chroot, unshare, setns
      248, 249, 250, 298, 321, 323, // add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd
      175, 176, 313, 246, 320, 169, // init_module, delete_module, finit_module, kexec_load, kexec_file_load, reboot
      163, 167, 168, 170, 171, 179, // acct, swapon, swapoff, sethostname, setdomainname, quotactl
      159, 164, 227, 305, // adjtimex, settimeofday, clock_settime, clock_adjtime
      303, 304, 103, 153, 154, 172, 173, // name_to_handle_at, open_by_handle_at, syslog, vhangup, modify_ldt, iopl, ioperm
    ],
  },
  // biome-ignore format: one line for each group
  arm64: {
    architecture: 0xc00000b7,
    prctl: 167, socket: 198, clone: 220, clone3: 435,
    refused: [
      ...refusedEverywhere,
      129, 130, 117, 270, 271, 272,
      40, 39, 41, 51, 97, 268,
      217, 218, 219, 241, 280, 282,
      105, 106, 273, 104, 294, 142,
      89, 224, 225, 161, 162, 60,
      171, 170, 112, 266,
      264, 265, 116, 58,
    ],
  },
};

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAbove = 0x35;
const jumpIfSet = 0x45;
const end = 0x06;

const allow = 0x7fff0000;
const kill = 0x80000000;
const refuse = 0x00050000 + 1; // EPERM
const unknown = 0x00050000 + 38; // ENOSYS makes glibc fall back from clone3 to clone.

const numberOffset = 0;
const architectureOffset = 4;
const firstArgumentOffset = 16;

const unixSockets = 1;
const newNamespaces = 0x7e020000;
const x32Bit = 0x40000000;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** Returns the filter in the kernel's format: 8 bytes per instruction, little-endian. */
export function systemCallFilter(machine: FilterArchitecture): Buffer {
  const { architecture, socket, clone, clone3, refused } = systemCalls[machine];
  const refuseCall = (number: number, outcome: number): Instruction[] => [
    [jumpIfEqual, 0, 1, number],
    [end, 0, 0, outcome],
  ];
  const instructions: readonly Instruction[] = [
    [load, 0, 0, architectureOffset],
    [jumpIfEqual, 1, 0, architecture],
    [end, 0, 0, kill],
    [load, 0, 0, numberOffset],
    [jumpIfAbove, 0, 1, x32Bit],
    [end, 0, 0, refuse],
    ...refused.flatMap((number) => refuseCall(number, refuse)),
    ...refuseCall(clone3, unknown),
    [jumpIfEqual, 0, 4, socket],
    [load, 0, 0, firstArgumentOffset],
    [jumpIfEqual, 1, 0, unixSockets],
    [end, 0, 0, refuse],
    [end, 0, 0, allow],
    [jumpIfEqual, 0, 3, clone],
    [load, 0, 0, firstArgumentOffset],
    [jumpIfSet, 0, 1, newNamespaces],
    [end, 0, 0, refuse],
    [end, 0, 0, allow],
  ];
  const filter = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, whenTrue, whenFalse, value], index) => {
    filter.writeUInt16LE(code, index * 8);
    filter.writeUInt8(whenTrue, index * 8 + 2);
    filter.writeUInt8(whenFalse, index * 8 + 3);
    filter.writeUInt32LE(value, index * 8 + 4);
  });
  return filter;
}

/** Returns the number of the `prctl` system call, which installs the filter. */
export function prctlNumber(machine: FilterArchitecture): number {
  return systemCalls[machine].prctl;
}
