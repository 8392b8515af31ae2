/**
 * The corpus: the ways in which a repository's own configuration makes plain git run a program. Pagers are not in it:
 * git starts one only on a terminal, and ours never is one.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { attributeEverything, configure, type HostileWorld, plantHook } from './hostile-world.ts'
import { plainCommit, plainGit, writeFiles } from './repository.ts'

export interface Vector {
  readonly name: string
  plant(world: HostileWorld): void
  /** A plain git call, beside the ordinary ones, that shows the payload at work. */
  control?(world: HostileWorld): void
  /** Cannot be switched off, so the repository is refused. */
  readonly refused?: true
  /** Vectors of one group do not get in each other's way and are tried together. */
  readonly group?: 'hooks' | 'settings'
}

const hooks = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'pre-merge-commit',
  'post-merge',
  'pre-push',
  'reference-transaction',
  'post-index-change',
]

const setting =
  (key: string, value: (world: HostileWorld) => string = (world) => world.payload) =>
  (world: HostileWorld): void => {
    attributeEverything(world)
    configure(world, [key, value(world)])
  }

/** A filter that is configured in a file of its own, and how that file is reached. */
const includedFilter =
  (include: (file: string) => readonly [string, string], file = 'evil.config') =>
  (world: HostileWorld): void => {
    attributeEverything(world)
    writeFiles(world.repo, {
      [`.git/${file}`]: `[filter "evil"]\n\tclean = ${world.payload}\n\tsmudge = ${world.payload}\n`,
    })
    configure(world, include(join(world.repo, '.git', file)))
  }

const fetches =
  (address: string) =>
  (world: HostileWorld): void => {
    plainGit(world.repo, ['fetch', address])
  }

export const vectors: readonly Vector[] = [
  ...hooks.map((hook) => ({
    name: `hook ${hook}`,
    group: 'hooks' as const,
    plant: (world: HostileWorld) => plantHook(world, hook),
  })),
  {
    name: 'core.hooksPath',
    plant: (world) => {
      for (const hook of hooks) plantHook(world, hook, join(world.repo, '.git/evil'))
      configure(world, ['core.hooksPath', '.git/evil'])
    },
  },
  { name: 'core.fsmonitor', group: 'settings', plant: setting('core.fsmonitor') },
  { name: 'filter.clean', plant: setting('filter.evil.clean') },
  { name: 'filter.smudge', plant: setting('filter.evil.smudge') },
  { name: 'filter.process', plant: setting('filter.evil.process') },
  {
    name: 'filter.clean that is required',
    plant: (world) => {
      setting('filter.evil.clean')(world)
      configure(world, ['filter.evil.required', 'true'])
    },
  },
  {
    name: 'filter under a name with an equals sign',
    plant: (world) => {
      attributeEverything(world, 'e=vil.x')
      configure(world, ['filter.e=vil.x.clean', world.payload])
    },
  },
  {
    name: 'filter under an old-style section',
    plant: (world) => {
      attributeEverything(world)
      appendFileSync(join(world.repo, '.git/config'), `[FILTER.Evil]\n\tCLEAN = ${world.payload}\n`)
    },
  },
  { name: 'diff.external', group: 'settings', plant: setting('diff.external') },
  { name: 'diff.command', group: 'settings', plant: setting('diff.evil.command') },
  { name: 'diff.textconv', group: 'settings', plant: setting('diff.evil.textconv') },
  { name: 'merge.driver', group: 'settings', plant: setting('merge.evil.driver') },
  {
    name: 'core.editor',
    group: 'settings',
    plant: setting('core.editor'),
    control: ({ repo }) => void plainGit(repo, ['commit', '--allow-empty']),
  },
  {
    name: 'sequence.editor',
    group: 'settings',
    plant: setting('sequence.editor'),
    control: ({ repo }) => void plainGit(repo, ['rebase', '-q', '-i', '--autostash', '--root']),
  },
  {
    name: 'core.sshCommand',
    group: 'settings',
    plant: setting('core.sshCommand'),
    control: fetches('ssh://localhost/none'),
  },
  {
    name: 'core.gitProxy',
    group: 'settings',
    plant: setting('core.gitProxy'),
    control: fetches('git://localhost/none'),
  },
  {
    name: 'credential.helper',
    group: 'settings',
    plant: setting('credential.helper', (world) => `!${world.payload}`),
    control: ({ repo }) => void plainGit(repo, ['credential', 'fill'], 'protocol=https\nhost=none\n\n'),
  },
  {
    name: 'credential.helper for one address',
    group: 'settings',
    plant: setting('credential.https://none.helper', (world) => `!${world.payload}`),
    control: ({ repo }) => void plainGit(repo, ['credential', 'fill'], 'protocol=https\nhost=none\n\n'),
  },
  {
    name: 'core.askPass',
    group: 'settings',
    plant: setting('core.askPass'),
    control: ({ repo }) => void plainGit(repo, ['credential', 'fill'], 'protocol=https\nhost=none\n\n'),
  },
  {
    name: 'alias',
    group: 'settings',
    plant: setting('alias.st', (world) => `!${world.payload}`),
    control: ({ repo }) => void plainGit(repo, ['st']),
  },
  {
    name: 'gpg.program',
    group: 'settings',
    plant: (world) => configure(world, ['gpg.program', world.payload], ['commit.gpgSign', 'true']),
  },
  {
    name: 'gpg.program on signed commits',
    plant: (world) => {
      const unsigned = plainGit(world.repo, ['cat-file', 'commit', 'HEAD'])
      const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n'
      const signed = unsigned.replace('\n\n', `\n${signature}\n`)
      const commit = plainGit(world.repo, ['hash-object', '-t', 'commit', '-w', '--stdin'], signed).trim()
      plainGit(world.repo, ['reset', '-q', '--hard', commit])
      configure(world, ['gpg.program', world.payload], ['log.showSignature', 'true'])
    },
    control: ({ repo }) => void plainGit(repo, ['log', '-9']),
  },
  {
    name: 'trailer.command',
    group: 'settings',
    plant: (world) =>
      configure(
        world,
        ['trailer.evil.key', 'Evil'],
        ['trailer.evil.ifmissing', 'add'],
        ['trailer.evil.command', world.payload],
      ),
    control: ({ repo }) => void plainGit(repo, ['interpret-trailers'], 'subject\n\nbody\n'),
  },
  { name: 'remote.uploadpack', group: 'settings', plant: setting('remote.origin.uploadpack') },
  { name: 'remote.receivepack', group: 'settings', plant: setting('remote.origin.receivepack') },
  {
    name: 'an ext:: address',
    plant: (world) => {
      plainGit(world.repo, ['remote', 'set-url', 'origin', `ext::${world.payload}`])
      configure(world, ['protocol.ext.allow', 'always'])
    },
  },
  {
    name: 'an address rewritten to ext::',
    plant: (world) =>
      configure(
        world,
        ['protocol.ext.allow', 'always'],
        [`url.ext::${world.payload} .insteadOf`, '../remote.git'],
      ),
    refused: true,
  },
  {
    name: 'core.alternateRefsCommand',
    group: 'settings',
    plant: (world) => {
      const other = join(world.repo, '../other.git')
      plainGit(world.repo, ['clone', '-q', '--bare', '--template=', world.remote, other])
      writeFiles(world.repo, { '.git/objects/info/alternates': `${other}/objects\n` })
      configure(world, ['core.alternateRefsCommand', world.payload])
    },
  },
  { name: 'include.path', plant: includedFilter((file) => ['include.path', file]) },
  { name: 'include.path, relative', plant: includedFilter(() => ['include.path', 'evil.config']) },
  { name: 'includeIf gitdir', plant: includedFilter((file) => ['includeIf.gitdir:**.path', file]) },
  {
    name: 'includeIf only in worktrees',
    plant: includedFilter((file) => ['includeIf.gitdir:**/worktrees/**.path', file]),
  },
  { name: 'includeIf onbranch', plant: includedFilter((file) => ['includeIf.onbranch:main.path', file]) },
  {
    name: 'include of an include',
    plant: (world) => {
      writeFiles(world.repo, { '.git/first.config': '[include]\n\tpath = evil.config\n' })
      includedFilter(() => ['include.path', 'first.config'])(world)
    },
  },
  {
    name: 'config.worktree',
    plant: (world) => {
      attributeEverything(world)
      configure(world, ['extensions.worktreeConfig', 'true'])
      writeFiles(world.repo, { '.git/config.worktree': `[filter "evil"]\n\tclean = ${world.payload}\n` })
    },
  },
  {
    name: 'attributes in the tree',
    plant: (world) => {
      plainCommit(world.repo, 'attributes', { '.gitattributes': '* filter=evil diff=evil merge=evil\n' })
      configure(world, ['filter.evil.clean', world.payload])
    },
  },
  {
    name: 'core.attributesFile',
    plant: (world) => {
      writeFiles(world.repo, { '.git/evil.attributes': '* filter=evil\n' })
      configure(world, ['core.attributesFile', '.git/evil.attributes'], ['filter.evil.clean', world.payload])
    },
  },
  {
    name: 'a filter in a nested repository',
    plant: (world) => {
      const nested = join(world.repo, 'nested')
      mkdirSync(nested)
      plainGit(nested, ['init', '-q', '-b', 'main', '--template='])
      plainCommit(nested, 'nested', { 'n.txt': 'n\n' })
      writeFiles(nested, { '.git/info/attributes': '* filter=evil\n' })
      plainGit(world.repo, ['add', 'nested'])
      plainGit(world.repo, ['commit', '-q', '-m', 'nested'])
      plainGit(nested, ['config', 'filter.evil.clean', world.payload])
    },
  },
  {
    name: 'a missing object of a partial clone',
    plant: (world) => {
      configure(
        world,
        ['extensions.partialClone', 'origin'],
        ['remote.origin.promisor', 'true'],
        ['remote.origin.uploadpack', world.payload],
      )
      plainGit(world.repo, ['config', 'core.repositoryFormatVersion', '1'])
    },
    control: ({ repo }) =>
      void plainGit(repo, ['cat-file', '-p', '1234567890123456789012345678901234567890']),
    refused: true,
  },
]
