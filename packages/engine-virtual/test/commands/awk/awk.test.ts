import { describe, expect, it } from "@jest/globals";

import type { Layout } from "../beside-gnu.ts";
import { compare } from "../beside-gnu.ts";

const FILES: Layout = {
  "log.txt":
    "2024-01-01 ERROR db failed\n2024-01-01 INFO ok\n2024-01-02 WARN slow\n2024-01-02 ERROR net\n",
  "data.csv": "name,age,city\nalice,30,paris\nbob,25,london\ncarol,35,berlin\n",
  "nums.txt": "10\n9\n100\n1\n10\n2\n",
  "words.txt": "the quick brown fox\njumps over the lazy dog\n\nthe end\n",
  "paragraphs.txt": "\n\na b\nc\n\n\n\nd e\nf\n",
  "program.awk": "# sums\nfunction add(n) {\n  total += n\n}\n{ add($1) }\nEND { print total }\n",
};

/** Words of calls of awk, each run with the machine's mawk and with the virtual one. */
const SAME: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "patterns and ranges": [
    ["NR==2", "log.txt"],
    ["/ERROR/,/WARN/", "log.txt"],
    ["NR==1,/WARN/{print NR}", "log.txt"],
    ["!/the/", "words.txt"],
    ["$1 > 5 && $1 < 50 || $1 == 2", "nums.txt"],
    ["NF", "words.txt"],
    ["length > 15", "words.txt"],
    ["!seen[$1]++", "log.txt"],
    ["NR%2==0{next} {print} /100/{exit}", "nums.txt"],
    ["FNR==2{nextfile} {print FILENAME, FNR, NR}", "nums.txt", "words.txt"],
    ["NR==FNR{a[$1];next} $1 in a", "nums.txt", "nums.txt"],
  ],
  "fields and separators": [
    ["-F,", "NR>1{s+=$2} END{print s, s/3}", "data.csv"],
    ["-F,", "-v", "OFS=:", "{$1=$1}1", "data.csv"],
    ["-F[,:]", "{print $2, $NF, $(NF-1)}", "data.csv"],
    ["-F", "\\|", "{print $1}", "data.csv"],
    ['{$5="e"; print; print NF; NF=2; print; $0="a b c"; print $2, NF}', "words.txt"],
    ['{$2=""; print; $0=$0; print NF}', "words.txt"],
    ['BEGIN{RS=""}{print NR": "$1"|"$2"|"NF}', "paragraphs.txt"],
    ['BEGIN{RS="";FS="\\n"}{print $1; print NF}', "paragraphs.txt"],
    ['BEGIN{RS="[0-9]+"}{print NR, $1}', "log.txt"],
    ['BEGIN{RS=" "}{print NR": "$0}', "words.txt"],
    ["{print x, $1}", "x=1", "nums.txt", "x=2", "nums.txt"],
    ['BEGIN{ORS="|"}{print $1}', "nums.txt"],
  ],
  "numbers and comparisons": [
    ['{print ($1>$2), ($1==10), ($1=="10")}', "nums.txt"],
    ["BEGIN{print 1e6, 1e5+0.5, 0.1+0.2, 1/3, 100000.5, 1e-5, -0, 3.0, 2^-1, -3%2}"],
    ['BEGIN{print "10"<"9", 10<9, "a"<"b", x==0, x=="", 1==1.0, "abc"<1}'],
    ['BEGIN{print 010+0, "0x1f"+0, "1e3"+0, ".5x"+0, "+3"+0, "-3x"+0, " 12 "+0}'],
    ['BEGIN{CONVFMT="%.2g"; a=3.14159; print a ""; OFMT="%.3f"; print 3.14159, 3}'],
    ['BEGIN{print 1 " " 2, 3-1 " " 4, -2^2, 2^3^2, !0+1, 1 " " -1, 7%3*2}'],
    ['BEGIN{print int(-3.7), sqrt(2), exp(1), log(10), sin(1), cos(1), atan2(0,-1), int("3a")}'],
    ["BEGIN{print 1e300*1e300, log(0)}"],
  ],
  printf: [
    [
      'BEGIN{printf "%d|%5.2f|%-5s|%05d|%e|%g|%+d|% d|%%\\n",3.99,3.14159,"ab",42,12345.678,1e-4,5,5}',
    ],
    ['BEGIN{printf "%x %X %o %#x %c%c %.2s %*d|%-*d|\\n",255,255,8,255,65,"hello","xyz",5,42,4,7}'],
    ['BEGIN{printf "%.0f %.0f %.2f %.1f %g %.3e\\n",0.5,2.5,0.125,0.35,1e10,1.0005}'],
    ['BEGIN{printf "%s\\n"}'],
    ['BEGIN{printf "%z\\n", 1}'],
    ['{printf("%s-%d\\n", $1, NR)}', "nums.txt"],
  ],
  "functions on text": [
    ['{gsub(/the/,"<&>"); print}', "words.txt"],
    ['BEGIN{s="aaa"; print gsub(/x*/,"-",s), s; t="foo"; gsub(/$/,"!",t); print t}'],
    ['BEGIN{s="a.b.c"; gsub("\\\\.","\\\\&",s); print s; sub(/b/,"x\\\\\\\\y",s); print s}'],
    ['BEGIN{s="  x y "; gsub(/^[ \\t]+|[ \\t]+$/,"",s); print "[" s "]"}'],
    [
      'BEGIN{s="foobar"; sub(/(foo|foobar)/,"[&]",s); print s; t="xay"; gsub(/a|ay/,"-",t); print t}',
    ],
    ['BEGIN{s="ab"; sub(/a?(ab)?/,"[&]",s); t="abcd"; sub(/a?(abc|b)d*/,"[&]",t); print s, t}'],
    [
      'BEGIN{if(match("hello world",/o w/)) print RSTART,RLENGTH; print match("a",/z/),RSTART,RLENGTH}',
    ],
    ['BEGIN{n=split("a:b:c",p,":"); print n,p[3]; print split("",q), split("abc",r,""), r[2]}'],
    [
      'BEGIN{print substr("hello",2,3), substr("hello",0), substr("hello",9) "|", index("abc","c")}',
    ],
    ['BEGIN{print toupper("aBc"), tolower("aBc"), length("abc"), length(), sprintf("%03d",7)}'],
    ['BEGIN{print "a.c" ~ "a\\.c", "a]b" ~ /[\\]]/, "a/b" ~ /\\//, "x" ~ //, "a\\tb" ~ /[\\t]/}'],
    [
      "{while(match($0,/[a-z]+/)){print substr($0,RSTART,RLENGTH); $0=substr($0,RSTART+RLENGTH)}}",
      "words.txt",
    ],
  ],
  "arrays, in the order of mawk's table": [
    ["{for(i=1;i<=NF;i++) w[$i]++} END{for(k in w) print w[k], k}", "words.txt", "log.txt"],
    ["BEGIN{for(i=1;i<=1000;i++)a[i]=i; for(k in a) print k}"],
    ['BEGIN{for(i=1;i<=9000;i++)a["x" i%3000]=i; for(k in a) print k, a[k]}'],
    [
      'BEGIN{for(i=1;i<=900;i++)a[i*3]; a["q"]; for(i=1;i<=2000;i++) n+=(i in a); for(i=2;i<400;i++) delete a[i]; for(i=2;i<90;i++) a[i+600 ""]; for(k in a) print k}',
    ],
    [
      'BEGIN{split("5 3 9 7",a); for(k in a) print k; delete a[2]; a[9]; a["1"]; for(k in a) print k}',
    ],
    [
      'BEGIN{a["x","y"]=1; for(k in a){split(k,p,SUBSEP); print p[1], p[2]} print (("x","y") in a), (("x","z") in a)}',
    ],
    [
      "BEGIN{a[1];a[2]; delete a[1]; print length(a); delete a; print length(a); if (!(3 in a)) print a[3]; print 3 in a}",
    ],
  ],
  "statements and functions": [
    [
      "BEGIN{do {i++; if(i==3) continue; if(i>5) break; print i} while(1); for(;;){if(++k>4)break}; print k}",
    ],
    ["function f(n){return n<=1?1:n*f(n-1)} BEGIN{print f(10)}"],
    [
      "function set(a,k){a[k]=1} function g(a,  i,n){for(i in a)n++; return n} BEGIN{set(x,1);set(x,2);print g(x)}",
    ],
    ["function h(n){n=5} BEGIN{q=1;h(q);print q}"],
    ['function stop(){exit 4} {stop()} END{print "end"}', "nums.txt"],
    ['BEGIN{if (1)\n  print "a"\nelse\n  print "b"\n}\n# comment\nEND{print 1,\n 2}', "nums.txt"],
    ['BEGIN{exit 3} END{print "end"}'],
    ["-f", "program.awk", "nums.txt"],
    ["BEGIN{for(i=0;i<ARGC;i++) if (i) print ARGV[i]}", "a", "b=c", "-", "d"],
    ["-v", "s=a\\tb", "--", "BEGIN{print s}"],
  ],
  "input and output": [
    ['BEGIN{while((getline l < "nums.txt")>0) n++; print n, NR; print (getline l < "absent")}'],
    ['BEGIN{getline; print "got " $0; getline x; print x, NR}', "nums.txt"],
    [
      '{print $1 > "out.txt"; print $2 >> "two.txt"} END{close("out.txt"); while((getline l < "out.txt")>0) print l}',
      "log.txt",
    ],
    ["{print}", "absent"],
    ['BEGIN{print "x" > "/absent/y"}'],
  ],
};

describe("awk", () => {
  describe.each(Object.entries(SAME))("%s", (_, calls) => {
    it.each(calls.map((args) => [args]))("%j", (args) => {
      const { gnu, virtual } = compare(FILES, [{ argv: ["mawk", ...args] }]);
      expect(virtual[0]?.stdout).toBe(gnu[0]?.stdout);
      expect(virtual[0]?.status).toBe(gnu[0]?.status);
    });
  });

  describe("what is wrong with a program is said, with 2", () => {
    it.each([
      ["{print", "mawk: line 1: missing } near end of file"],
      ["BEGIN{print foo(1)}", "mawk: function foo never defined"],
      ['BEGIN{print "abc}', "mawk: line 1: runaway string constant"],
      ["BEGIN{f(}", "mawk: line 1: syntax error at or near }"],
      ["BEGIN{next}", "mawk: improper use of next"],
      ["/(/", "mawk: regular expression compile failed (Unmatched ( or \\()"],
    ])("%s", (program, words) => {
      const { gnu, virtual } = compare({}, [{ argv: ["mawk", program] }]);
      expect(virtual[0]?.stderr.startsWith(words)).toBe(true);
      expect([virtual[0]?.status, virtual[0]?.stdout]).toEqual([gnu[0]?.status, gnu[0]?.stdout]);
    });
  });

  describe("is POSIX's where mawk is not", () => {
    it.each([
      ['BEGIN{print length("h\\303\\251llo")}', "5\n"],
      ['{print length($0), substr($0,2,1), index($0,"l"), toupper($0)}', "5 é 3 HÉLLO\n"],
      [
        'BEGIN{print 2^31, 2^53, 1e18; printf "%d %x\\n", 2^40, -1}',
        "2147483648 9007199254740992 1000000000000000000\n1099511627776 ffffffffffffffff\n",
      ],
      ['BEGIN{print "aaa" ~ /^a{3}$/, 2**3}', "1 8\n"],
      [
        'BEGIN{print gensub(/(l+)(o)/,"<\\\\2\\\\1>","g","hello"), strftime("%Y",0), strtonum("0x1f")}',
        "he<oll> 1970 31\n",
      ],
      [
        'BEGIN{a[1]=3;a[2]=1;n=asort(a,b); print n,b[1],b[2]; print match("xaby",/(a)(b)/,m), m[2]}',
        "2 1 3\n2 b\n",
      ],
    ])("%s", (program, stdout) => {
      const { virtual } = compare({}, [{ argv: ["awk", program], stdin: "héllo\n" }]);
      expect(virtual[0]?.stdout).toBe(stdout);
    });
  });
});
