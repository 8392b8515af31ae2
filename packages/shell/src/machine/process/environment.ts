/** Owns which environment variables a program started by the harness gets to see: an allow-list, and never a secret by accident. */

type Source = Readonly<Record<string, string | undefined>>

/** What programs need to work at all, and what makes builds fast. `*` stands for any ending. */
const defaultNames = [
  'PATH',
  'HOME',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TERM',
  'COLORTERM',
  'TMPDIR',
  'TEMP',
  'TMP',
  'USER',
  'LOGNAME',
  'SHELL',
  'TZ',
  'CI',
  'NO_COLOR',
  'FORCE_COLOR',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'npm_config_cache',
  'COREPACK_HOME',
  'PNPM_HOME',
  'YARN_CACHE_FOLDER',
  'PIP_CACHE_DIR',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'GOPATH',
  'GOCACHE',
  'GOMODCACHE',
  'JAVA_HOME',
  'GRADLE_USER_HOME',
  'PYENV_ROOT',
  'NVM_DIR',
  'VOLTA_HOME',
  'PLAYWRIGHT_BROWSERS_PATH',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'SystemRoot',
  'SystemDrive',
  'windir',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
]

const secretName =
  /(^|_)(TOKENS?|KEYS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH|PAT|PRIVATE)(_|$)/i

/** Whether a name looks like that of a secret; such a one is passed on only if it is allowed by its exact name. */
export const looksSecret = (name: string): boolean => secretName.test(name)

const terminalName =
  /^(TERM(_.*|CAP|INFO.*)?|COLORTERM|COLORFGBG|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR(_FORCE)?|WINDOWID|VTE_VERSION|TMUX(_.*)?|STY|SSH_TTY)$/

/** Whether a variable is only about the terminal of the operator: no program installs or builds something else for it. */
export const describesTerminal = (name: string): boolean => terminalName.test(name)

/**
 * The complete environment of a program: the defaults and the names in `allow` (exact, or ending in `*`) as `source`
 * has them, and `extra`, which wins.
 */
export function allowedEnvironment(
  source: Source,
  allow: readonly string[] = [],
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const allowed = [...defaultNames, ...allow]
  const exact = new Set(allow)
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue
    if (exact.has(name) || (allowed.some((pattern) => matches(pattern, name)) && !looksSecret(name))) {
      environment[name] = value
    }
  }
  return { ...environment, ...extra }
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
