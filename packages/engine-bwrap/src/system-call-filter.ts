import { SandboxError } from "@agent-sandbox/core";

/** Numbers of system calls on one machine, and what the kernel calls the machine. */
interface Architecture {
  readonly audit: number;
  readonly ioctl: readonly number[];
  /** add_key, request_key and keyctl. */
  readonly keys: readonly number[];
  readonly unshare: readonly number[];
  readonly clone: readonly number[];
  /** Which of clone's arguments has the flags, where it is not the first (clone(2), "C library/kernel differences"). */
  readonly flagsAt?: number;
}

/** x32's numbers are those of x86_64 and this bit, but for a few. */
const X32 = 0x40000000;

// linux/audit.h and each architecture's table of system calls.
const X86_64: Architecture = {
  audit: 0xc000003e,
  ioctl: [16, X32 + 16, X32 + 514],
  keys: [248, 249, 250, X32 + 248, X32 + 249, X32 + 250],
  unshare: [272, X32 + 272],
  clone: [56, X32 + 56],
};
const I386: Architecture = {
  ...{ audit: 0x40000003, ioctl: [54], keys: [286, 287, 288], unshare: [310], clone: [120] },
};
const AARCH64: Architecture = {
  ...{ audit: 0xc00000b7, ioctl: [29], keys: [217, 218, 219], unshare: [97], clone: [220] },
};
const ARM: Architecture = {
  ...{ audit: 0x40000028, ioctl: [54], keys: [309, 310, 311], unshare: [337], clone: [120] },
};
const RISCV64: Architecture = { ...AARCH64, audit: 0xc00000f3 };
const PPC64LE: Architecture = {
  ...{ audit: 0xc0000015, ioctl: [54], keys: [269, 270, 271], unshare: [282], clone: [120] },
};
const S390X: Architecture = {
  ...{ audit: 0x80000016, ioctl: [54], keys: [278, 279, 280], unshare: [303], clone: [120] },
  flagsAt: 1,
};

/** By Node's name of the machine: all that its kernel runs. */
const BY_MACHINE: Readonly<Record<string, readonly Architecture[]>> = {
  x64: [X86_64, I386],
  arm64: [AARCH64, ARM],
  arm: [ARM],
  ia32: [I386],
  riscv64: [RISCV64],
  ppc64: [PPC64LE],
  s390x: [S390X],
};

/** ioctl_tty(2), "faking input", and ioctl_console(2): both type into a terminal. */
const TYPING = [0x5412, 0x541c];

/** linux/sched.h, CLONE_NEWUSER. */
const NEW_USER = 0x10000000;

/** The same everywhere; its flags are in memory, where no filter sees them. */
const CLONE3 = [435, X32 + 435];

// linux/bpf_common.h: BPF_LD | BPF_W | BPF_ABS, BPF_JMP with BPF_JEQ and BPF_JSET, BPF_RET | BPF_K.
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_BIT = 0x45;
const RETURN = 0x06;

// linux/seccomp.h; what comes with ERRNO is EPERM, and ENOSYS, after which a C library asks clone itself.
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001;
const UNKNOWN = 0x00050026;
const KILL = 0x80000000;

// struct seccomp_data: the number, the architecture, and eight bytes for each argument.
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const ARGUMENTS_AT = 16;

type Endianness = "LE" | "BE";

type Instruction = readonly [code: number, value: number, ifTrue?: number, ifFalse?: number];

export interface FilterRequest {
  /** Node's names of the machine and of the order of its bytes. */
  readonly machine: string;
  readonly endianness: Endianness;
  /** Whether a sandbox may be opened in this one. */
  readonly nests: boolean;
}

/**
 * A filter of system calls, as seccomp(2) takes it. Refused are: typing into the terminal, which whoever has
 * it next, outside, would run; the keys of the session outside; and, but for what nests, user namespaces: in
 * one, the mounts that keep a directory from being renamed can be left behind. All other calls pass. Fails
 * with ENGINE_UNAVAILABLE for a machine that is not known here.
 */
export function systemCallFilter({ machine, endianness, nests }: FilterRequest): Buffer {
  const architectures = BY_MACHINE[machine];
  if (architectures === undefined) {
    throw new SandboxError(
      "ENGINE_UNAVAILABLE",
      `Cannot keep commands from typing into the terminal: "${machine}" is not known`,
      { hint: "Use the docker engine: agent-sandbox run" },
    );
  }
  const program = [
    [LOAD, ARCHITECTURE_AT] as const,
    ...architectures.flatMap((one) => branch(one, endianness, nests)),
    [RETURN, KILL] as const,
  ];
  return Buffer.concat(program.map((one) => encode(one, endianness)));
}

/** What holds for one architecture; the next one's follows. */
function branch(one: Architecture, endianness: Endianness, nests: boolean): readonly Instruction[] {
  const { audit, ioctl, keys, unshare, clone, flagsAt = 0 } = one;
  const inside: readonly Instruction[] = [
    [LOAD, NUMBER_AT],
    ...onCall(ioctl, refusingAny(argumentAt(1, endianness), IF_EQUAL, TYPING)),
    ...onCall(keys, [[RETURN, REFUSE]]),
    ...(nests
      ? []
      : [
          ...onCall(unshare, refusingAny(argumentAt(0, endianness), IF_BIT, [NEW_USER])),
          ...onCall(clone, refusingAny(argumentAt(flagsAt, endianness), IF_BIT, [NEW_USER])),
          ...onCall(CLONE3, [[RETURN, UNKNOWN]]),
        ]),
    [RETURN, ALLOW],
  ];
  return [[IF_EQUAL, audit, 0, inside.length], ...inside];
}

/** What is done on any of these calls; it returns. */
function onCall(numbers: readonly number[], body: readonly Instruction[]): readonly Instruction[] {
  return numbers.flatMap((number): readonly Instruction[] => [
    [IF_EQUAL, number, 0, body.length],
    ...body,
  ]);
}

/** Refuses where the argument has one of these values, or bits, by `test`. */
function refusingAny(at: number, test: number, values: readonly number[]): readonly Instruction[] {
  return [
    [LOAD, at],
    ...values.flatMap((value): readonly Instruction[] => [
      [test, value, 0, 1],
      [RETURN, REFUSE],
    ]),
    [RETURN, ALLOW],
  ];
}

/** The low half of an argument. */
function argumentAt(index: number, endianness: Endianness): number {
  return ARGUMENTS_AT + index * 8 + (endianness === "LE" ? 0 : 4);
}

/** struct sock_filter. */
function encode([code, value, ifTrue = 0, ifFalse = 0]: Instruction, endianness: Endianness) {
  const bytes = Buffer.alloc(8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setUint16(0, code, endianness === "LE");
  view.setUint8(2, ifTrue);
  view.setUint8(3, ifFalse);
  view.setUint32(4, value, endianness === "LE");
  return bytes;
}
