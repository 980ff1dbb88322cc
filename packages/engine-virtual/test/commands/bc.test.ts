import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "./beside-gnu.ts";
import { FILE_LAYOUT } from "./file-layout.ts";

const WITH_INPUT: readonly (readonly [line: string, stdin: string])[] = [
  ["bc", "1+2\n"],
  ["bc", "scale=2; 10/4\n"],
  ["bc", "10/4\n10%4\n-7/2\n-7%2\n7.5%2\nscale=2\n7.5%2\n10%3\n"],
  ["bc", "2^10\n2^100\n2^-2\nscale=4\n2^-2\n1.5^3\n(-2)^3\n-2^2\n2^3^2\n"],
  ["bc", "1.5*2.25\nscale=3\n1.5*2.25\n1.23456*2\n.5\n-.5\n0.0\n1.10+1.1\n1/3\n"],
  ["bc", "sqrt(2)\nscale=10\nsqrt(2)\nsqrt(16)\nsqrt(0.25)\n"],
  ["bc -l", "scale\n1/3\ne(1)\nl(2)\ns(1)\nc(1)\na(1)\n4*a(1)\nj(0,1)\n"],
  [
    "bc -l",
    "e(0)\ne(10)\ne(-1)\nl(10)\nl(1)\nl(0.5)\ns(0)\nc(0)\ns(100)\nc(-3)\na(0)\na(-10)\ne(l(2))\nj(1,2)\nj(5,10)\n",
  ],
  ["bc -l", "scale=50; 4*a(1)\nscale=5\nl(100)/l(10)\ne(2.5)\ns(.5)\nl(0)\n"],
  ["bc", "x=5\nx\nx+=2;x\nx-=1;x\nx*=3;x\nx/=2;x\nx%=4;x\nx^=3;x\n"],
  ["bc", "x++\nx\n++x\nx--\n--x\ny=x++ + 1\ny\n"],
  ["bc", "1<2\n2<1\n1==1\n1!=1\n1<=1\n1>=2\n!1\n!0\n1&&0\n1||0\n"],
  ["bc", 'if (1<2) print "yes\\n"\nif (1>2) 5 else 6\nx=3\nif (x==3) { 7\n8 }\n'],
  [
    "bc",
    "for (i=0;i<5;i++) i\ni=0\nwhile (i<3) { i; i=i+1 }\nfor (i=0;;i++) { if (i==2) continue; if (i>4) break; i }\n",
  ],
  [
    "bc",
    "define f(x) { return x*x }\nf(5)\ndefine g(n) {\n if (n<=1) return 1;\n return n*g(n-1);\n}\ng(20)\ng(50)\n",
  ],
  [
    "bc",
    "define f(a[],n) { auto i,s; s=0; for(i=0;i<n;i++) s+=a[i]; return s }\na[0]=1;a[1]=2;a[2]=3\nf(a[],3)\n",
  ],
  ["bc", "define f(x){return x*x;} f(4)\ndefine g(x) { return x }; g(1); g(2)\n"],
  ["bc", 'define void p(x) { print x, "!\\n" }\np(3)\n'],
  ["bc", "define f() { auto x; x=5; return x }\nx=1\nf()\nx\n"],
  ["bc", "obase=16\n255\n4096\n.5\nobase=2\n10\n5.25\n"],
  ["bc", "ibase=16\nFF\nA\nibase=A\n10\nibase=2\n1010\n.1\n11.11\n"],
  ["bc", "obase=16; ibase=2; 11111111\n"],
  ["bc", "obase=100\n12345\n"],
  ["bc", "2^500\n"],
  ["bc", 'print 1," ",2,"\\n"\n"hello\n"\n"x"\nprint "a\\tb\\n"\n'],
  ["bc", "length(12345)\nlength(1.234)\nscale(1.234)\nscale(5)\nlength(0)\n"],
  ["bc", "3+4\n.\n. * 2\nlast+1\n"],
  ["bc", "/* comment */ 1 # more\n2 /* two\nlines */ + 3\n"],
  ["bc", "a=1;b=2;a+b;a*b\n(a+b)*3\n(a=5)\na\n"],
  ["bc", "1+2\nquit\n3\n"],
  ["bc", "5; halt; 6\n"],
  ["bc", "x = 10; while (x > 0) x -= 3; x\n"],
  ["bc", "scale=20\n1/7\n22/7\n1/3*3\n"],
  ["bc", "a[1]=5;a[2]=a[1]*2;a[2]\na[3]\na[1]++\na[1]\n"],
  ["bc", "1000000*1000000\n999999999999999999999*999999999999999999999\n"],
  ["bc", "100/3\n-100/3\n100%-3\n.1+.2\n1-.9\n0-0.5\n"],
  ["bc", "define f(n) { if (n<2) return (n); return (f(n-1)+f(n-2)) }\nf(15)\n"],
  ["bc", 'for (i=1;i<=3;i++) { for (j=1;j<=2;j++) { print i*j, " " } ; print "\\n" }\n'],
  ["bc", "if (0) 1\n2\n"],
  ["bc", ""],
  ["bc", "1"],
  ["bc", "scale=2\n5*1.333\n5.00/1\n(1.005*100)/1\n"],
  ["bc -q", "1+1\n"],
  ["bc", "10 > 5 && 3 < 2\n"],
  ["bc", "x=y=3;x;y\n"],
  ["bc", "define f(x){return x+1;}\nf(f(f(1)))\n"],
  ["bc", "1+\\\n2\n"],
  ["bc", "scale=3;x=2.5;x^2;x*x;x/3\n"],
];

describe("bc", () => {
  it.each(WITH_INPUT)("are GNU's with input: %s < %j", (line, stdin) => {
    const { gnu, virtual } = compare(FILE_LAYOUT, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
});
