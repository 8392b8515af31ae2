import { expect, test } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { readableDiff } from './readable-diff.ts'

test('AG-14 of a diff that is too long each file keeps its beginning, in whole lines, as long as there is room', async () => {
  const repo = targetRepo({ 'a.txt': 'a\n' })
  const from = repo.git('rev-parse', 'HEAD')
  const line = `${'x'.repeat(98)}\n`
  const to = repo.commit({
    'b.txt': line.repeat(30_000),
    'c.txt': 'the small one\n',
    'd.txt': 'x'.repeat(50_000),
    'e.txt': line.repeat(200),
  })
  const { text, bytes, isCut } = await readableDiff(repo.root, from, to, {
    bytes: 11_500,
    bytesOfFile: 10_000,
  })
  expect([isCut, bytes > 3_000_000]).toEqual([true, true])
  const files = text.split(/^(?=diff --git )/m)
  expect(files.map((file) => /b\/(\S+)/.exec(file)?.[1])).toEqual(['b.txt', 'c.txt', 'd.txt', 'e.txt'])
  const [b = '', c = '', d = '', e = ''] = files
  expect(b.length).toBeLessThan(10_050)
  expect(b.match(/^\+x{98}$/gm)?.length).toBeGreaterThan(95)
  expect(b.endsWith(`+${line}… (cut)\n`)).toBe(true)
  expect(c.endsWith('+the small one\n')).toBe(true)
  expect(d.endsWith('@@\n… (cut)\n')).toBe(true)
  expect(e.endsWith('… (cut)\n')).toBe(true)
  expect(await readableDiff(repo.root, from, to, { bytes, bytesOfFile: 1 })).toMatchObject({ isCut: false })
})
