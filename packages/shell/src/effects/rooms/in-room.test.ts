import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import { passed } from '@harness/core/kernel/evidence'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { isSoak, tried } from '@harness/formats/test-support/runs'
import { describe, expect, it } from 'vitest'
import { canLayer, testSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  type TargetRepo,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import { runChecks } from '../checks/run-checks.ts'
import { guardOf } from '../lanes/guard.ts'
import { openLane } from '../lanes/open-lane.ts'

const ignores = 'deps/\nout/\nnode_modules/\n.env\n'

describe.each([
  ['by layers', true],
  ['by copies', false],
] as const)('TR-03 a clean room made %s', (_how, isLayered) => {
  const run = it.skipIf(isLayered && !canLayer)

  async function world(
    files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' },
    lanes: Partial<LanesConfig> = {},
    repo: TargetRepo = targetRepo({ '.gitignore': ignores, ...files }),
  ) {
    repo.write('.env', 'PORT=1\n')
    const sandbox = isLayered
      ? { ...(await testSandbox([repo.root, repo.stateDir])), allowed: unconfined.allowed }
      : unconfined
    const ports: CheckPorts = { ...repo.ports(lanes), sandbox }
    const opened = await openLane(openLaneCommand(), firstAttempt, ports)
    if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
    const { path } = opened
    let runs = 0
    const command = (lines: readonly string[]): RunChecks => ({
      type: 'RunChecks',
      id: idOf(`20260101-000000/checks/0001/${++runs}`),
      lane: opened.lane,
      commit: commitOf(repo, opened.branch),
      tree: treeAt(repo, opened.branch),
      checks: lines.map((line): Check => ({ name: line, run: line, timeoutMs: 20_000, claims: [] })),
    })
    const check = (...lines: readonly string[]) => runChecks(command(lines), firstAttempt, ports)
    return {
      repo,
      ports,
      path,
      check,
      /** The lines that did not pass, each with its problem. */
      async failing(...lines: readonly string[]) {
        const event = await check(...lines)
        if (event.type !== 'ChecksFinished') throw new Error(event.detail)
        return event.evidence
          .filter((item) => !passed(item))
          .map((item) => `${item.check}: ${item.problem ?? item.outputTail}`)
      },
      leave(name: string, text = 'left by an agent\n') {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
      },
      commit(changes: Readonly<Record<string, string>>) {
        for (const [file, text] of Object.entries(changes)) {
          mkdirSync(dirname(join(path, file)), { recursive: true })
          writeFileSync(join(path, file), text)
        }
        repo.gitIn(path, 'add', '--all')
        if (Object.keys(changes).length > 0) repo.gitIn(path, 'add', '--force', '--', ...Object.keys(changes))
        repo.gitIn(path, 'commit', '--quiet', '-m', 'work')
      },
      beside: () => readdirSync(repo.lanes).filter((name) => /scratch|pristine/.test(name)),
    }
  }

  run(
    'shows nothing of the lane: no leftovers, no ignored files, no folders, no plants in .git',
    async () => {
      const { path, leave, failing, repo } = await world()
      for (const file of ['a.txt', 'new.txt', 'out/answer', '.env', 'node_modules/dep/index.js']) leave(file)
      mkdirSync(join(path, 'empty'))
      repo.ownGit(path, 'config', 'core.hooksPath', '/tmp/hooks')
      repo.ownGit(path, 'tag', 'planted')
      expect(
        await failing(
          'test "$(cat a.txt)" = a',
          ...['new.txt', 'out', '.env', 'node_modules', 'empty'].map((name) => `test ! -e ${name}`),
          'test -z "$(git config core.hooksPath)$(git tag)"',
        ),
      ).toEqual([])
      expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('left by an agent\n')
    },
  )

  run('is new for each check, which sees nothing of the one before', async () => {
    const { failing, path, beside } = await world({}, { setup: ['mkdir -p deps && echo 1 > deps/one'] })
    expect(
      await failing(
        'mkdir out; echo x > out/x; rm deps/one; echo stub > deps/stub; git tag mine; git config x.y z',
        'test ! -e out && test -e deps/one && test ! -e deps/stub && test -z "$(git tag)$(git config x.y)"',
      ),
    ).toEqual([])
    expect(existsSync(join(path, 'out'))).toBe(false)
    expect(beside()).toEqual([])
  })

  run('stands at the commit in question, as plain git would show it', async () => {
    const { repo, commit, failing } = await world({ 'a.txt': 'a\n', 'old/b.txt': 'b\n', 'c.sh': 'exit 1\n' })
    expect(await failing('test -e old/b.txt')).toEqual([])
    chmodSync(join(repo.lanes, 'lane-1/c.sh'), 0o755)
    renameSync(join(repo.lanes, 'lane-1/old'), join(repo.lanes, 'lane-1/new'))
    commit({ 'a.txt': 'A\n' })
    expect(
      await failing(
        'test ! -e old && test -e new/b.txt && test -x c.sh',
        'test -z "$(git status --porcelain)"',
        `test "$(git log -1 --format=%T)" = ${treeAt(repo, 'task/0001-search')}`,
      ),
    ).toEqual([])
  })

  const changes = tried(
    [
      ['writes a file', 'echo y > src/a.txt', 'src/a.txt'],
      ['removes a file', 'rm src/a.txt', 'src/a.txt'],
      ['makes a folder again', 'rm -r src && mkdir src && echo a > src/a.txt', 'src/in/b.txt'],
      ['puts a file in the place of a folder', 'rm -r src && echo x > src', 'src/a.txt, src/in/b.txt'],
      ['makes a file executable', 'chmod +x src/a.txt', 'src/a.txt'],
      ['moves a folder', 'mv src moved', 'src/a.txt, src/in/b.txt'],
    ],
    [
      ['removes a folder', 'rm -r src', 'src/a.txt, src/in/b.txt'],
      ['makes a folder again, without another', 'rm -r src && mkdir src', 'src/a.txt, src/in/b.txt'],
      ['puts a folder in the place of a file', 'rm src/a.txt && mkdir src/a.txt', 'src/a.txt'],
      ['puts a link in the place of a file', 'ln -sf /etc/hosts src/a.txt', 'src/a.txt'],
    ],
  )
  run.each(changes)('tells what a check changed that %s', async (_what, line, changed) => {
    const { failing } = await world({ 'src/a.txt': 'a\n', 'src/in/b.txt': 'b\n', 'c.txt': 'c\n' })
    expect(await failing(line, 'test -f src/in/b.txt && test ! -x src/a.txt')).toEqual([
      `${line}: It changed ${changed}, so it shows nothing about the tree it was to check.`,
    ])
  })

  run('lets no check rename a folder as a whole without a word', async () => {
    const { check } = await world({ 'src/a.txt': 'a\n' })
    const event = await check(`node -e 'fs.renameSync("src", "moved")'`)
    const hint = expect.stringContaining('Copy that folder and remove the old one')
    const changed = expect.stringContaining('It changed src/a.txt')
    const item = isLayered ? { exitCode: 1, outputTail: hint } : { exitCode: 0, problem: changed }
    expect(event).toMatchObject({ evidence: [item] })
  })

  run('is right for a check that leaves the tree as it is', async () => {
    const { failing, path, commit } = await world({ 'src/a.txt': 'a\n' })
    symlinkSync('a.txt', join(path, 'src/link'))
    commit({})
    const lines = [
      'touch src/a.txt',
      'cp src/a.txt x && mv x src/a.txt',
      'rm src/link && ln -s a.txt src/link',
      'echo more > src/more && mkdir src/out && echo x > src/out/x',
      'rm -r src && git checkout -q -- src',
      'mkdir out && echo x > out/x && chmod 000 out/x out',
    ]
    expect(await failing(...lines)).toEqual([])
  })

  run(
    'is set up once for a key, again if a lock file changes, and never by another run’s change',
    async () => {
      const count = 'cat package-lock.json >> "$HOME/ran"'
      const installs = 'mkdir -p deps && cp package-lock.json deps/version'
      const lanes = { setup: [`${isLayered ? '' : `${count};`} ${installs}`] }
      const { commit, failing, repo } = await world({ 'package-lock.json': '1\n' }, lanes)
      expect(await failing('grep -qx 1 deps/version', 'grep -qx 1 deps/version')).toEqual([])
      commit({ 'b.txt': 'b\n' })
      expect(await failing('grep -qx 1 deps/version')).toEqual([])
      commit({ 'package-lock.json': '2\n' })
      expect(await failing('grep -qx 2 deps/version')).toEqual([])
      expect(await failing('grep -qx 2 deps/version')).toEqual([])
      // The lane and the room; then the room again.
      if (!isLayered) expect(readFileSync(join(repo.root, '../ran'), 'utf8')).toBe('1\n1\n2\n')
    },
  )

  /** What set-up makes comes from the last of these files, by a way that grows longer. */
  const chains: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
    ['a script', 'sh ./tools/setup.sh', {}, 'tools/setup.sh'],
    ['what a script calls', 'sh tools/a.sh', { 'tools/a.sh': 'cd tools && . ./b.sh\n' }, 'tools/b.sh'],
    ['a file that a line names', 'mkdir -p deps; cp given/* deps/', {}, 'given/lib'],
    ['what a program loads', 'node tools/a.cjs', { 'tools/a.cjs': 'require("./b.cjs")\n' }, 'tools/b.cjs'],
    [
      'what a script of package.json calls',
      'npm ci --silent',
      {
        'package.json': '{"name":"x","version":"1.0.0","scripts":{"postinstall":"sh tools/a.sh"}}\n',
        'package-lock.json': '{"name":"x","version":"1.0.0","lockfileVersion":3,"packages":{}}\n',
        'tools/a.sh': 'node tools/b.cjs\n',
      },
      'tools/b.cjs',
    ],
  ]
  const making = (file: string, what: string): string => {
    const deps = file === 'tools/b.sh' ? '../deps' : 'deps'
    if (file.endsWith('.sh')) return `mkdir -p ${deps}; echo ${what} > ${deps}/lib\n`
    if (!file.endsWith('.cjs')) return `${what}\n`
    return `const fs = require('fs'); fs.mkdirSync('deps', { recursive: true }); fs.writeFileSync('deps/lib', '${what}')\n`
  }
  describe('TR-12 what set-up made on another tree', () => {
    // What a change of set-up leads to is decided before a room is made, by layers or by copies.
    run.each(isLayered || isSoak ? chains : chains.slice(0, 1))(
      'is not shown, if it came through %s',
      async (_how, line, files, last) => {
        const start = { ...files, [last]: making(last, 'good') }
        const { commit, failing } = await world(start, { setup: [line] })
        expect(await failing('grep -qx good deps/lib')).toEqual([])
        commit({ [last]: making(last, 'special') })
        expect(await failing('grep -qx special deps/lib')).toEqual([])
        commit({ [last]: making(last, 'good') })
        expect(await failing('grep -qx good deps/lib')).toEqual([])
      },
    )
  })

  run('is set up on the base for all trees that change nothing of set-up', async () => {
    // That a file exists decides here, and no rule can tell which.
    const setup = [
      'mkdir -p deps; ls > deps/list; test -e special && echo bad > deps/lib || echo good > deps/lib',
    ]
    const { repo, commit, failing } = await world({}, { setup })
    commit({ special: 'x\n', other: 'x\n' })
    expect(await failing('grep -qx bad deps/lib')).toEqual([])
    repo.gitIn(join(repo.lanes, 'lane-1'), 'rm', '-q', 'special')
    commit({ more: 'x\n' })
    expect(await failing('grep -qx good deps/lib')).toEqual([])
  })

  run('has what set-up made after a commit that has a file of its own in that place', async () => {
    const { repo, commit, failing } = await world({}, { setup: ['mkdir -p out; cd out; echo made > x'] })
    expect(await failing('grep -qx made out/x')).toEqual([])
    commit({ 'out/x': 'made\n' })
    expect(await failing('git ls-files --error-unmatch out/x')).toEqual([])
    repo.gitIn(join(repo.lanes, 'lane-1'), 'rm', '-q', 'out/x')
    commit({ 'b.txt': 'b\n' })
    expect(await failing('grep -qx made out/x')).toEqual([])
  })

  run('has the branches and tags of now', async () => {
    const { repo, failing } = await world()
    expect(await failing('test -z "$(git tag)"')).toEqual([])
    repo.git('tag', 'v1')
    expect(await failing('test "$(git describe --tags)" = v1')).toEqual([])
  })

  run('has the env files of the checkout as they are now', async () => {
    const { repo, failing } = await world({}, { copyEnvFiles: ['.env'] })
    expect(await failing('grep -qx PORT=1 .env')).toEqual([])
    repo.write('.env', 'PORT=2\n')
    expect(await failing('grep -qx PORT=2 .env')).toEqual([])
  })

  run('does not mix what a commit brings with what set-up makes', async () => {
    const setup = ['mkdir -p node_modules/dep && echo right > node_modules/dep/index.js']
    const { commit, check, failing } = await world({ 'package.json': '{}\n' }, { setup })
    expect(await failing('grep -qx right node_modules/dep/index.js')).toEqual([])
    commit({ 'node_modules/dep/index.js': 'stub\n' })
    const event = await check('grep -qx stub node_modules/dep/index.js')
    expect(event).toMatchObject({ type: 'ChecksFinished', evidence: [{ exitCode: null }] })
  })

  run('fails the checks of a tree whose own lock files cannot be installed', async () => {
    const rewrites = 'test "$(cat yarn.lock)" = 1 || echo 3 > yarn.lock'
    const { commit, failing } = await world({ 'yarn.lock': '1' }, { setup: [rewrites] })
    expect(await failing('true')).toEqual([])
    commit({ 'yarn.lock': '2' })
    expect(await failing('true')).toEqual([
      expect.stringContaining('did not run, because lanes.setup failed'),
    ])
  })

  run('is another one for each command that runs at the same time', async () => {
    const { check, repo } = await world()
    const lines = ['test ! -e out && mkdir out && sleep 0.5 && rmdir out']
    const events = await Promise.all([check(...lines), check(...lines), check(...lines)])
    for (const event of events) expect(event).toMatchObject({ evidence: [{ exitCode: 0, problem: null }] })
    const rooms = readdirSync(repo.lanes).filter((name) => /^room-\d+$/.test(name))
    expect(rooms).toEqual(['room-1', 'room-2', 'room-3'])
    await check('true')
    expect(readdirSync(repo.lanes).filter((name) => /^room-\d+$/.test(name))).toEqual(rooms)
  })

  run('QA-01 is whole again after a crash', async () => {
    const setup = ['mkdir -p deps && echo good > deps/lib']
    const { failing, repo, beside } = await world({ 'a.txt': 'a\n' }, { setup })
    await failing('true')
    const room = join(repo.lanes, 'room-1')
    if (isLayered) mkdirSync(`${room}.scratch-left/0/files`, { recursive: true })
    else {
      cpSync(room, `${room}.pristine`, { recursive: true })
      for (const folder of [room, `${room}.pristine`]) writeFileSync(join(folder, 'half'), '')
    }
    // In a sandbox nothing outlives its harness.
    const writes = `while :; do mkdir -p '${room}/deps'; echo bad > '${room}/deps/lib'; done`
    const env = { HARNESS_PROCESS_TAG: 'of a killed harness', HARNESS_LANE_PATH: room }
    const survivor = isLayered ? null : spawn('/bin/sh', ['-c', writes], { env, stdio: 'ignore' })
    const ended = new Promise((resolve) =>
      survivor === null ? resolve(null) : survivor.once('exit', resolve),
    )
    expect(await failing('test -e a.txt && test ! -e half && grep -qx good deps/lib')).toEqual([])
    await ended
    expect(beside()).toEqual([])
  })

  run('has submodules at the commits that the tree names, whatever an agent did to its own', async () => {
    const source = targetRepo({ 's.txt': 's\n' })
    const repo = targetRepo({ '.gitignore': ignores })
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source.root, 'vendor/s')
    repo.git('commit', '-qm', 'with a submodule')
    const populate = 'git -c protocol.file.allow=always submodule update --init --quiet'
    const { leave, failing } = await world({}, { setup: [populate] }, repo)
    leave('vendor/s/s.txt')
    leave('vendor/s/more.txt')
    expect(await failing('grep -qx s vendor/s/s.txt && test ! -e vendor/s/more.txt')).toEqual([])
  })
})

describe.skipIf(!canLayer)('TR-03 what an unconfined run could write', () => {
  it.each([
    ['with set-up', ['mkdir -p node_modules/dep && echo good > node_modules/dep/index.js']],
    ['without', []],
  ])('is never part of a room of a confined run, nor of its templates, %s', async (_how, setup) => {
    const repo = targetRepo({ '.gitignore': ignores, 'a.txt': 'a\n' })
    const confined = { ...(await testSandbox([repo.root, repo.stateDir])), allowed: unconfined.allowed }
    let runs = 0
    const failing = async (sandbox: CheckPorts['sandbox'], line: string) => {
      const ports: CheckPorts = { ...repo.ports({ setup }), sandbox }
      const opened = await openLane(openLaneCommand(), firstAttempt, ports)
      if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
      const { lane, commit, tree } = opened
      const checks = [{ name: 'c', run: line, timeoutMs: 20_000, claims: [] }]
      const id = idOf(`20260101-000000/checks/0001/${++runs}`)
      const event = await runChecks(
        { type: 'RunChecks', id, lane, commit, tree, checks },
        firstAttempt,
        ports,
      )
      return event.type === 'ChecksFinished' ? event.evidence.filter((item) => !passed(item)) : event
    }
    const isGood = `grep -qx a a.txt && test ! -e planted${setup.length > 0 ? ' && grep -qx good node_modules/dep/index.js' : ''}`
    expect(await failing(confined, isGood)).toEqual([])
    expect(await failing(unconfined, isGood)).toEqual([])
    const plant = (folder: string, file: string, text: string): void => {
      mkdirSync(dirname(join(repo.lanes, folder, file)), { recursive: true })
      writeFileSync(join(repo.lanes, folder, file), text)
    }
    const templates = setup.length === 0 ? [] : readdirSync(join(repo.lanes, 'templates'))
    const made = templates.filter((name) => !name.includes('.')).map((name) => `templates/${name}`)
    expect(made).toHaveLength(setup.length)
    for (const folder of ['room-1', ...made]) plant(folder, 'node_modules/dep/index.js', 'stub\n')
    plant('room-1', 'a.txt', 'b\n')
    plant('room-1', 'planted', '')
    expect(await failing(confined, isGood)).toEqual([])
    expect(await failing(unconfined, isGood)).toEqual([])
  })

  it('is never part of a room that the set-up of another network made', async () => {
    const repo = targetRepo({ '.gitignore': ignores, 'a.txt': 'a\n' })
    const sandbox = await testSandbox([repo.root, repo.stateDir])
    const guards = await Promise.all(
      (['loopback', 'registries', 'loopback'] as const).map((network) =>
        guardOf({
          stateDir: repo.stateDir,
          sandbox: {
            ...sandbox,
            allowed: { read: [], write: [], network: { ...unconfined.allowed.network, setup: network } },
          },
        }),
      ),
    )
    expect(guards[0]).toBe(guards[2])
    expect(guards[0]).not.toBe(guards[1])
  })
})
