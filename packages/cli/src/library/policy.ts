// Written by scripts/generate.ts from the schema of the configuration.
/** A policy, as a configuration file has it, with the keys in camelCase. */
export interface Policy {
  /** false: work without a sandbox, after asking, and with a record of it (default true) */
  readonly enabled?: boolean;
  /** What makes the sandbox where no --engine says it (default docker): containers, bwrap on this machine itself, virtual in memory, where no program of this machine runs, or auto: docker where its daemon has the workspace's image, and otherwise bwrap */
  readonly engine?: "docker" | "bwrap" | "virtual" | "auto";
  /** What the sandbox may do with files */
  readonly filesystem?: {
    /** Bundles of path rules to put on, or with ! in front to take away; the last word on each wins. @base, @caches and @agents name places of the home and count for the bwrap engine alone; @git, @git-strict, @lint/ts, @lint/go, @lint/python, @lint/all, and @all, which is all but @git-strict. */
    readonly presets?: readonly string[];
    /** Paths that can be read and not written. A relative path starts at the workspace, ~ is the home; * ? and [a-z] match within one name. Of several rules the deeper path wins, then the exact path, then the later layer. An empty list takes away those of earlier layers. */
    readonly ro?: readonly string[];
    /** Paths that can be read and written, written as those of ro. An empty list takes away those of earlier layers. */
    readonly rw?: readonly string[];
    /** Paths that are not there inside, written as those of ro; what is in them is not there either. */
    readonly exclude?: readonly string[];
    /** Patterns of files that cannot be reached however they are granted, besides the default ones, in any case. A name is looked for at every depth, a pattern with a / below the root, with ~/ below the home; ** is any number of directories, a trailing / says directory. No later layer can take one away. */
    readonly blockedPatterns?: readonly string[];
    /** Exceptions from the blocked patterns of this layer and of earlier ones, written likewise. An empty list takes away those of earlier layers. */
    readonly allowedPatterns?: readonly string[];
    /** Paths that are always read-only inside, relative to the workspace; a trailing / says directory. They are literal, not patterns. No later layer can take one away. */
    readonly protected?: readonly string[];
    /** What can be read outside of the root without a rule: all of the host, what programs cannot start without, or only what is mounted (default: host for bwrap, empty for docker and virtual, project where the rules are a section of another tool's file) */
    readonly base?: "host" | "project" | "empty";
    /** The directory that can be read and written (default: the workspace). A relative path starts at the workspace. */
    readonly root?: string;
  };
  /** The environment of the commands inside */
  readonly environment?: {
    /** What goes in of the caller's environment without being named: what programs count on (PATH, HOME, LANG, TERM and such; the default), all of it but secrets, or nothing */
    readonly inherit?: "core" | "all" | "none";
    /** Keep out what looks like a secret and is not named in allow: *_KEY, *_TOKEN, AWS_*, URLs with a password and others (default true) */
    readonly filterSecrets?: boolean;
    /** Names of variables that never go in, whatever else names them; * and ? are wildcards. No later layer can take one away. */
    readonly block?: readonly string[];
    /** Names of variables of this machine that every command inside gets, with the values that they have when it starts. Those that are not set are left out. An empty list takes away those of earlier layers. */
    readonly allow?: readonly string[];
    /** Variables of every command inside, by name. Values are text: write numbers in quotes. */
    readonly set?: Readonly<Record<string, string>>;
  };
  /** false closes the network; an object says what is open; true opens all of it */
  readonly network?:
    | boolean
    | {
        /** What can be reached outside: nothing, the hosts of `domains` (the default), or everything (not every engine can) */
        readonly external?: "none" | "domains" | "all";
        /** Hosts to allow besides the default ones: a name is that name alone, *.name its sub-domains. An empty list takes away every host of earlier layers, the defaults, GitHub and the npm registry included. */
        readonly domains?: readonly string[];
        /** Hosts that stay closed, whichever layer allows them */
        readonly deniedDomains?: readonly string[];
        /** GitHub's names and published address ranges, over HTTPS and SSH (default true) */
        readonly git?: boolean;
        /** The sandbox's own loopback, where what runs inside finds each other (default true); false refuses what is sent there, but for queries to the resolver */
        readonly localhost?: boolean;
        /** Another way to write external: true is all, false is domains, the hosts that are named and no others */
        readonly allowExternal?: boolean;
        /** Another way to write localhost */
        readonly allowLocalhost?: boolean;
        /** Another way to write git */
        readonly allowGit?: boolean;
        /** TCP ports to open towards the allowed hosts besides 80 and 443. An empty list takes away those of earlier layers. */
        readonly ports?: readonly number[];
        /** Addresses of the resolvers to ask, instead of the machine's own. A later layer's list replaces an earlier one. */
        readonly dns?: readonly string[];
      };
  /** What a command does, by its name, wherever the program is: false blocks it, true lets it be, "@git" keeps git from skipping hooks and throwing work away, and the path of a script runs that in its place, with the real program in AGENT_SANDBOX_REAL */
  readonly commands?: Readonly<Record<string, boolean | string>>;
  /** The tools that agents call */
  readonly tools?: {
    /** The only tools that an agent may call: "Read", "mcp__server__*", "Bash(git log:*)" for commands that start so. A later layer's list replaces an earlier one; an empty list allows none. */
    readonly allow?: readonly string[];
    /** Tools that an agent may not call, written likewise; they go before allow, and no later layer can take one away. Edit is every tool that edits. */
    readonly deny?: readonly string[];
    /** Enforce the tools that an agent's own file allows and disallows as well (default true) */
    readonly enforceAgentPermissions?: boolean;
  };
  /** Whether the Docker daemon's socket is inside, at /var/run/docker.sock, and with it all of the host (default false) */
  readonly docker?: boolean;
  /** Whether a sandbox can be opened in a sandbox on this machine itself. A hostile program can then rename what is read-only inside of a writable directory, git's hooks for one: it is noticed, and no longer kept (default false) */
  readonly nested?: boolean;
  /** Claude Code and Codex */
  readonly agents?: {
    /** Whose the agents' settings are: shared by all workspaces of one owner (the default), or this workspace's own, with nothing but the credentials copied in */
    readonly isolation?: "shared" | "per-workspace";
  };
  /** The docker engine's own settings */
  readonly container?: {
    /** The tag of agent-sandbox-base to build on (default latest) */
    readonly baseTag?: string;
    /** An image to run instead of the one that this repository's Dockerfile gives */
    readonly image?: string;
    /** The Docker network to join instead of the default one */
    readonly network?: string;
    /** Ports of the sandbox to publish on the host's 127.0.0.1: 8080, host:container, and /udp for UDP. An empty list takes away those of earlier layers. */
    readonly ports?: readonly (number | string)[];
    /** The most memory, as 4g, 512m or bytes (default: no limit) */
    readonly memory?: number | string;
    /** The most CPUs; 1.5 is one and a half (default: no limit) */
    readonly cpus?: number;
    /** The most processes and threads (default 4096) */
    readonly pids?: number;
    /** What happens when a program on the host replaces a protected file and so lifts its protection: the sandbox stops (the default) or only says so */
    readonly onLostMount?: "stop" | "warn";
  };
  /** The virtual engine's own settings */
  readonly virtual?: {
    /** The most bytes in all files together (default 100m) */
    readonly maxTotalSize?: number | string;
    /** The most bytes in one file (default 10m) */
    readonly maxFileSize?: number | string;
    /** The most files and directories (default 10000) */
    readonly maxNodeCount?: number;
    /** How long a command may run: seconds, "500ms", "30s", "2m" (default 30s) */
    readonly commandTimeout?: number | string;
  };
  /** The record of what agents did */
  readonly audit?: {
    /** Which decisions are on record: what was blocked (the default), or all of them: also the tool calls that agents were let make, and the names that the resolver looked up. Runs and pushes always are. */
    readonly level?: "blocked" | "all";
    /** The folder of all records, for them alone: old ones are removed there (default: in your state folder). Your own configuration alone names it, and a sandbox that has it does not open. */
    readonly path?: string;
    /** For how many days records are kept (default 90). Your own configuration alone counts. */
    readonly keepDays?: number;
    /** The most bytes of records; beyond it the oldest finished ones go (default 256m). Your own configuration alone counts. */
    readonly maxSize?: number | string;
  };
  /** Your own cases for `agent-sandbox test`: what is asked for and what has to come out. Relative paths start at the workspace. */
  readonly tests?: readonly {
    /** A path: may it be read? */
    readonly read?: string;
    /** A path: may it be written? */
    readonly write?: string;
    /** A path: may it be made? */
    readonly create?: string;
    /** A path: may it be removed? */
    readonly delete?: string;
    /** A directory: may it be listed? */
    readonly list?: string;
    /** A program: may it run? */
    readonly exec?: string;
    /** A host and its port, host:443: may it be reached? */
    readonly connect?: string;
    /** A variable: does it go in? */
    readonly env?: string;
    /** A tool, or Bash(command): may it be called? */
    readonly tool?: string;
    /** What the policy has to answer */
    readonly expect: "allow" | "deny";
  }[];
  /** In your own configuration: sections and keys that no project can change. What it says of them has no effect. */
  readonly locked?: readonly string[];
}
