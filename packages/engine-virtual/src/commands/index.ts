import { basename } from "./paths/basename.ts";
import { cat } from "./cat.ts";
import { chgrp, chown } from "./status/chown.ts";
import { chmod } from "./status/chmod.ts";
import type { Command } from "./command.ts";
import { cp } from "./cp.ts";
import { df } from "./status/df.ts";
import { dirname } from "./paths/dirname.ts";
import { du } from "./status/du.ts";
import { find } from "./find.ts";
import { grep } from "./grep.ts";
import { head } from "./head.ts";
import { ln } from "./paths/ln.ts";
import { ls } from "./ls.ts";
import { mkdir } from "./mkdir.ts";
import { mktemp } from "./paths/mktemp.ts";
import { mv } from "./mv.ts";
import { pwd } from "./pwd.ts";
import { readlink } from "./paths/readlink.ts";
import { realpath } from "./paths/realpath.ts";
import { rm } from "./rm.ts";
import { rmdir } from "./paths/rmdir.ts";
import { stat } from "./status/stat.ts";
import { tail } from "./tail.ts";
import { touch } from "./touch.ts";
import { tree } from "./status/tree.ts";
import { truncate } from "./paths/truncate.ts";
import { wc } from "./wc.ts";

/** The commands that work on files, and what belongs to every system. */
export const FILE_COMMANDS: readonly Command[] = [
  basename,
  cat,
  chgrp,
  chmod,
  chown,
  cp,
  df,
  dirname,
  du,
  find,
  grep,
  head,
  ln,
  ls,
  mkdir,
  mktemp,
  mv,
  pwd,
  readlink,
  realpath,
  rm,
  rmdir,
  stat,
  tail,
  touch,
  tree,
  truncate,
  wc,
];
