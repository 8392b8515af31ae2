/** The mission playbook through the program: from a spec to a product, with the people beside it. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fakeGithub } from '@harness/shell/test-support/fake-github'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { missionRepo, works } from './support/mission-repo.ts'
import { git, missionFromLane, removeLane, temporaryFolder, write } from './support/sample-repo.ts'

const one = [{ id: 'F-001' }] as const

describe('a mission', () => {
  it('MI-01 MI-03 MI-05 MI-13 MI-15 AG-10 goes from the spec to a product, with a checkpoint that a person grants, and is played again to the same', async () => {
    const never = { name: 'money', triggerOn: 'feature-claim:PAY' }
    const checkpoints = { types: [{ name: 'look', triggerOn: 'post-planner' }, never] }
    const toldIn = join(temporaryFolder(), 'told.log')
    const notify = `printf '%s\\n' "$(date +%s)" >> ${toldIn}; printf '%s|' >> ${toldIn}`
    const { root, options, read } = missionRepo([], { checkpoints, notify, planReviewer: { enabled: true } })

    const waiting = await harnessJson(root, ['mission'], options)
    expect(waiting).toMatchObject({ code: 8, value: { outcome: 'waiting', features: { todo: 2 } } })
    expect(readdirSync(join(root, '.harness/checkpoints')).sort()).toEqual([
      '.checkpoint-look.fired',
      'checkpoint-look.md',
      'look.json',
    ])
    expect(readFileSync(toldIn, 'utf8')).toContain('checkpoint|')

    const other = await harnessJson(root, ['mission', 'grant', 'lock'], options)
    expect(other).toMatchObject({ code: 2, value: { error: { code: 'checkpoint-unknown' } } })
    expect(other.value.error.message).toContain('there is: look, money')
    const early = await harnessJson(root, ['mission', 'grant', 'money'], options)
    expect(early).toMatchObject({ code: 2, value: { error: { code: 'checkpoint-not-waiting' } } })
    expect(early.value.error.message).toContain('before a feature is begun that claims VAL-PAY-')
    expect(early.value.error.next).toContain('harness mission grant look')
    const first = await harnessJson(root, ['grant', 'look', '--no-resume', '-m', 'fine'], options)
    expect(first).toMatchObject({ code: 0, value: { choice: 'grant', taken: false } })
    const twice = await harnessJson(root, ['mission', 'grant', 'look'], options)
    expect(twice).toMatchObject({ code: 2, value: { error: { code: 'gate-already-answered' } } })

    const done = await harnessJson(root, ['mission'], options)
    expect(done).toMatchObject({
      code: 0,
      value: { outcome: 'done', features: { passed: 2 }, claims: { pass: 2, fail: 0, todo: 0 } },
    })
    expect([read('f-001.txt'), read('f-002.txt')]).toEqual(['F-001 is done\n', 'F-002 is done\n'])
    expect(git(root, 'branch', '--list', 'harness/F-*')).toBe('')
    expect(git(root, 'status', '--porcelain', '--', ':!.harness')).toBe('')
    expect(read('.harness/memory/summary.md')).toBe('All is well.\n')
    expect(readdirSync(join(root, '.harness/run/snapshots')).length).toBeGreaterThan(3)
    const late = await harnessJson(root, ['grant', 'look'], options)
    expect(late).toMatchObject({ code: 2, value: { error: { code: 'checkpoint-not-waiting' } } })

    const status = await harnessJson(root, ['mission', 'status'], options)
    expect(status).toMatchObject({
      code: 0,
      value: {
        run: { state: 'done', gates: [], lanes: [] },
        claims: { pass: 2 },
        features: [{ id: 'F-001', status: 'passed', attempts: 1, claims: '1/1' }, { id: 'F-002' }],
      },
    })
    const worker = status.value.run.roles.find((it: { role: string }) => it.role === 'worker')
    expect(worker).toMatchObject({ calls: 2, cacheHits: 0.9 })
    expect(worker.sharedPrefix).toBeGreaterThan(0.5)
    const contract = await harnessJson(root, ['mission', 'contract'], options)
    expect(contract.value.claims[0]).toMatchObject({ status: 'PASS', claimedBy: ['F-001'] })
    const texts = await Promise.all(
      [
        ['mission', 'status'],
        ['mission', 'features'],
        ['mission', 'contract'],
        ['runs'],
        ['show', 'mission'],
        ['logs', 'mission'],
      ].map(async (args) => (await harness(root, args, options)).stdout),
    )
    const told = [
      '2 pass, 0 fail',
      'Feature F-002',
      'CLAIMED BY',
      'mission-',
      'F-002 passed',
      'DONE: All 2 features',
    ]
    for (const [index, text] of told.entries()) expect(texts[index]).toContain(text)
    const replay = await harnessJson(root, ['replay', 'mission', '--keep'], options)
    expect(replay).toMatchObject({ code: 0, value: { same: true, difference: null, diverged: null } })
    const { repoRoot } = replay.value
    expect(git(repoRoot, 'rev-parse', 'main')).toBe(git(root, 'rev-parse', 'main'))
    for (const file of ['features.json', 'validation-contract.md', 'memory/summary.md'])
      expect(readFileSync(join(repoRoot, '.harness', file), 'utf8')).toBe(read(`.harness/${file}`))
  })

  it('MI-01 MI-03 MI-14 MI-27 a changed spec is said and asked about nowhere; planned again as told, the second mission waits at its checkpoints again and remembers nothing of the first', async () => {
    const checkpoints = { types: [{ name: 'look', triggerOn: 'post-planner' }] }
    const { root, options } = missionRepo([], { checkpoints }, one)
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    expect((await harness(root, ['mission', 'grant', 'look'], options)).code).toBe(0)
    write(root, { 'SPEC.md': '# More files\n' })
    git(root, 'commit', '--quiet', '-am', 'Want more')
    const noticed = await harness(root, ['mission'], options)
    expect(noticed.code, noticed.stdout).toBe(0)
    expect(noticed.stdout).toContain('SPEC.md has changed since it was planned; the plan stays as it is.')
    for (const file of ['features.json', 'validation-contract.md']) rmSync(join(root, '.harness', file))
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    const memory = join(root, '.harness/memory')
    const [aside = ''] = readdirSync(memory).filter((name) => name.startsWith('before-'))
    expect(readdirSync(join(memory, aside)).sort()).toEqual(['MEMORY.md', 'raw.md', 'summary.md'])
    expect(existsSync(join(memory, 'summary.md'))).toBe(false)
  })

  it('MI-07 MI-27 a mission that is done stays done; what only the documents say is validated again, and no worker is sent', async () => {
    const { root, options, read, events } = missionRepo([], {}, one)
    const roles = () => events().flatMap(({ type, role }) => (type === 'AgentFinished' ? [role] : []))
    const contract = '.harness/validation-contract.md'
    const again = async () => {
      const before = roles().length
      const { code, stdout } = await harness(root, ['mission'], options)
      return { code, stdout, roles: roles().slice(before) }
    }
    expect((await harness(root, ['mission'], options)).code).toBe(0)
    expect(await again()).toMatchObject({ code: 0, roles: [] })
    write(root, { [contract]: read(contract).replace('[PASS]', '[TODO]') })
    expect(await again()).toMatchObject({ code: 0, roles: ['validator', 'curator'] })
    // As in another clone: the documents are there, and no journal says who has seen what.
    rmSync(join(root, '.harness/run'), { recursive: true })
    const { code, stdout } = await harness(root, ['mission'], options)
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('1 feature has passed.')
    expect(roles()).toEqual(['validator', 'curator'])
    expect(read(contract)).toContain('[PASS]')
    expect(git(root, 'branch', '--list', 'harness/F-*')).toBe('')
  })

  it('MI-03 QA-01 a renamed checkpoint file is a grant at the next start; Ctrl-C lets go resumably, and nobody else works on it meanwhile', async () => {
    const slow = works('F-001', {
      do: [
        { run: `until test -e ${missionFromLane}/run/go; do sleep 0.1; done` },
        { write: { path: 'f-001.txt', text: 'F-001 is done\n' } },
      ],
    })
    const checkpoints = { types: [{ name: 'look', triggerOn: 'post-planner' }] }
    const { root, options, read } = missionRepo([slow], { checkpoints }, one)
    const early = '.harness/checkpoints/checkpoint-look.md.granted'
    write(root, { [early]: 'before anybody asked\n' })
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    expect(existsSync(join(root, early))).toBe(false)
    write(root, { [early]: 'beside what waits\n' })
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    const folder = join(root, '.harness/checkpoints')
    renameSync(join(folder, 'checkpoint-look.md'), join(folder, 'checkpoint-look.md.granted'))

    const run = start(root, ['mission'], options)
    await run.saw('F-001: the worker begins')
    expect(JSON.parse(read('.harness/checkpoints/look.json')).answer.decision).toBe('granted')
    expect(existsSync(join(folder, 'checkpoint-look.md.granted'))).toBe(false)
    const second = await harnessJson(root, ['mission'], options)
    expect(second).toMatchObject({ code: 11, value: { error: { code: 'run-held' } } })
    run.process.kill('SIGINT')
    expect((await run.ended).code).toBe(130)
    // A person removes the lane while no agent works in it.
    removeLane(root, join(root, '.harness/worktrees/F-001'))
    write(root, { '.harness/run/go': '' })
    const again = await harness(root, ['resume', 'mission'], options)
    expect(again.stdout).toMatch(/lane F-001 had been removed; made again/)
    expect(again.code).toBe(0)
  })
})

describe('a mission that is given up', () => {
  it('DL-06 MI-03 keeps its lane and documents, asks nothing any more, and is begun anew on the same plan', async () => {
    const slow = works('F-001', {
      do: [
        { run: `test -e ${missionFromLane}/run/go || { echo half > half.txt; sleep 60; }` },
        { write: { path: 'f-001.txt', text: 'F-001 is done\n' } },
      ],
    })
    const checkpoints = { types: [{ name: 'look', triggerOn: 'post-planner' }] }
    const { root, options, read } = missionRepo([slow], { checkpoints }, one)
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    expect((await harness(root, ['grant', 'look', '--no-resume'], options)).code).toBe(0)
    const run = start(root, ['mission'], options)
    const half = join(root, '.harness/worktrees/F-001/half.txt')
    await vi.waitFor(() => expect(existsSync(half)).toBe(true), 120_000)
    const held = await harnessJson(root, ['refuse', 'mission', '--give-up', '-m', 'wrong'], options)
    expect(held).toMatchObject({ code: 11, value: { error: { code: 'run-held' } } })
    expect((await harness(root, ['stop', 'mission'], options)).code).toBe(0)
    expect((await run.ended).code).toBe(130)

    const before = read('.harness/features.json')
    const given = await harness(root, ['refuse', 'mission', '-m', 'another worker is to do it'], options)
    expect(given.stdout).toMatch(/^Given up by .*: another worker is to do it\n/)
    expect(given.stdout).toMatch(
      /F-001 on harness\/F-001.*\n?.*Start again on the same plan: harness mission/,
    )
    expect([given.code, read('.harness/features.json')]).toEqual([0, before])
    expect(existsSync(half)).toBe(true)
    for (const args of [['runs'], ['show', 'mission'], ['mission', 'status']]) {
      const told = await harness(root, args, options)
      expect(told.stdout, told.stderr).toContain('blocked')
    }
    const again = await harnessJson(root, ['refuse', 'mission', '--give-up', '-m', 'no'], options)
    expect(again).toMatchObject({ code: 2, value: { error: { code: 'nothing-to-give-up' } } })
    const replayed = await harnessJson(root, ['replay', 'mission'], options)
    expect(replayed).toMatchObject({ code: 0, value: { same: true } })

    write(root, { '.harness/run/go': '' })
    const anew = await harness(root, ['mission'], options)
    expect(anew.code, anew.stdout + anew.stderr).toBe(0)
    expect(anew.stdout).toMatch(
      /an earlier run’s work on harness\/F-001 takes no part in this one; it is kept in/,
    )
    expect(existsSync(join(root, 'half.txt'))).toBe(false)
  })

  it('MI-03 also where it waits at a checkpoint, which nobody can answer any more', async () => {
    const checkpoints = { types: [{ name: 'look', triggerOn: 'post-planner' }] }
    const { root, options } = missionRepo([], { checkpoints }, one)
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    const given = await harnessJson(root, ['refuse', 'mission', '--give-up', '-m', 'no'], options)
    expect(given).toMatchObject({ code: 0, value: { ok: true, gate: null, taken: true } })
    const late = await harnessJson(root, ['grant', 'look'], options)
    expect(late).toMatchObject({ code: 2, value: { error: { code: 'checkpoint-not-waiting' } } })
    const shown = await harness(root, ['show', 'mission'], options)
    expect(shown.stdout).not.toContain('Needs you')
    expect(shown.stdout).toContain('Start again on the same plan: harness mission')
  })
})

describe('MI-13 what people merge themselves', () => {
  /** Only where F-001 is in the base can the work of F-002 be done. */
  const builtOn = works('F-002', { do: [{ run: 'sed s/F-001/F-002/ f-001.txt > f-002.txt' }] })
  const waitsFor = (what: string, more = '') => ({
    code: 3,
    value: { outcome: 'paused', next: `Merge into main: F-001 (${what}).${more} Then: harness resume` },
  })
  const squashed = 'git update-ref refs/heads/harness/F-001 main'
  const ifSquashed = ` If you squash instead, say so for each branch (${squashed}).`

  it('MI-13 kept: nothing comes to the base by itself, and nothing is built without what it depends on', async () => {
    const { root, options, read, events } = missionRepo([builtOn], { branchIsolation: { onPass: 'keep' } })
    const onMain = (path: string) => git(root, 'ls-tree', '--name-only', 'main', path)
    const begun = git(root, 'rev-parse', 'main')
    const kept = await harnessJson(root, ['mission'], options)
    expect(kept).toMatchObject(waitsFor('branch harness/F-001', ifSquashed))
    expect(git(root, 'rev-parse', 'main')).toBe(begun)
    const status = await harnessJson(root, ['mission', 'status'], options)
    expect(status.value).toMatchObject({
      run: { unmerged: [{ feature: 'F-001', branch: 'harness/F-001' }] },
      features: [
        { status: 'passed', merged: false },
        { id: 'F-002', status: 'todo', attempts: 0 },
      ],
    })
    // Nothing is merged: the run spends nothing and asks the same.
    expect(await harnessJson(root, ['resume', 'mission'], options)).toMatchObject(
      waitsFor('branch harness/F-001', ifSquashed),
    )
    expect(events().filter(({ type }) => type === 'GateAnswered')).toEqual([])

    git(root, 'merge', '--quiet', '--no-ff', '-m', 'Take F-001', 'harness/F-001')
    const done = await harnessJson(root, ['resume', 'mission'], options)
    expect(done).toMatchObject({ code: 0, value: { outcome: 'done', unmerged: [{ feature: 'F-002' }] } })
    expect(done.value.reason).toContain('2 features have passed, 1 of them not merged yet: F-002')
    expect([onMain('f-001.txt'), onMain('f-002.txt')]).toEqual(['f-001.txt', ''])
    expect(git(root, 'show', 'harness/F-002:f-002.txt')).toBe('F-002 is done')
    const [, docs] = /git merge (harness\/docs-1-\S+)/.exec(done.value.next) ?? []
    expect(
      git(root, 'branch', '--list', '--format=%(refname:short)', 'harness/*').trim().split('\n'),
    ).toEqual(['harness/F-002', docs])
    expect(existsSync(join(root, '.harness/escalation.md'))).toBe(false)
    expect(read('README.md')).toBe('A product.\n')
    git(root, 'merge', '--quiet', '-m', 'Take the documentation', docs ?? '')
    expect(read('README.md')).toBe('A product.\nMore.\n')

    git(root, 'merge', '--quiet', '-m', 'Take F-002', 'harness/F-002')
    const again = await harness(root, ['mission'], options)
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('lanes that were left were removed, for their work is in main: F-002')
    expect(existsSync(join(root, '.harness/worktrees/F-002'))).toBe(false)
    // F-002 was not merged when the mission before ended: it is documented now, and only once.
    const [, later] = /The documentation of F-002 .*git merge (harness\/docs-1-\S+)/.exec(again.stdout) ?? []
    expect(git(root, 'branch', '--list', '--format=%(refname:short)', 'harness/*')).toBe(later)
    git(root, 'merge', '--quiet', '-m', 'Take that documentation', later ?? '')
    expect(read('README.md')).toBe('A product.\nMore.\nMore.\n')
    const last = await harness(root, ['mission'], options)
    expect(last.stdout).not.toContain('documentation')
    expect(git(root, 'branch', '--list', 'harness/*')).toBe('')
  })

  it('MI-28 kept and squashed by a person: the command that the question names lets the mission continue', async () => {
    const { root, options, read } = missionRepo([builtOn], { branchIsolation: { onPass: 'keep' } })
    expect((await harness(root, ['mission'], options)).code).toBe(3)
    git(root, 'merge', '--quiet', '--squash', 'harness/F-001')
    git(root, 'commit', '--quiet', '-m', 'Take F-001')
    const waiting = await harnessJson(root, ['resume', 'mission'], options)
    expect(waiting).toMatchObject(waitsFor('branch harness/F-001', ifSquashed))
    expect(read('.harness/escalation.md')).toContain(squashed)
    expect(read('.harness/escalation.md')).not.toContain('harness grant escalation')
    // Its lane has the branch checked out.
    expect(existsSync(join(root, '.harness/worktrees/F-001'))).toBe(true)
    git(root, ...squashed.split(' ').slice(1))
    const done = await harnessJson(root, ['resume', 'mission'], options)
    expect(done).toMatchObject({ code: 0, value: { outcome: 'done', unmerged: [{ feature: 'F-002' }] } })
    expect(git(root, 'show', 'harness/F-002:f-002.txt')).toBe('F-002 is done')
  })

  it('MI-13 by pull requests: the forge’s own checks count, and what is merged there is built on', async () => {
    const bare = join(temporaryFolder(), 'name.git')
    const github = await fakeGithub(bare)
    onTestFinished(() => github.close())
    const pulled: string[] = []
    github.onCi((commit) => {
      if (!pulled.includes(commit)) pulled.push(commit)
      const red = { name: 'build', status: 'completed', conclusion: 'failure' }
      return commit === pulled[0] ? { runs: [red] } : {}
    })
    const again = works('F-001', {
      call: 2,
      do: [{ write: { path: 'f-001.txt', text: 'F-001 is done\nWell.\n' } }],
    })
    const forge = { kind: 'github', repository: github.repository, apiUrl: github.apiUrl, ciGraceSec: 0 }
    const { root, options, read } = missionRepo(
      [again, builtOn],
      { branchIsolation: { onPass: 'pr' } },
      undefined,
      { forge },
    )
    git(root, 'clone', '--quiet', '--bare', root, bare)
    git(root, 'remote', 'add', 'origin', bare)
    const env = { ...options.env, GITHUB_TOKEN: github.token }
    const urlOf = (pull: number) => `https://github.example/${github.repository}/pull/${pull}`

    const open = await harnessJson(root, ['mission'], { env })
    expect(open).toMatchObject(waitsFor(urlOf(1)))
    expect(github.pulls).toMatchObject([{ number: 1, branch: 'harness/F-001' }])
    expect(github.git('log', '--format=%s', 'main')).toBe('Begin')
    expect(JSON.parse(read('.harness/features.json')).features[0]).toMatchObject({
      status: 'passed',
      attempts: 2,
    })

    github.mergePull(1, 'squash')
    const done = await harnessJson(root, ['resume', 'mission'], { env })
    expect(done).toMatchObject({
      code: 0,
      value: { unmerged: [{ feature: 'F-002', url: urlOf(2) }] },
    })
    expect(github.git('show', 'harness/F-002:f-002.txt')).toContain('F-002 is done')
    expect(github.git('log', '--format=%s', 'main').split('\n')).toHaveLength(2)
  })
})

describe('MI-14 what a worker found out', () => {
  it('MI-24 is promoted once a pass confirmed it, and told to the worker of the next mission, in another repository; a validator learns too', async () => {
    const trick = 'Write the file before you describe it.'
    const found = works('F-001', { json: { summary: 'Done.', tricks: [trick], ambiguity: null } })
    const lesson = 'Start the product first.'
    const learned = { promote: [trick], lessons: [{ role: 'validator', lesson }] }
    const keeps = { role: 'curator', json: { summary: 'Done.', memory: 'All.', ...learned } }
    const first = missionRepo([found, keeps], {}, one)
    const told = async ({ root }: typeof first, call = 'work/F-001/1') =>
      (await harness(root, ['show', 'mission', call], first.options)).stdout
    expect((await harness(first.root, ['mission'], first.options)).code).toBe(0)
    expect(await told(first)).not.toContain('# Identity')
    const next = missionRepo([], {}, one)
    expect((await harness(next.root, ['mission'], first.options)).code).toBe(0)
    expect(await told(next)).toMatch(new RegExp(`# Identity[\\s\\S]*- ${trick}`))
    expect(await told(next, 'validate/F-001/1')).toMatch(new RegExp(`# Identity[\\s\\S]*- ${lesson}`))
  })
})

describe('bad input of a mission', () => {
  it('a spec that is missing or empty is refused, and nothing is changed', async () => {
    const { root, options } = missionRepo()
    const other = await harnessJson(root, ['mission', '--spec', 'OTHER.md'], options)
    expect(other).toMatchObject({ code: 2, value: { error: { code: 'spec-missing' } } })
    write(root, { 'EMPTY.md': '\n' })
    const empty = await harnessJson(root, ['mission', '--spec', 'EMPTY.md'], options)
    expect(empty).toMatchObject({ code: 2, value: { error: { code: 'spec-empty' } } })
    const outside = await harnessJson(root, ['mission', '--spec', '../SPEC.md'], options)
    expect(outside).toMatchObject({ code: 2, value: { error: { code: 'usage' } } })
    expect(existsSync(join(root, '.harness/run/runs/mission'))).toBe(false)
    write(root, { 'EMPTY.md': 'Not any more.\n' })
    const uncommitted = await harnessJson(root, ['mission', '--spec', 'EMPTY.md'], options)
    expect(uncommitted).toMatchObject({ code: 2, value: { error: { code: 'spec-not-committed' } } })
    expect(git(root, 'branch', '--list', 'harness/*')).toBe('')
    const none = await harness(root, ['mission', 'status'], options)
    expect(none.stdout).toContain('No mission was begun here yet')
    const features = await harnessJson(root, ['mission', 'features'], options)
    expect(features).toMatchObject({ code: 2, value: { error: { code: 'mission-not-planned' } } })
  })

  it('TR-01 a notification that agents could change is refused before anything is begun, and found by those who look', async () => {
    const { root, options } = missionRepo([], { notify: 'sh scripts/tell.sh' })
    write(root, { 'scripts/tell.sh': 'true\n' })
    const refused = await harnessJson(root, ['mission'], options)
    expect(refused).toMatchObject({ code: 2, value: { error: { code: 'notify-changeable' } } })
    expect(refused.value.error.message).toContain('mission.notify names scripts/tell.sh')
    expect(existsSync(join(root, '.harness/run/runs/mission'))).toBe(false)
    const { value } = await harnessJson(root, ['validate'], options)
    expect(value.problems).toContainEqual(
      expect.objectContaining({ area: 'config', code: 'notify-changeable' }),
    )
    const { stdout } = await harness(root, ['doctor'], options)
    expect(stdout).toContain('mission.notify names scripts/tell.sh')
  })

  it('a crosscheck by the same model is refused before anything is begun', async () => {
    const { root, options } = missionRepo([], { crosscheck: { enabled: true } })
    const refused = await harnessJson(root, ['mission'], options)
    expect(refused).toMatchObject({ code: 2, value: { error: { code: 'crosscheck-same-model' } } })
  })
})
