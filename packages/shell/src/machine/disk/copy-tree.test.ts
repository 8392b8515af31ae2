import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { copyTree } from './copy-tree.ts'

test('a copy has files with their times and modes, and links as they are; pipes are left out', async () => {
  const top = await temporaryDir()
  const [from, to] = [join(top, 'from'), join(top, 'to')]
  mkdirSync(join(from, 'deep'), { recursive: true })
  writeFileSync(join(from, 'deep/tool'), 'old\n', { mode: 0o755 })
  execFileSync('sh', ['-c', 'touch -d @1000000000 deep/tool; ln -s ../gone link; mkfifo pipe'], { cwd: from })
  const { signal } = new AbortController()
  await copyTree(from, to, signal)
  writeFileSync(join(from, 'deep/tool'), 'new\n')
  expect(statSync(join(to, 'deep/tool'))).toMatchObject({ mode: 0o100755, mtimeMs: 1_000_000_000_000 })
  await copyTree(from, to, signal)
  expect(readFileSync(join(to, 'deep/tool'), 'utf8')).toBe('new\n')
  expect(readlinkSync(join(to, 'link'))).toBe('../gone')
  expect(readdirSync(to)).toEqual(['deep', 'link'])
  await copyTree(join(from, 'gone'), join(to, 'gone'), signal)
  await expect(copyTree(from, to, AbortSignal.abort())).rejects.toThrow('aborted')
})
