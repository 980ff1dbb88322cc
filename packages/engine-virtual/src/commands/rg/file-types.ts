import { CommandError, type Options } from "../options.ts";
import type { RgKey } from "./rg-options.ts";

/** What `-t` knows, by names of files. */
const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  asm: ["*.asm", "*.s", "*.S"],
  bazel: ["*.bazel", "*.bzl", "BUILD", "WORKSPACE"],
  c: ["*.c", "*.h", "*.H", "*.cats"],
  clojure: ["*.clj", "*.cljc", "*.cljs", "*.cljx"],
  cmake: ["*.cmake", "CMakeLists.txt"],
  config: ["*.cfg", "*.conf", "*.config", "*.ini"],
  cpp: ["*.C", "*.H", "*.cc", "*.cpp", "*.cxx", "*.h", "*.hh", "*.hpp", "*.hxx", "*.inl"],
  cs: ["*.cs"],
  csharp: ["*.cs"],
  css: ["*.css", "*.scss"],
  csv: ["*.csv"],
  dart: ["*.dart"],
  docker: ["*Dockerfile*"],
  elixir: ["*.eex", "*.ex", "*.exs", "*.heex", "*.leex"],
  erlang: ["*.erl", "*.hrl"],
  go: ["*.go"],
  gradle: ["*.gradle"],
  graphql: ["*.graphql", "*.graphqls"],
  h: ["*.h", "*.hh", "*.hpp"],
  haskell: ["*.c2hs", "*.cpphs", "*.hs", "*.hsc", "*.lhs"],
  html: ["*.ejs", "*.htm", "*.html"],
  java: ["*.java", "*.jsp", "*.jspx", "*.properties"],
  js: ["*.cjs", "*.js", "*.jsx", "*.mjs", "*.vue"],
  json: ["*.json", "*.sarif", "composer.lock"],
  jsonl: ["*.jsonl"],
  kotlin: ["*.kt", "*.kts"],
  less: ["*.less"],
  lock: ["*.lock", "package-lock.json"],
  log: ["*.log"],
  lua: ["*.lua"],
  make: ["*.mak", "*.mk", "[Gg][Nn][Uu]makefile", "[Mm]akefile", "[Mm]akefile.*"],
  markdown: ["*.markdown", "*.md", "*.mdown", "*.mkdn", "*.mkd", "*.mdx"],
  md: ["*.markdown", "*.md", "*.mdown", "*.mkdn", "*.mkd", "*.mdx"],
  nix: ["*.nix"],
  perl: ["*.PL", "*.perl", "*.pl", "*.plh", "*.plx", "*.pm", "*.t"],
  php: ["*.php", "*.php3", "*.php4", "*.php5", "*.phtml"],
  protobuf: ["*.proto"],
  ps: ["*.cdxml", "*.ps1", "*.ps1xml", "*.psd1", "*.psm1"],
  py: ["*.py"],
  python: ["*.py"],
  r: ["*.R", "*.Rmd", "*.Rnw", "*.r"],
  rst: ["*.rst"],
  ruby: ["*.gemspec", "*.rb", ".irbrc", "Gemfile", "Rakefile", "config.ru"],
  rust: ["*.rs"],
  sass: ["*.sass", "*.scss"],
  scala: ["*.sbt", "*.scala"],
  sh: ["*.bash", "*.bashrc", "*.csh", "*.cshrc", "*.ksh", "*.kshrc", "*.sh", "*.tcsh", "*.zsh"],
  sql: ["*.psql", "*.sql"],
  svelte: ["*.svelte"],
  swift: ["*.swift"],
  tex: ["*.bib", "*.cls", "*.dtx", "*.ins", "*.ltx", "*.sty", "*.tex"],
  tf: ["*.tf"],
  toml: ["*.toml", "Cargo.lock"],
  ts: ["*.cts", "*.mts", "*.ts", "*.tsx"],
  txt: ["*.txt"],
  typescript: ["*.cts", "*.mts", "*.ts", "*.tsx"],
  vim: ["*.vim", "*.vimrc"],
  vue: ["*.vue"],
  xml: [
    "*.dtd",
    "*.rng",
    "*.sch",
    "*.xhtml",
    "*.xjb",
    "*.xml",
    "*.xml.dist",
    "*.xsd",
    "*.xsl",
    "*.xslt",
  ],
  yaml: ["*.yaml", "*.yml"],
  zig: ["*.zig"],
  zsh: ["*.zsh", "*.zshrc", ".zlogin", ".zlogout", ".zprofile", ".zshenv", ".zshrc"],
};

type Types = Readonly<Record<string, readonly string[]>>;

/** The types with those that a call adds: `name:glob`, or `name:include:other,more`. */
export function typesOf(options: Options<RgKey>): Types {
  let types: Types = FILE_TYPES;
  for (const added of options.values("typeAdd")) {
    const [, name, others, glob] = /^(\w+):(?:include:([\w,]+)|(.+))$/s.exec(added) ?? [];
    if (name === undefined || name === "all") throw new CommandError("invalid definition");
    const globs = others?.split(",").flatMap((other) => types[other] ?? []) ?? [glob ?? ""];
    types = { ...types, [name]: [...(types[name] ?? []), ...globs] };
  }
  return types;
}
