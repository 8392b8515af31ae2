import { expect, it, vi } from 'vitest'
import { plantPrograms, relativeEntries } from '../../test-support/planted-programs.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { searchEnvironment } from './program-search.ts'
import { runProcess } from './run-process.ts'

it('TR-01 programs of the machine are looked for in absolute folders only', () => {
  vi.stubEnv('PATH', './bin::/usr/bin:.:node_modules/.bin:~/bin:/bin:')
  expect(searchEnvironment().PATH).toBe('/usr/bin:/bin')
})

it('TR-01 a PATH without any absolute folder becomes that of the system: an empty one would mean the working folder', () => {
  for (const path of ['', './bin', ':']) {
    vi.stubEnv('PATH', path)
    expect(searchEnvironment().PATH).toBe('/usr/bin:/bin')
  }
})

it.each(relativeEntries)(
  'TR-01 no process starts with a program of its working folder, with PATH=%s…',
  async (entry) => {
    const cwd = await temporaryDir()
    const planted = await plantPrograms(cwd, ['true'])
    const limits = { wallMs: 10_000, outputBytes: 1_000 }
    expect(
      await runProcess({ file: 'true', args: [], cwd, env: { PATH: `${entry}/usr/bin:/bin` }, limits }),
    ).toMatchObject({
      exitCode: 0,
    })
    expect(planted.ran()).toEqual([])
  },
)

it('a program that is in no folder of PATH cannot be started', async () => {
  const limits = { wallMs: 10_000, outputBytes: 1_000 }
  const spec = { file: 'nonesuch', args: [], cwd: '/', env: { PATH: '/usr/bin' }, limits }
  expect(await runProcess(spec)).toMatchObject({
    ended: 'unstartable',
    problem: 'nonesuch could not be started: no such program.',
  })
})
