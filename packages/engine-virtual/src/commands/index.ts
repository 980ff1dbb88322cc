import { gunzip, gzip, zcat } from "./archive/gzip.ts";
import { tar } from "./archive/tar.ts";
import { unzip } from "./archive/unzip.ts";
import { zip } from "./archive/zip.ts";
import { awk } from "./awk/awk.ts";
import { bc } from "./bc/bc.ts";
import { base32, base64 } from "./bytes/base-encoding.ts";
import {
  b2sum,
  md5sum,
  sha1sum,
  sha224sum,
  sha256sum,
  sha384sum,
  sha512sum,
} from "./bytes/checksum.ts";
import { cksum } from "./bytes/cksum.ts";
import { cmp } from "./bytes/cmp.ts";
import { dd } from "./bytes/dd.ts";
import { hexdump } from "./bytes/hexdump.ts";
import { od } from "./bytes/od.ts";
import { split } from "./bytes/split.ts";
import { xxd } from "./bytes/xxd.ts";
import { yes } from "./bytes/yes.ts";
import { cat } from "./cat.ts";
import type { Command } from "./command.ts";
import { cp } from "./cp.ts";
import { diff } from "./diff/diff.ts";
import { file } from "./file/file.ts";
import { strings } from "./bytes/strings.ts";
import { shasum } from "./bytes/shasum.ts";
import { getopt } from "./getopt/getopt.ts";
import { envsubst } from "./system/envsubst.ts";
import { less, more } from "./text/less.ts";
import { zgrep } from "./archive/zgrep.ts";
import { factor } from "./factor/factor.ts";
import { find } from "./find.ts";
import { grep } from "./grep.ts";
import { head } from "./head.ts";
import { jq } from "./jq/jq.ts";
import { ls } from "./ls.ts";
import { mkdir } from "./mkdir.ts";
import { mv } from "./mv.ts";
import { patch } from "./patch/patch.ts";
import { basename } from "./paths/basename.ts";
import { dirname } from "./paths/dirname.ts";
import { install } from "./paths/install.ts";
import { link, unlink } from "./paths/link.ts";
import { ln } from "./paths/ln.ts";
import { mktemp } from "./paths/mktemp.ts";
import { readlink } from "./paths/readlink.ts";
import { realpath } from "./paths/realpath.ts";
import { rmdir } from "./paths/rmdir.ts";
import { truncate } from "./paths/truncate.ts";
import { rg } from "./rg/rg.ts";
import { rm } from "./rm.ts";
import { chmod } from "./status/chmod.ts";
import { chgrp, chown } from "./status/chown.ts";
import { df } from "./status/df.ts";
import { du } from "./status/du.ts";
import { stat } from "./status/stat.ts";
import { tree } from "./tree/tree.ts";
import { date } from "./system/date.ts";
import { hostname } from "./system/hostname.ts";
import { groups, id, whoami } from "./system/id.ts";
import { nice, nohup, setsid, stdbuf } from "./system/nohup.ts";
import { nproc } from "./system/nproc.ts";
import { printenv } from "./system/printenv.ts";
import { sleep } from "./system/sleep.ts";
import { timeout } from "./system/timeout.ts";
import { tty } from "./system/tty.ts";
import { arch, uname } from "./system/uname.ts";
import { tail } from "./tail.ts";
import { column } from "./text/column.ts";
import { comm } from "./text/comm.ts";
import { cut } from "./text/cut.ts";
import { expand } from "./text/expand.ts";
import { expr } from "./text/expr/expr.ts";
import { fold } from "./text/fold.ts";
import { join } from "./text/join/join.ts";
import { nl } from "./text/nl.ts";
import { numfmt } from "./text/numfmt/numfmt.ts";
import { paste } from "./text/paste.ts";
import { rev } from "./text/rev.ts";
import { sed } from "./text/sed/sed.ts";
import { seq } from "./text/seq.ts";
import { shuf } from "./text/shuf.ts";
import { sort } from "./text/sort/sort.ts";
import { tac } from "./text/tac.ts";
import { tee } from "./text/tee.ts";
import { tr } from "./text/tr/tr.ts";
import { unexpand } from "./text/unexpand.ts";
import { uniq } from "./text/uniq.ts";
import { xargs } from "./text/xargs/xargs.ts";
import { touch } from "./touch.ts";
import { wc } from "./wc.ts";

/** The commands that work on files, and what belongs to every system. */
/** The commands that work on files and text. */
export const FILE_COMMANDS: readonly Command[] = [
  arch,
  awk,
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
  column,
  comm,
  cp,
  cut,
  date,
  dd,
  df,
  diff,
  dirname,
  du,
  envsubst,
  expand,
  expr,
  factor,
  file,
  find,
  fold,
  getopt,
  grep,
  groups,
  gunzip,
  gzip,
  head,
  hexdump,
  hostname,
  id,
  install,
  join,
  jq,
  less,
  link,
  ln,
  ls,
  md5sum,
  mkdir,
  mktemp,
  more,
  mv,
  nice,
  nl,
  nohup,
  nproc,
  numfmt,
  od,
  paste,
  patch,
  printenv,
  readlink,
  realpath,
  rev,
  rg,
  rm,
  rmdir,
  sed,
  seq,
  setsid,
  sha1sum,
  sha224sum,
  sha256sum,
  sha384sum,
  sha512sum,
  shasum,
  shuf,
  sleep,
  sort,
  split,
  stat,
  stdbuf,
  strings,
  tac,
  tail,
  tar,
  tee,
  timeout,
  touch,
  tr,
  tree,
  truncate,
  tty,
  uname,
  unexpand,
  uniq,
  unlink,
  unzip,
  wc,
  whoami,
  xargs,
  xxd,
  yes,
  zcat,
  zgrep,
  zip,
];
