import { declarationOf } from "../shell/expand/declaration.ts";
import { type BuiltinCall, refuse } from "./builtin.ts";

type Letters = ReadonlySet<string>;

/** `declare -p`: variables as commands that declare them again; all of the kinds that are asked for, where none is named. */
export function printVariables(
  call: BuiltinCall,
  names: readonly string[],
  asked: Letters,
): number {
  const { shell } = call;
  let status = 0;
  for (const name of names.length > 0 ? names : shell.variables.names()) {
    if (shell.variables.find(name) === undefined) {
      status = refuse(call, `${name}: not found`);
      continue;
    }
    const { letters, text } = declarationOf(shell, name);
    if (names.length > 0 || isOfKind(letters, asked)) shell.stdout.write(`${text}\n`);
  }
  return status;
}

/** `local` by itself. */
export function printLocals({ shell }: BuiltinCall): number {
  for (const name of shell.variables.localNames()) {
    shell.stdout.write(`${declarationOf(shell, name).text}\n`);
  }
  return 0;
}

const LISTS = "aA";
const OTHERS = "ilnrux";

/** Whether some letters say which variables are asked for. */
export function hasKinds(asked: Letters): boolean {
  return [...asked].some((letter) => (LISTS + OTHERS).includes(letter));
}

/** One of several is enough, but a list that is read-only has to be both. */
function isOfKind(letters: string, asked: Letters): boolean {
  return [LISTS, OTHERS].every((kinds) => {
    const wanted = [...asked].filter((letter) => kinds.includes(letter));
    return wanted.length === 0 || wanted.some((letter) => letters.includes(letter));
  });
}
