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

/** What separates parameters of a query or a fragment, a name, and its value. */
const PARAMETER = /([?&;#])([^\s=&;#?'"]+)=([^\s&;#'"]+)/g;
const SECRET_NAME =
  /(?:^|[_.-])(?:auth|authorization|code|credentials?|jwt|key|pass|password|passwd|pwd|secret|sig|signature|token)(?:$|[_.-])|(?:key|password|passwd|secret|token)$/i;

/** The same, and no value of a parameter whose name says that it is one: `?api_key=…`. */
export function redactSecrets(text: string): string {
  return redactCredentials(text).replace(PARAMETER, (whole, mark: string, name: string) =>
    SECRET_NAME.test(name) ? `${mark}${name}=…` : whole,
  );
}
