/** Whether each byte is a character: where the variables name the locale C. Without any it is C.UTF-8. */
export function isLocaleC(env: ReadonlyMap<string, string>): boolean {
  const name = ["LC_ALL", "LC_CTYPE", "LANG"].map((one) => env.get(one)).find(Boolean);
  return name === "C" || name === "POSIX";
}
