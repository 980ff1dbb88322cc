/**
 * The words in front of a command that make it another user's, for setpriv(1). That user may read
 * whatever root may: the checkout under test can lie in root's own home.
 */
export function asUser(uid: number, groups: readonly number[] = []): readonly string[] {
  const id = uid.toString();
  return [
    ...[`--reuid=${id}`, `--regid=${id}`],
    groups.length === 0 ? "--clear-groups" : `--groups=${groups.join(",")}`,
    ...["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", "--"],
  ];
}
