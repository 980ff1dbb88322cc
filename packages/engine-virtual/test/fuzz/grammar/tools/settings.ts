/** The files that the lines of the tools are about. */
export const SETTINGS = `mkdir -p d t/sub/deep
printf '%s\\n' pear Apple fig fig 'a b' apple ''  'kiwi  x' Fig > t/words
printf '%s\\n' 10 9 2 1.5 -3 1e2 0x1f ' 7' 2K 3M abc '' 10 > t/numbers
printf 'n\\tv\\tw\\nb\\t2\\tx y\\na\\t10\\t\\nc\\t\\tz\\n' > t/table
printf 'id,name,n\\n1,ann,3\\n2,"b,c",7\\n3,,\\n1,ann,4\\n' > t/csv
printf 'a 1\\nb 2\\nd 4\\n' > t/left
printf 'a x\\nc y\\nd z\\nd w\\n' > t/right
printf 'x\\ny\\nno newline' > t/tail
: > t/empty
printf 'int main() {\\n\\treturn f(1, "s"); // TODO x\\n}\\n\\n# end\\n' > t/code
printf '\\n\\n  a\\n\\n\\nb  \\n\\t\\n' > t/blanks
printf '{"a":1,"b":[1,2,{"c":null}],"s":"x\\\\ty","t":true,"n":-2.5}\\n' > t/one.json
printf '[{"k":"b","v":2},{"k":"a","v":1},{"k":"b","v":null}]\\n' > t/list.json
printf '{"a":1}\\n{"a":"x"}\\n[]\\n' > t/many.json
printf 'one\\ntwo\\nthree\\nfour\\nfive\\nsix\\nseven\\neight\\nnine\\n' > t/old
printf 'one\\n2\\nthree\\nfour\\nfive\\nsix\\nseven\\nnine\\nten\\n' > t/new
printf x > t/sub/deep/leaf.txt; printf 'y\\n' > t/sub/.hidden; ln -s ../old t/sub/link; ln -s nowhere t/sub/broken
touch -d '2024-01-02 03:04:05' t/* t/sub/.hidden t/sub/deep/leaf.txt
`;
