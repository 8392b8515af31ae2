/** TR-14 Links that an agent left in its lane lead the harness nowhere else: it neither writes nor reads behind them. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstAttempt, idOf, openLaneCommand, targetRepo, testNow } from '../../test-support/target-repo.ts'
import { commitWork } from '../agents/call/commit-work.ts'
import { keepOwnCommits } from './keep-own-commits.ts'
import { laneHead } from './lane-head.ts'
import { requireLane } from './lane-record.ts'
import { layRepository } from './lay-repository.ts'
import { openLane } from './open-lane.ts'
import { putBack } from './put-back.ts'

const command = openLaneCommand()

/** A lane with a submodule at `place`, and a folder of the user's beside the repository. */
async function laneWith(place: string) {
  const source = targetRepo({ 'sub.txt': 'sub\n' })
  const repo = targetRepo({ 'a.txt': 'a\n', 'packages/a/f.txt': 'f\n' })
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source.root, place)
  repo.git('commit', '-qm', 'with a submodule')
  const ports = repo.ports({ setup: ['git submodule update --init --quiet'] })
  const opened = await openLane(command, firstAttempt, ports)
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  const record = await requireLane(ports.stateDir, command.lane)
  const users = join(repo.root, '../users')
  mkdirSync(users)
  return { repo, ports, record, lane: record.path, start: opened.commit, users }
}

/** Everything in a folder, by path. */
function contentOf(folder: string, below = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(join(folder, below)).flatMap((name) => {
      const path = join(below, name)
      return statSync(join(folder, path)).isDirectory()
        ? Object.entries(contentOf(folder, path))
        : [[path, readFileSync(join(folder, path), 'latin1')]]
    }),
  )
}

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const replaceByLink = (path: string, target: string): void => {
  rmSync(path, { recursive: true, force: true })
  symlinkSync(target, path)
}

describe('TR-14 to put a lane back touches nothing', () => {
  it('behind a link in the place of a folder around a submodule, with a repository there', async () => {
    const { repo, record, ports, lane, start, users } = await laneWith('vendor/lib')
    write(users, { 'lib/mine.txt': 'mine\n' })
    repo.gitIn(join(users, 'lib'), 'init', '--quiet')
    repo.gitIn(join(users, 'lib'), 'add', '--all')
    const before = contentOf(users)
    replaceByLink(join(lane, 'vendor'), users)
    await putBack(record, start, ports, 'x')
    expect(contentOf(users)).toEqual(before)
    expect(repo.ownGit(lane, 'status', '--porcelain', '--ignore-submodules=none')).toBe('')
  })

  it('behind one with a plain folder there', async () => {
    const { record, ports, lane, start, users } = await laneWith('vendor/lib')
    write(users, { 'lib/mine.txt': 'mine\n' })
    const before = contentOf(users)
    replaceByLink(join(lane, 'vendor'), users)
    await putBack(record, start, ports, 'x')
    expect(contentOf(users)).toEqual(before)
  })

  it('behind a link in the place of the submodule itself, to the checkout', async () => {
    const { repo, record, ports, lane, start } = await laneWith('lib')
    replaceByLink(join(lane, 'lib'), repo.root)
    await putBack(record, start, ports, 'x')
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(existsSync(join(repo.root, 'sub.txt'))).toBe(false)
  })
})

it('TR-14 to write the lane’s repository touches nothing behind a link among the repositories of submodules', async () => {
  const { lane, users } = await laneWith('vendor/lib')
  write(users, { 'lib/mine.txt': 'mine\n' })
  replaceByLink(join(lane, '.git/modules/vendor'), users)
  await layRepository(lane)
  expect(contentOf(users)).toEqual({ 'lib/mine.txt': 'mine\n' })
  expect(existsSync(join(lane, '.git/modules/vendor/lib/HEAD'))).toBe(true)
})

describe('TR-14 no commit is taken from another repository of the machine', () => {
  const plants: Readonly<Record<string, (lane: string, other: string) => void>> = {
    'by a link in the place of .git': (lane, other) => replaceByLink(join(lane, '.git'), join(other, '.git')),
    'by links in the place of objects and refs': (lane, other) => {
      for (const name of ['objects', 'refs'])
        replaceByLink(join(lane, '.git', name), join(other, '.git', name))
      write(lane, { '.git/HEAD': 'ref: refs/heads/main\n' })
    },
    'by an alternate, and a link among the refs': (lane, other) => {
      write(lane, {
        '.git/objects/info/alternates': `${join(other, '.git/objects')}\n`,
        '.git/HEAD': 'ref: refs/heads/main\n',
      })
      replaceByLink(join(lane, '.git/refs/heads'), join(other, '.git/refs/heads'))
    },
    'by an alternate, and a copied ref': (lane, other) => {
      write(lane, {
        '.git/objects/info/alternates': `${join(other, '.git/objects')}\n`,
        '.git/refs/heads/stolen': readFileSync(join(other, '.git/refs/heads/main'), 'utf8'),
      })
    },
    'by the name of another common folder': (lane, other) => {
      write(lane, { '.git/commondir': join(other, '.git'), '.git/HEAD': 'ref: refs/heads/main\n' })
    },
  }

  it.each(Object.entries(plants))('%s', async (_, plant) => {
    const other = targetRepo({ 'secret.txt': 'private\n' })
    const { repo, record, ports, lane, start } = await laneWith('vendor/lib')
    const stolen = other.git('rev-parse', 'HEAD')
    plant(lane, other.root)
    await laneHead(lane)
    await keepOwnCommits(record)
    await putBack(record, start, ports, 'x')
    expect(() => repo.git('cat-file', '-e', stolen)).toThrow()
    expect(() => repo.ownGit(lane, 'cat-file', '-e', stolen)).toThrow()
  })

  it('while a commit of the agent’s own is', async () => {
    const { repo, record, lane } = await laneWith('vendor/lib')
    repo.ownGit(lane, 'commit', '--quiet', '--allow-empty', '-m', 'own')
    const own = repo.ownGit(lane, 'rev-parse', 'HEAD')
    expect((await laneHead(record.path)).commit).toBe(own)
    expect(repo.git('cat-file', '-t', own)).toBe('commit')
  })
})

it.each(['../shared', '/nowhere/at/all'])(
  'DL-05 a folder that became a link to %s is part of the work',
  async (target) => {
    const { record, lane, start } = await laneWith('vendor/lib')
    write(lane, { 'shared/f.txt': 'f\n' })
    replaceByLink(join(lane, 'packages/a'), target)
    const work = await commitWork(record, {
      startCommit: start,
      message: 'work',
      commandId: idOf('20260101-000000/implement/0001/1'),
      at: testNow,
      identity: undefined,
      refuse: async () => null,
    })
    expect(work).toMatchObject({ ok: true, changedFiles: ['packages/a', 'packages/a/f.txt', 'shared/f.txt'] })
  },
)
