/** `-05:30`, `3` or `+5:00:30` in milliseconds; 0 for anything else. */
export function clockOffset(text: string): number {
  const [, sign = "", hours = "0", minutes = "0", seconds = "0"] =
    /^([+-]?)(\d+)(?::(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return (sign === "-" ? -1_000 : 1_000) * whole;
}
