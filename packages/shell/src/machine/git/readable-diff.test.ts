import { expect, test } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { readableDiff } from './readable-diff.ts'

test('AG-14 of a diff that is too long each file keeps its beginning, in whole lines', async () => {
  const repo = targetRepo({ 'a.txt': 'a\n' })
  const from = repo.git('rev-parse', 'HEAD')
  const line = `${'x'.repeat(98)}\n`
  const to = repo.commit({
    'b.txt': line.repeat(30_000),
    'c.txt': 'the small one\n',
    'd.txt': 'x'.repeat(50_000),
    'e.txt': line.repeat(200),
  })
  const { text, bytes, cut } = await readableDiff(repo.root, from, to, {
    bytes: 31_500,
    bytesOfFile: 10_000,
  })
  expect([cut, bytes > 3_000_000]).toEqual([{ files: 3, of: 4 }, true])
  const files = text.split(/^(?=diff --git )/m)
  expect(files.map((file) => /b\/(\S+)/.exec(file)?.[1])).toEqual(['b.txt', 'c.txt', 'd.txt', 'e.txt'])
  const [b = '', c = '', d = '', e = ''] = files
  expect(b.length).toBeLessThan(10_050)
  expect(b.match(/^\+x{98}$/gm)?.length).toBeGreaterThan(95)
  expect(b.endsWith(`+${line}… (cut)\n`)).toBe(true)
  expect(c.endsWith('+the small one\n')).toBe(true)
  expect(d.endsWith('@@\n… (cut)\n')).toBe(true)
  expect(e.endsWith('… (cut)\n')).toBe(true)
  expect(await readableDiff(repo.root, from, to, { bytes, bytesOfFile: 1 })).toMatchObject({ cut: null })
})

test('AG-14 no file of a diff goes missing: many long ones share the room, and without room each keeps its header', async () => {
  const repo = targetRepo({ 'a.txt': 'a\n' })
  const from = repo.git('rev-parse', 'HEAD')
  const names = Array.from({ length: 30 }, (_, at) => `file-${10 + at}.txt`)
  const to = repo.commit({
    ...Object.fromEntries(names.map((name) => [name, 'one line of it\n'.repeat(5_000)])),
    'small.txt': 'the small one\n',
  })
  const shown = async (bytes: number): Promise<readonly string[]> => {
    const { text, cut } = await readableDiff(repo.root, from, to, { bytes, bytesOfFile: 50_000 })
    expect(cut).toEqual({ files: bytes > 1_000 ? 30 : 31, of: 31 })
    const files = text.split(/^(?=diff --git )/m)
    expect(files.map((file) => /^\+\+\+ b\/(.+)$/m.exec(file)?.[1])).toEqual([...names, 'small.txt'])
    return files
  }
  const fair = await shown(100_000)
  expect(fair.join('').length).toBeLessThan(101_000)
  expect(fair.at(-1)?.endsWith('+the small one\n')).toBe(true)
  for (const file of fair.slice(0, -1)) {
    expect(file.length).toBeGreaterThan(3_000)
    expect(file.endsWith('+one line of it\n… (cut)\n')).toBe(true)
  }
  for (const file of await shown(1_000)) expect(file.endsWith('.txt\n… (cut)\n')).toBe(true)
})
