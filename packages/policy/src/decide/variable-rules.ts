/** The variables that programs count on, and that tell nothing of their caller's secrets. */
const CORE = new Set(
  "PATH HOME USER LOGNAME SHELL TERM LANG TZ TMPDIR NODE_ENV DEBUG CI NO_COLOR COLORTERM EDITOR".split(
    " ",
  ),
);

export function isCoreVariable(name: string): boolean {
  return CORE.has(name) || name.startsWith("LC_");
}

/** What acts on programs before their own first line, or on git whatever it is told. */
const STEERING = /^(LD_.*|NODE_OPTIONS|BASH_ENV|GIT_CONFIG_.*)$/;

export function isSteeringVariable(name: string): boolean {
  return STEERING.test(name);
}

const SECRET_WORDS = new Set(
  "KEY SECRET TOKEN PASSWORD PASS PWD PAT CREDENTIAL CREDENTIALS AUTH DSN".split(" "),
);

const SECRET_END = /(APIKEY|PASSWORD|PASSWD|SECRET|TOKEN)$/;

/** Names that lead to secrets, or that hold little else. */
const POINTERS = /^(SSH_AUTH_SOCK|KUBECONFIG|.*_ASKPASS|AWS_.*|GITHUB_.*)$/;

/** The working directory, which is no password. */
const NO_SECRETS = new Set(["PWD", "OLDPWD"]);

const URL_WITH_PASSWORD = /[a-z][a-z0-9+.-]*:\/\/[^\s/?#:@]*:[^\s/?#@]+@/i;

/** Whether a variable looks like a secret, by its name or by a password in a URL. */
export function isSecretVariable(written: string, value?: string): boolean {
  const name = written.toUpperCase();
  if (value !== undefined && URL_WITH_PASSWORD.test(value)) return true;
  if (NO_SECRETS.has(name)) return false;
  return (
    POINTERS.test(name) ||
    SECRET_END.test(name) ||
    name.split("_").some((word) => SECRET_WORDS.has(word))
  );
}
