import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runShell } from '../process/test-support/running.ts'
import { readInside, removeInside, writeInside } from './inside.ts'
import { resolveInside } from './resolve-inside.ts'

/** A root with things in it, and beside it a folder that must stay as it is. */
function world(): { root: string; outside: string } {
  const folder = mkdtempSync(join(tmpdir(), 'harness-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')]
  mkdirSync(join(root, 'src'), { recursive: true })
  mkdirSync(outside)
  writeFileSync(join(root, 'src/a.txt'), 'a')
  writeFileSync(join(outside, 'secret'), 'secret')
  symlinkSync(outside, join(root, 'out'))
  symlinkSync(join(outside, 'secret'), join(root, 'leaf'))
  symlinkSync(join(outside, 'missing'), join(root, 'dangling'))
  symlinkSync('src', join(root, 'inner'))
  symlinkSync('loop', join(root, 'loop'))
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  symlinkSync('.git/hooks', join(root, 'hooks'))
  return { root, outside }
}

const untouched = (outside: string): void => {
  expect(readdirSync(outside)).toEqual(['secret'])
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
}

/** Also if a writer made a folder of that name in this very moment. */
function putLink(target: string, path: string): void {
  for (;;) {
    try {
      symlinkSync(target, path)
      return
    } catch {
      rmSync(path, { recursive: true, force: true })
    }
  }
}

const hostile = [
  '../outside/x',
  '/etc/passwd',
  '//host/share',
  '\\\\host\\share',
  'C:\\x',
  'a\0b',
  'src/../../outside/x',
  '.git/config',
  '.GIT/config',
  'src/.git/x',
  'nul',
  'src/aux.txt',
  'out/x',
  'out/new/deep',
  'dangling/x',
  'loop/x',
  'hooks/pre-commit',
  '\uff0e\uff0e/outside/x',
  '\u2025/outside/x',
  '\uff0egit/config',
  'src\uff0f..\uff0f..\uff0foutside',
  '',
  '.',
]

describe('QA-04 a path that leads out', () => {
  it.each(hostile)('%j is refused, with the path and the reason', async (path) => {
    const { root, outside } = world()
    const resolved = await resolveInside(root, path)
    expect(resolved).toMatchObject({ ok: false, problem: expect.stringContaining(JSON.stringify(path)) })
    for (const use of [writeInside, readInside, removeInside]) {
      await expect(use(root, path, 'x')).rejects.toMatchObject({ code: 'path-refused', exitCode: 2 })
    }
    untouched(outside)
    expect(readdirSync(join(root, '.git/hooks'))).toEqual([])
  })

  it('never resolves to anything outside, whatever its spelling', async () => {
    const { root } = world()
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'out',
      'inner',
      'leaf',
      'src',
      'a.txt',
      'new',
      '.git',
      'dangling',
      ' ',
      '\uff0e',
      'loop',
    )
    const path = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('/')),
    )
    await fc.assert(
      fc.asyncProperty(path, async (text) => {
        const resolved = await resolveInside(root, text)
        if (resolved.ok) {
          expect(resolved.path.startsWith(`${root}/`)).toBe(true)
          expect(resolved.path).not.toMatch(/\/(\.\.|\.git)(\/|$)/)
        }
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('QA-04 a link in the file’s place', () => {
  it('is neither written through, nor read through, nor replaced', async () => {
    const { root, outside } = world()
    for (const path of ['leaf', 'dangling']) {
      await expect(writeInside(root, path, 'x')).rejects.toMatchObject({ code: 'path-refused' })
      await expect(readInside(root, path)).rejects.toMatchObject({ code: 'path-refused' })
      expect(lstatSync(join(root, path)).isSymbolicLink()).toBe(true)
    }
    untouched(outside)
  })

  it('is removed itself, and what it leads to stays', async () => {
    const { root, outside } = world()
    for (const path of ['leaf', 'out', 'dangling']) await removeInside(root, path)
    expect(['leaf', 'out', 'dangling'].filter((name) => readdirSync(root).includes(name))).toEqual([])
    untouched(outside)
  })

  it.runIf(process.platform !== 'win32')('a pipe keeps nobody waiting', async () => {
    const { root } = world()
    await runShell(`mkfifo '${root}/pipe'`)
    await expect(readInside(root, 'pipe')).rejects.toMatchObject({ code: 'path-refused' })
    await expect(writeInside(root, 'pipe', 'x')).rejects.toMatchObject({ code: 'path-refused' })
  })

  it.runIf(process.platform === 'linux')(
    'put there between looking and using leads nowhere: nothing is written outside',
    async () => {
      const { root, outside } = world()
      mkdirSync(join(root, 'swap/deep'), { recursive: true })
      let swaps = 0
      let done = false
      const swap = async (): Promise<void> => {
        while (!done) {
          renameSync(join(root, 'swap'), join(root, 'kept'))
          putLink(outside, join(root, 'swap'))
          await new Promise((resolve) => setImmediate(resolve))
          rmSync(join(root, 'swap'))
          renameSync(join(root, 'kept'), join(root, 'swap'))
          swaps++
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      const swapping = swap()
      const ends = { written: 0, refused: 0 }
      for (let i = 0; i < 300; i++) {
        await writeInside(root, i % 2 === 0 ? 'swap/file' : `swap/deep/new${i}/file`, 'x').then(
          () => ends.written++,
          () => ends.refused++,
        )
      }
      done = true
      await swapping
      expect(swaps).toBeGreaterThan(100)
      expect(ends.written).toBeGreaterThan(0)
      expect(ends.refused).toBeGreaterThan(0)
      untouched(outside)
    },
  )
})

describe('a path that stays inside', () => {
  it('is written whole with the folders above it, read back, and removed', async () => {
    const { root } = world()
    await writeInside(root, 'new/deep/file.bin', Buffer.from([0, 255, 10]))
    expect(await readInside(root, './new//deep/file.bin')).toEqual(Buffer.from([0, 255, 10]))
    expect(readdirSync(join(root, 'new/deep'))).toEqual(['file.bin'])
    await removeInside(root, 'new')
    expect(existsSync(join(root, 'new'))).toBe(false)
    await removeInside(root, 'new/deep/file.bin')
    expect(await readInside(root, 'new/deep/file.bin')).toBeNull()
    expect(await readInside(root, 'src/a.txt/below')).toBeNull()
    await expect(writeInside(root, 'src/a.txt/below', 'x')).rejects.toMatchObject({ code: 'path-refused' })
  })

  it('may go through a link that leads to a folder inside', async () => {
    const { root } = world()
    await writeInside(root, 'inner/b.txt', 'b')
    expect(readFileSync(join(root, 'src/b.txt'), 'utf8')).toBe('b')
    expect(await resolveInside(root, 'inner/b.txt')).toEqual({
      ok: true,
      path: join(root, 'src/b.txt'),
      spelled: 'inner/b.txt',
    })
  })

  it('keeps the permissions that the file had', async () => {
    const { root } = world()
    chmodSync(join(root, 'src/a.txt'), 0o754)
    await writeInside(root, 'src/a.txt', 'b')
    expect(statSync(join(root, 'src/a.txt')).mode & 0o777).toBe(0o754)
  })

  it('may lie in a root that is itself reached by a link', async () => {
    const { root } = world()
    symlinkSync(root, `${root}-link`)
    await writeInside(`${root}-link`, 'src/a.txt', 'c')
    expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe('c')
  })
})
