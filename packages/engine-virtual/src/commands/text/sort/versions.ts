/** The suffix that counts only where what is in front of it is equal: `.tar.gz`. */
const SUFFIX = /(?:\.[A-Za-z~][A-Za-z\d~]*)*$/;

/** How a character is ordered outside of digits: a tilde before the end, letters before the rest. */
function weight(character: string): number {
  if (character === "~") return -1;
  if (character === "" || /\d/.test(character)) return 0;
  return /[A-Za-z]/.test(character) ? character.charCodeAt(0) : character.charCodeAt(0) + 256;
}

function compareWords(left: string, right: string): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = weight(left.charAt(at)) - weight(right.charAt(at));
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareDigits(left: string, right: string): number {
  const [one, other] = [left, right].map((digits) => digits.replace(/^0+/, ""));
  if (one === undefined || other === undefined || one === other) return 0;
  return one.length - other.length || (one < other ? -1 : 1);
}

const partsOf = (text: string): readonly string[] => text.split(/(\d+)/);

/** Words and numbers in turn, as dpkg compares versions. */
function compareParts(left: string, right: string): number {
  const [lefts, rights] = [partsOf(left), partsOf(right)];
  for (let at = 0; at < Math.max(lefts.length, rights.length); at += 1) {
    const [one = "", other = ""] = [lefts[at], rights[at]];
    const difference = at % 2 === 0 ? compareWords(one, other) : compareDigits(one, other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What comes before all names: nothing, `.`, `..`, and then what is hidden. */
function special(text: string): number {
  if (text === "") return 0;
  if (text === ".") return 1;
  if (text === "..") return 2;
  return text.startsWith(".") ? 3 : 4;
}

/** As `ls -v` and `sort -V` order names. */
export function compareVersions(left: string, right: string): number {
  if (left === right) return 0;
  const [one, other] = [special(left), special(right)];
  if (one !== other || one < 3) return one - other;
  const stems = [left, right].map((text) => text.replace(SUFFIX, ""));
  const [leftStem = "", rightStem = ""] = stems;
  return compareParts(leftStem, rightStem) || compareParts(left, right);
}
