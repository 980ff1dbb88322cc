import { awk } from "./awk/awk.ts";
import { cat } from "./cat.ts";
import type { Command } from "./command.ts";
import { cp } from "./cp.ts";
import { find } from "./find.ts";
import { grep } from "./grep.ts";
import { head } from "./head.ts";
import { jq } from "./jq/jq.ts";
import { ls } from "./ls.ts";
import { mkdir } from "./mkdir.ts";
import { mv } from "./mv.ts";
import { pwd } from "./pwd.ts";
import { rm } from "./rm.ts";
import { tail } from "./tail.ts";
import { touch } from "./touch.ts";
import { wc } from "./wc.ts";

/** The commands that work on files. */
export const FILE_COMMANDS: readonly Command[] = [
  awk,
  cat,
  cp,
  find,
  grep,
  head,
  jq,
  ls,
  mkdir,
  mv,
  pwd,
  rm,
  tail,
  touch,
  wc,
];
