import { SandboxError } from "@agent-sandbox/core";

/** ioctl(2) of one machine: what the kernel calls the machine, and the numbers of the call. */
interface Architecture {
  readonly audit: number;
  readonly ioctl: readonly number[];
}

// linux/audit.h and each architecture's table of system calls.
const X86_64: Architecture = { audit: 0xc000003e, ioctl: [16, 0x40000000 + 16, 0x40000000 + 514] };
const I386: Architecture = { audit: 0x40000003, ioctl: [54] };
const AARCH64: Architecture = { audit: 0xc00000b7, ioctl: [29] };
const ARM: Architecture = { audit: 0x40000028, ioctl: [54] };
const RISCV64: Architecture = { audit: 0xc00000f3, ioctl: [29] };
const PPC64LE: Architecture = { audit: 0xc0000015, ioctl: [54] };
const S390X: Architecture = { audit: 0x80000016, ioctl: [54] };

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

// linux/bpf_common.h: BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_JEQ | BPF_K, BPF_RET | BPF_K.
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const RETURN = 0x06;

// linux/seccomp.h; what comes with ERRNO is EPERM.
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001;
const KILL = 0x80000000;

// struct seccomp_data: the number, the architecture, and the low half of the second argument.
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const REQUEST_AT = { LE: 24, BE: 28 } as const;

type Instruction = readonly [code: number, value: number, ifTrue?: number, ifFalse?: number];

/**
 * A filter of system calls, as seccomp(2) takes it, that keeps a command from typing into the terminal
 * it works on: whoever has the terminal next, outside, would run it. All other calls pass. Fails with
 * ENGINE_UNAVAILABLE for a machine that is not known here.
 */
export function terminalFilter(machine: string, endianness: "LE" | "BE"): Buffer {
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
    ...architectures.flatMap((one) => branch(one, REQUEST_AT[endianness])),
    [RETURN, KILL] as const,
  ];
  return Buffer.concat(program.map((one) => encode(one, endianness)));
}

/** What holds for one architecture; the next one's follows. */
function branch({ audit, ioctl }: Architecture, requestAt: number): readonly Instruction[] {
  const inside: readonly Instruction[] = [
    [LOAD, NUMBER_AT],
    // Each jumps over the ones that follow and the return, to the look at the request.
    ...ioctl.map((number, index): Instruction => [JUMP_IF_EQUAL, number, ioctl.length - index, 0]),
    [RETURN, ALLOW],
    [LOAD, requestAt],
    ...TYPING.map((request, index): Instruction => [
      JUMP_IF_EQUAL,
      request,
      TYPING.length - index,
      0,
    ]),
    [RETURN, ALLOW],
    [RETURN, REFUSE],
  ];
  return [[JUMP_IF_EQUAL, audit, 0, inside.length], ...inside];
}

/** struct sock_filter. */
function encode([code, value, ifTrue = 0, ifFalse = 0]: Instruction, endianness: "LE" | "BE") {
  const bytes = Buffer.alloc(8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setUint16(0, code, endianness === "LE");
  view.setUint8(2, ifTrue);
  view.setUint8(3, ifFalse);
  view.setUint32(4, value, endianness === "LE");
  return bytes;
}
