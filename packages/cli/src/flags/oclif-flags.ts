import * as Oclif from "@oclif/core/flags";
import type { BooleanFlag, FlagInput, OptionFlag } from "@oclif/core/interfaces";

import type { Flags, Switch, TextFlag } from "./flag.ts";

export function oclifText(flag: TextFlag): OptionFlag<string | undefined> {
  const { short, description, helpValue, options } = flag;
  return Oclif.string({
    description,
    ...(short !== undefined && { char: short }),
    ...(helpValue !== undefined && { helpValue }),
    ...(options !== undefined && { options: [...options] }),
  });
}

export function oclifSwitch(flag: Switch): BooleanFlag<boolean> {
  const { description, default: isOn = false } = flag;
  return Oclif.boolean({ description, default: isOn, allowNo: isOn });
}

/** What oclif is to know for help and completion of flags that it does not parse. */
export function oclifFlags(flags: Flags): FlagInput {
  const entries = Object.entries(flags);
  return Object.fromEntries(
    entries.map(([name, flag]) => [
      name,
      flag.type === "boolean" ? oclifSwitch(flag) : oclifText(flag),
    ]),
  );
}
