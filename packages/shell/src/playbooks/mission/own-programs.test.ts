import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownFilesIn } from '../../effects/agents/roles/own-files.ts'
import { refuseNotify } from '../../effects/people/notices/notify-line.ts'
import { withArguments } from '../../effects/people/notices/operator-program.ts'
import { rolesDir } from '../../test-support/sample-delivery.ts'
import { firstAttempt, idOf, type TargetRepo, targetRepo } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { notify } from './notify.ts'
import { type HookPorts, isAsBegun, runHook } from './run-hook.ts'

function hooked(text: string, mode = 0o755) {
  const repo = targetRepo()
  repo.write('.harness/hooks/pre-worker', `#!/bin/sh\n${text}\n`)
  chmodSync(join(repo.root, '.harness/hooks/pre-worker'), mode)
  const ports = {
    ...repo.ports(),
    processTag: `harness-test-${randomUUID()}`,
    hooks: true,
    hookWallMs: 20_000,
  }
  const run = async (changes: Partial<HookPorts> = {}, hook = 'pre-worker') => {
    const id = idOf('20260101-000000/hook/F-001/1')
    const command = { type: 'RunHook', id, hook, env: { FEATURE_ID: 'F-001' } } as const
    return (await runHook(command, firstAttempt, { ...ports, ...changes })).problem
  }
  return { repo, ports, run }
}

describe('a hook of the repository’s own', () => {
  it('is told the feature, runs at the top of the repository and sees no keys', async () => {
    const { repo, run } = hooked('echo "$FEATURE_ID $HARNESS_HOOK [$API_TOKEN] $PWD" > seen.txt')
    expect(await run()).toBeNull()
    expect(repo.read('seen.txt')).toBe(`F-001 pre-worker [] ${repo.root}\n`)
  })

  it('warns where it fails, and where it hangs', async () => {
    expect(await hooked('echo no top-secret-value; exit 7').run()).toBe(
      'It ended with exit code 7. no [redacted]',
    )
    expect(await hooked('sleep 60').run({ hookWallMs: 300 })).toBe('It took longer than 0.3 s.')
  })

  it('does not run where the config does not allow it, where it is a link, or where it cannot be executed', async () => {
    const { repo, run } = hooked('touch ran')
    expect(await run({ hooks: false })).toContain('does not allow hooks')
    symlinkSync(join(repo.root, '.harness/hooks/pre-worker'), join(repo.root, '.harness/hooks/post-worker'))
    expect(await run({}, 'post-worker')).toContain('no program .harness/hooks/post-worker')
    expect(await run({}, '../hooks/pre-worker')).toContain('no program')
    expect(await hooked('touch ran', 0o644).run()).toContain('no program')
    expect(() => repo.read('ran')).toThrow()
  })
})

describe('a hook that changed since the run began', () => {
  const plant = 'touch planted'
  it.each([
    [
      'is another one',
      (repo: TargetRepo) => repo.write('.harness/hooks/pre-worker', `#!/bin/sh\n${plant}\n`),
    ],
    ['is new', (repo: TargetRepo) => repo.write('.harness/hooks/post-worker', `#!/bin/sh\n${plant}\n`)],
  ])('is not run where it %s', async (_, change) => {
    const { repo, run } = hooked('touch ran')
    const own = await ownFilesIn(repo.root, rolesDir)
    change(repo)
    chmodSync(join(repo.root, '.harness/hooks/pre-worker'), 0o755)
    for (const hook of ['pre-worker', 'post-worker']) await run({ own }, hook)
    expect(existsSync(join(repo.root, 'planted'))).toBe(false)
  })
  it('says so, and one that is as it was runs', async () => {
    const { repo, run } = hooked('touch ran')
    const own = await ownFilesIn(repo.root, rolesDir)
    expect(await run({ own })).toBeNull()
    expect(existsSync(join(repo.root, 'ran'))).toBe(true)
    repo.write('.harness/hooks/pre-worker', '#!/bin/sh\n')
    expect(await run({ own })).toContain('.harness/hooks/pre-worker is not what it was when the run began')
  })
  it('is no longer named as one that can be run', async () => {
    const { repo, ports } = hooked('touch ran')
    const own = await ownFilesIn(repo.root, rolesDir)
    expect(await isAsBegun({ ...ports, own }, 'pre-worker')).toBe(true)
    repo.write('.harness/hooks/pre-worker', '#!/bin/sh\n')
    expect(await isAsBegun({ ...ports, own }, 'pre-worker')).toBe(false)
  })
})

describe('the operator’s notification', () => {
  const told = async (notifyRun: string | null, message: string, repo = targetRepo(), environment = {}) => {
    const own = repo.ports()
    const ports = {
      ...own,
      environment: { ...own.environment, ...environment },
      processTag: `harness-test-${randomUUID()}`,
      notifyRun,
    }
    const id = idOf('20260101-000000/notify/done/1')
    const { problem } = await notify({ type: 'Notify', id, kind: 'done', message }, firstAttempt, ports)
    return { repo, problem }
  }

  it('gets kind, message and directory as words that no shell reads', async () => {
    const folder = await temporaryDir()
    const { repo, problem } = await told(
      `cd ${folder}; printf '%s|' x > told.txt; printf '%s|' >> told.txt`,
      '$(touch hacked) "a"\n; b',
    )
    expect(problem).toBeNull()
    expect(readFileSync(join(folder, 'told.txt'), 'utf8')).toBe(
      `x|done|$(touch hacked) "a" ; b|${repo.root}|`,
    )
    expect(existsSync(join(folder, 'hacked'))).toBe(false)
  })

  it('only warns where it fails, and is nobody if none is named', async () => {
    expect((await told('exit 9;', 'x')).problem).toBe('It ended with exit code 9.')
    expect((await told(null, 'x')).problem).toBeNull()
  })

  it('TR-01 starts outside of the repository, and finds no program there', async () => {
    const folder = await temporaryDir()
    const repo = targetRepo()
    repo.write('bin/tell', `#!/bin/sh\ntouch ${folder}/ran\n`)
    chmodSync(join(repo.root, 'bin/tell'), 0o755)
    expect((await told(`pwd > ${folder}/at; :`, 'x', repo)).problem).toBeNull()
    expect(readFileSync(join(folder, 'at'), 'utf8')).toBe('/\n')
    // A script of the operator's own runs it by its name.
    const script = join(folder, 'script')
    writeFileSync(script, '#!/bin/sh\ntell\n', { mode: 0o755 })
    for (const entry of ['./bin', 'bin', join(repo.root, 'bin')]) {
      const environment = { PATH: `${entry}:${process.env.PATH}` }
      expect((await told(script, 'x', repo, environment)).problem).toContain('exit code 127')
    }
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })

  it('TR-01 is not run if agents can change what it names', async () => {
    const folder = await temporaryDir()
    const repo = targetRepo()
    repo.write('tell.sh', `touch ${folder}/ran\n`)
    expect((await told(`sh ${repo.root}/tell.sh`, 'x', repo)).problem).toContain(
      'mission.notify names tell.sh',
    )
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })

  it('is quoted on Windows, if nothing else would keep words apart', () => {
    expect(withArguments('tell.exe', ['done', 'a "b" & %c%', 'C:\\x'], 'win32').args.at(-1)).toBe(
      '"tell.exe "done" "a  b     c " "C:\\x""',
    )
  })
})

describe('TR-01 a notification that agents could change', () => {
  async function world() {
    const repo = targetRepo()
    const home = await temporaryDir()
    for (const file of ['notify.sh', 'scripts/notify.mjs', 'bin/tell', 'package.json', 'Makefile'])
      repo.write(file, '#!/bin/sh\n')
    chmodSync(join(repo.root, 'bin/tell'), 0o755)
    mkdirSync(join(home, 'bin'))
    symlinkSync(join(repo.root, 'bin/tell'), join(home, 'bin/tell-me'))
    symlinkSync(repo.root, join(home, 'project'))
    const environment = { HOME: home, PATH: `${home}/bin:${repo.root}/bin:${process.env.PATH}` }
    return { repo, home, place: { repoRoot: repo.root, writable: ['~/shared'], environment } }
  }
  const inside = (line: string, root: string): string => line.replaceAll('ROOT', root)

  it.each([
    ['./notify.sh', 'notify.sh'],
    ['sh notify.sh', 'notify.sh'],
    ['node scripts/notify.mjs --quiet', 'scripts/notify.mjs'],
    ['node --import=./scripts/notify.mjs -e 1', 'scripts/notify.mjs'],
    [`sh -c 'exec node scripts/notify.mjs "$@"'`, 'scripts/notify.mjs'],
    ['sh < notify.sh', 'notify.sh'],
    ['ROOT/not-there-yet.sh', 'not-there-yet.sh'],
    ['cd ROOT && ./tell', 'ROOT'],
    [`sh -c 'cd "ROOT/bin"; ./tell'`, 'bin'],
    ['"$3/bin/tell"', 'bin/tell'],
    ['cd "$3" && ./x', 'working folder'],
    ['make -C "$3" notify', 'working folder'],
    ['~/project/bin/tell', 'project/bin/tell'],
    ['$HOME/project/later.sh', 'project/later.sh'],
    ['tell', 'bin/tell'],
    ['tell-me', 'bin/tell-me'],
    ['npm run notify', 'package.json'],
    ['make notify', 'Makefile'],
    ['~/shared/notify.sh', 'shared/notify.sh'],
  ])('is refused: %s', async (line, file) => {
    const { repo, place } = await world()
    const error = refuseNotify(inside(line, repo.root), place, 'mission.notify')
    expect(error).toMatchObject({ code: 'notify-changeable', exitCode: 2 })
    expect(error?.message).toContain('mission.notify names ')
    expect(error?.message).toContain(inside(file, repo.root))
    expect(error?.next).toContain('out of the repository')
  })

  it.each([
    'notify-send',
    'notify-send "$1" "$2 in $3" #',
    '~/bin/notify.sh',
    '/usr/local/bin/tell --title "a mission"',
    `curl -s -d "$2" https://example.org/topic #`,
    'mail -s "harness: $1" me@example.org < /dev/null #',
    'make -C ~/tools notify',
    'npx some-notifier',
  ])('is not this: %s', async (line) => {
    const { place } = await world()
    expect(refuseNotify(line, place, 'mission.notify')).toBeNull()
    expect(refuseNotify(null, place, 'mission.notify')).toBeNull()
  })
})
