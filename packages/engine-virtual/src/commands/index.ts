import { cat } from "./cat.ts";
import { column } from "./text/column.ts";
import { comm } from "./text/comm.ts";
import type { Command } from "./command.ts";
import { cp } from "./cp.ts";
import { cut } from "./text/cut.ts";
import { expand } from "./text/expand.ts";
import { expr } from "./text/expr/expr.ts";
import { find } from "./find.ts";
import { fold } from "./text/fold.ts";
import { grep } from "./grep.ts";
import { head } from "./head.ts";
import { join } from "./text/join/join.ts";
import { ls } from "./ls.ts";
import { mkdir } from "./mkdir.ts";
import { mv } from "./mv.ts";
import { nl } from "./text/nl.ts";
import { paste } from "./text/paste.ts";
import { pwd } from "./pwd.ts";
import { rev } from "./text/rev.ts";
import { rm } from "./rm.ts";
import { sed } from "./text/sed/sed.ts";
import { seq } from "./text/seq.ts";
import { sort } from "./text/sort/sort.ts";
import { tac } from "./text/tac.ts";
import { tail } from "./tail.ts";
import { tee } from "./text/tee.ts";
import { touch } from "./touch.ts";
import { tr } from "./text/tr/tr.ts";
import { unexpand } from "./text/unexpand.ts";
import { uniq } from "./text/uniq.ts";
import { wc } from "./wc.ts";
import { xargs } from "./text/xargs/xargs.ts";

/** The commands that work on files and text. */
export const FILE_COMMANDS: readonly Command[] = [
  cat,
  column,
  comm,
  cp,
  cut,
  expand,
  expr,
  find,
  fold,
  grep,
  head,
  join,
  ls,
  mkdir,
  mv,
  nl,
  paste,
  pwd,
  rev,
  rm,
  sed,
  seq,
  sort,
  tac,
  tail,
  tee,
  touch,
  tr,
  unexpand,
  uniq,
  wc,
  xargs,
];
