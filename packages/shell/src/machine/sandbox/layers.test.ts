import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plantPrograms, relativeEntries } from '../../test-support/planted-programs.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { openSandbox } from './open-sandbox.ts'
import { canLayer, confinedShell, testSandbox } from './test-support/confined-shell.ts'

describe.skipIf(!canLayer)(`a cell with layers (${canLayer ? 'tried' : 'not possible here'})`, () => {
  async function world() {
    const folder = join(await temporaryDir(), 'a b, c:d')
    const [lower, lane, upper] = ['template', 'lane', 'kept'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await mkdir(join(lower, 'pkg'), { recursive: true })
    await mkdir(lane)
    await writeFile(join(lower, 'pkg/index.js'), 'old\n')
    const { run } = await confinedShell(await testSandbox(), lane)
    const at = join(lane, 'node_modules')
    const say = async (line: string, kept: string | null) => {
      const { exitCode, stdout, stderr } = await run(line, { layers: [{ at, lower, upper: kept }] })
      expect(stderr.toString()).toBe('')
      expect(exitCode).toBe(0)
      return stdout.toString()
    }
    return { lower, lane, upper, say }
  }

  test('TR-03 a program writes over a template, which stays as it is', async () => {
    const { lower, say } = await world()
    const line = 'cd node_modules; echo new > pkg/index.js; echo x > more; rm -r pkg; mkdir pkg; ls -A . pkg'
    expect(await say(line, null)).toBe('.:\nmore\npkg\n\npkg:\n')
    expect(await readdir(lower)).toEqual(['pkg'])
    expect(await readFile(join(lower, 'pkg/index.js'), 'utf8')).toBe('old\n')
  })

  test('TR-03 what it wrote goes with it, or is kept if that is asked for', async () => {
    const { upper, say } = await world()
    await say('echo new > node_modules/pkg/index.js', null)
    expect(await say('cat node_modules/pkg/index.js', null)).toBe('old\n')
    await say('echo new > node_modules/pkg/index.js', upper)
    expect(await say('cat node_modules/pkg/index.js', upper)).toBe('new\n')
    expect(await say('cat node_modules/pkg/index.js', null)).toBe('old\n')
  })

  test('TR-01 it sees neither the template elsewhere nor the folder of the layers', async () => {
    const { lower, upper, say } = await world()
    await chmod(lower, 0o755)
    const line = `ls '${lower}' '${upper}' 2>/dev/null | wc -l; id -u; grep -c overlay /proc/mounts`
    const [visible, uid] = (await say(line, upper)).split('\n')
    expect(visible?.trim()).toBe('0')
    expect(uid).toBe(String(process.getuid?.() === 0 ? 1000 : process.getuid?.()))
  })
  test.each(relativeEntries)(
    'TR-01 the layers are never made by programs of the lane, with PATH=%s…',
    async (entry) => {
      const { lower, lane } = await world()
      const planted = await plantPrograms(lane, ['unshare', 'mount', 'mkdir', 'sh', 'bwrap'])
      const { run } = await confinedShell(await testSandbox(), lane)
      const layers = [{ at: join(lane, 'node_modules'), lower, upper: null }]
      const result = await run(
        'cat node_modules/pkg/index.js',
        { layers },
        { PATH: `${entry}${process.env.PATH}` },
      )
      expect(planted.ran()).toEqual([])
      expect(result.stdout.toString()).toBe('old\n')
    },
  )

  test('TR-01 nor by programs of the repository', async () => {
    const { lower, lane } = await world()
    const repository = await temporaryDir()
    const planted = await plantPrograms(repository, ['unshare', 'mount', 'mkdir'])
    const environment = { ...process.env, PATH: `${join(repository, 'bin')}:${process.env.PATH}` }
    const options = { environment, hidden: [repository], dataDir: await temporaryDir() }
    const { run } = await confinedShell(await openSandbox(options), lane)
    const layers = [{ at: join(lane, 'node_modules'), lower, upper: null }]
    const result = await run('cat node_modules/pkg/index.js', { layers }, { PATH: environment.PATH })
    expect(planted.ran()).toEqual([])
    expect(result.stdout.toString()).toBe('old\n')
  })
})
