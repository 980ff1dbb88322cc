import { arch, uname } from "./system/uname.ts";
import {
  b2sum,
  md5sum,
  sha1sum,
  sha224sum,
  sha256sum,
  sha384sum,
  sha512sum,
} from "./bytes/checksum.ts";
import { base32, base64 } from "./bytes/base-encoding.ts";
import { basename } from "./paths/basename.ts";
import { bc } from "./bc/bc.ts";
import { cat } from "./cat.ts";
import { chgrp, chown } from "./status/chown.ts";
import { chmod } from "./status/chmod.ts";
import { cksum } from "./bytes/cksum.ts";
import { cmp } from "./bytes/cmp.ts";
import type { Command } from "./command.ts";
import { cp } from "./cp.ts";
import { date } from "./system/date.ts";
import { dd } from "./bytes/dd.ts";
import { df } from "./status/df.ts";
import { dirname } from "./paths/dirname.ts";
import { du } from "./status/du.ts";
import { find } from "./find.ts";
import { grep } from "./grep.ts";
import { gunzip, gzip, zcat } from "./archive/gzip.ts";
import { head } from "./head.ts";
import { hexdump } from "./bytes/hexdump.ts";
import { hostname } from "./system/hostname.ts";
import { id, whoami } from "./system/id.ts";
import { ln } from "./paths/ln.ts";
import { ls } from "./ls.ts";
import { mkdir } from "./mkdir.ts";
import { mktemp } from "./paths/mktemp.ts";
import { mv } from "./mv.ts";
import { nproc } from "./system/nproc.ts";
import { od } from "./bytes/od.ts";
import { printenv } from "./system/printenv.ts";
import { pwd } from "./pwd.ts";
import { readlink } from "./paths/readlink.ts";
import { realpath } from "./paths/realpath.ts";
import { rm } from "./rm.ts";
import { rmdir } from "./paths/rmdir.ts";
import { sleep } from "./system/sleep.ts";
import { split } from "./bytes/split.ts";
import { stat } from "./status/stat.ts";
import { tail } from "./tail.ts";
import { tar } from "./archive/tar.ts";
import { timeout } from "./system/timeout.ts";
import { touch } from "./touch.ts";
import { tree } from "./status/tree.ts";
import { truncate } from "./paths/truncate.ts";
import { unzip } from "./archive/unzip.ts";
import { wc } from "./wc.ts";
import { xxd } from "./bytes/xxd.ts";
import { yes } from "./bytes/yes.ts";
import { zip } from "./archive/zip.ts";

/** The commands that work on files, and what belongs to every system. */
export const FILE_COMMANDS: readonly Command[] = [
  arch,
  b2sum,
  base32,
  base64,
  basename,
  bc,
  cat,
  chgrp,
  chmod,
  chown,
  cksum,
  cmp,
  cp,
  date,
  dd,
  df,
  dirname,
  du,
  find,
  grep,
  gunzip,
  gzip,
  head,
  hexdump,
  hostname,
  id,
  ln,
  ls,
  md5sum,
  mkdir,
  mktemp,
  mv,
  nproc,
  od,
  printenv,
  pwd,
  readlink,
  realpath,
  rm,
  rmdir,
  sha1sum,
  sha224sum,
  sha256sum,
  sha384sum,
  sha512sum,
  sleep,
  split,
  stat,
  tail,
  tar,
  timeout,
  touch,
  tree,
  truncate,
  uname,
  unzip,
  wc,
  whoami,
  xxd,
  yes,
  zcat,
  zip,
];
