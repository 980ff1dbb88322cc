import { cat } from "./cat.ts";
import type { Command } from "./command.ts";
import { cp } from "./cp.ts";
import { find } from "./find.ts";
import { grep } from "./grep.ts";
import { head } from "./head.ts";
import { ls } from "./ls.ts";
import { mkdir } from "./mkdir.ts";
import { mv } from "./mv.ts";
import { pwd } from "./pwd.ts";
import { rm } from "./rm.ts";
import { tail } from "./tail.ts";
import { sed } from "./text/sed/sed.ts";
import { touch } from "./touch.ts";
import { cut } from "./text/cut.ts";
import { sort } from "./text/sort/sort.ts";
import { tee } from "./text/tee.ts";
import { tr } from "./text/tr/tr.ts";
import { uniq } from "./text/uniq.ts";
import { seq } from "./text/seq.ts";
import { xargs } from "./text/xargs/xargs.ts";
import { wc } from "./wc.ts";

/** The commands that work on files. */
export const FILE_COMMANDS: readonly Command[] = [
  cat,
  cp,
  find,
  grep,
  head,
  ls,
  mkdir,
  mv,
  pwd,
  rm,
  sed,
  tail,
  touch,
  cut,
  sort,
  tee,
  tr,
  uniq,
  seq,
  xargs,
  wc,
];
