const USER_INFO = /([a-z][a-z\d+.-]*):\/\/([^\s/?#'"]*)@/gi;

/**
 * The text with no password or token left in its URLs: `https://user:token@host/` becomes
 * `https://host/`. The user of an ssh URL is no secret, and stays.
 */
export function redactCredentials(text: string): string {
  return text.replace(USER_INFO, (_, scheme: string, userInfo: string) => {
    const user = userInfo.split(":")[0] ?? "";
    return isSsh(scheme) && user !== "" ? `${scheme}://${user}@` : `${scheme}://`;
  });
}

/** ssh, git+ssh, ssh+git. */
function isSsh(scheme: string): boolean {
  return scheme.toLowerCase().split("+").includes("ssh");
}
