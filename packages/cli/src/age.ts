const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** How long ago, in its largest whole unit: "3m". A moment that has not come yet is "0s". */
export function age(since: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1000));
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? (["s", 1] as const);
  return `${Math.floor(seconds / size).toString()}${unit}`;
}
