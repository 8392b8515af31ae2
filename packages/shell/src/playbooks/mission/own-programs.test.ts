import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownFilesIn } from '../../effects/agents/roles/own-files.ts'
import { rolesDir } from '../../test-support/sample-delivery.ts'
import { firstAttempt, idOf, type TargetRepo, targetRepo } from '../../test-support/target-repo.ts'
import { notify, withArguments } from './notify.ts'
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
    expect(await hooked('sleep 60').run({ hookWallMs: 300 })).toBe('It took longer than 300 ms.')
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
  const told = async (notifyRun: string | null, message: string) => {
    const repo = targetRepo()
    const ports = { ...repo.ports(), processTag: `harness-test-${randomUUID()}`, notifyRun }
    const id = idOf('20260101-000000/notify/done/1')
    const { problem } = await notify({ type: 'Notify', id, kind: 'done', message }, firstAttempt, ports)
    return { repo, problem }
  }

  it('gets kind, message and directory as words that no shell reads', async () => {
    const { repo, problem } = await told(
      `printf '%s|' x > told.txt; printf '%s|' >> told.txt`,
      '$(touch hacked) "a"\n; b',
    )
    expect(problem).toBeNull()
    expect(repo.read('told.txt')).toBe(`x|done|$(touch hacked) "a" ; b|${repo.root}|`)
    expect(() => repo.read('hacked')).toThrow()
  })

  it('only warns where it fails, and is nobody where none is named', async () => {
    expect((await told('exit 9;', 'x')).problem).toBe('It ended with exit code 9.')
    expect((await told(null, 'x')).problem).toBeNull()
  })

  it('is quoted on Windows, where nothing else would keep words apart', () => {
    expect(withArguments('tell.exe', ['done', 'a "b" & %c%', 'C:\\x'], 'win32').args.at(-1)).toBe(
      '"tell.exe "done" "a  b     c " "C:\\x""',
    )
  })
})
