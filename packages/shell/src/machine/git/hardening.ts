/** Owns the fixed settings under which every git call of the product runs: a repository's own config gets nothing started. */

/** Settings by which a repository could run a program, hang us on a prompt, or change how we read it. */
const overrides: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.sshCommand', 'ssh -o BatchMode=yes'],
  ['core.gitProxy', ''],
  ['core.askPass', ''],
  ['core.pager', 'cat'],
  ['core.editor', ':'],
  ['core.alternateRefsCommand', ''],
  ['core.attributesFile', '/dev/null'],
  // An agent could otherwise have a changed file pass for an unchanged one.
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
  ['core.quotePath', 'false'],
  ['core.splitIndex', 'false'],
  ['sequence.editor', ':'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['diff.ignoreSubmodules', 'dirty'],
  ['diff.submodule', 'short'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
  ['interactive.diffFilter', ''],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.defaultKeyCommand', ''],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['merge.verifySignatures', 'false'],
  ['protocol.ext.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['status.submoduleSummary', 'false'],
  ['checkout.guess', 'false'],
  // Whose repository it is does not matter, since nothing in it is run; and the user's own list is not read.
  ['safe.directory', '*'],
  // One for each core. A checkout of many files waits for the disk most of the time.
  ['checkout.workers', '0'],
  ['color.ui', 'false'],
  ['advice.detachedHead', 'false'],
]

/** Git refuses to take paths literally there: no name of others may be handed to it. */
const withoutLiteralPaths: ReadonlySet<string> = new Set(['check-ignore'])

const overrideSettings: readonly string[] = overrides.flatMap(([key, value]) => ['-c', `${key}=${value}`])

export const overrideArgs = (subcommand: string): readonly string[] => [
  '--no-pager',
  ...(withoutLiteralPaths.has(subcommand) ? [] : ['--literal-pathspecs']),
  ...overrideSettings,
]

/** What git sees beside the search path; anything it could have inherited is absent because nothing is inherited. */
export const fixedEnvironment: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  // An agent could otherwise have another tree pass for the one that was proven.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  GIT_PAGER: 'cat',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_ASKPASS: '',
  LC_ALL: 'C',
}

/** The user's own settings are not the repository's, but would make two machines behave differently. */
export const withoutGlobalConfig = { GIT_CONFIG_GLOBAL: '/dev/null' } as const

const noDiffPrograms = ['--no-ext-diff', '--no-textconv']
const dirtySubmodulesIgnored = '--ignore-submodules=dirty'

/** The subcommands we call, each with the options that no configuration can take back. */
const subcommands: Readonly<Record<string, readonly string[]>> = {
  add: [],
  apply: [],
  branch: [],
  'cat-file': [],
  'check-attr': [],
  'check-ignore': [],
  'check-ref-format': [],
  checkout: [],
  clean: [],
  commit: ['--no-verify', '--no-gpg-sign'],
  'commit-tree': [],
  config: [],
  diff: [...noDiffPrograms, dirtySubmodulesIgnored],
  'diff-files': [...noDiffPrograms, dirtySubmodulesIgnored],
  'diff-index': [...noDiffPrograms, dirtySubmodulesIgnored],
  'diff-tree': noDiffPrograms,
  fetch: ['--upload-pack=git-upload-pack', '--no-recurse-submodules', '--no-auto-gc'],
  'for-each-ref': [],
  grep: ['--no-textconv', '--no-recurse-submodules', '--no-color'],
  'hash-object': [],
  log: noDiffPrograms,
  'ls-files': [],
  'ls-remote': ['--upload-pack=git-upload-pack'],
  'ls-tree': [],
  merge: ['--no-verify', '--no-gpg-sign', '--no-verify-signatures', '--no-autostash'],
  'merge-base': [],
  'merge-file': [],
  'merge-tree': [],
  push: ['--receive-pack=git-receive-pack', '--no-verify', '--no-signed', '--recurse-submodules=no'],
  'read-tree': [],
  remote: [],
  reset: [],
  restore: [],
  'rev-list': [],
  'rev-parse': [],
  rm: [],
  show: noDiffPrograms,
  'show-ref': [],
  status: [dirtySubmodulesIgnored],
  switch: [],
  'symbolic-ref': [],
  tag: [],
  'update-index': [],
  'update-ref': [],
  version: [],
  worktree: [],
  'write-tree': [],
}

const remoteSubcommands: ReadonlySet<string> = new Set(['fetch', 'ls-remote', 'push'])

/** The options to put behind a subcommand; null if it is none that was examined. */
export const hardenedOptions = (subcommand: string): readonly string[] | null =>
  Object.hasOwn(subcommands, subcommand) ? (subcommands[subcommand] ?? null) : null

/** Whether it talks to another repository, and so needs the user's ssh log-in. */
export const isRemote = (subcommand: string): boolean => remoteSubcommands.has(subcommand)
