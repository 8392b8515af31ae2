import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryLane } from '../../test-support/temporary-lane.ts'
import { deleteLaneFile, readLaneFile, writeLaneFile } from './lane-file.ts'

/** A lane with links that lead out of it, and the place they lead to. */
async function laneWithLinks(): Promise<{ lane: string; outside: string }> {
  const [lane, outside] = [await temporaryLane(), await temporaryLane()]
  await writeFile(join(outside, 'secret'), 'secret')
  await mkdir(join(lane, '.git'))
  await mkdir(join(lane, 'real'))
  await symlink(outside, join(lane, 'out'))
  await symlink(join(outside, 'secret'), join(lane, 'leaf'))
  await symlink(join(outside, 'missing'), join(lane, 'dangling'))
  await symlink('.git', join(lane, 'gitdir'))
  await symlink('real', join(lane, 'inside'))
  return { lane, outside }
}

const hostile = ['../x', '/etc/x', 'a\0b', '.git/config', 'out/x', 'out/secret', 'out/new/x', 'gitdir/config']

test.each(hostile)('QA-04 %j can be neither written, read nor deleted', async (path) => {
  const { lane, outside } = await laneWithLinks()
  expect(await writeLaneFile(lane, path, 'evil', 'replace')).toMatch(/^path /)
  expect(await writeLaneFile(lane, path, 'evil', 'append')).toMatch(/^path /)
  expect(await deleteLaneFile(lane, path)).toMatch(/^path /)
  expect(await readLaneFile(lane, path)).toMatchObject({ problem: expect.stringMatching(/^path /) })
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret')
})

test.each(['leaf', 'dangling'])('QA-04 a file that is itself a link (%s) is not followed', async (path) => {
  const { lane, outside } = await laneWithLinks()
  await expect(writeLaneFile(lane, path, 'evil', 'replace')).rejects.toThrow('ELOOP')
  await expect(readLaneFile(lane, path)).rejects.toThrow('ELOOP')
  expect(await deleteLaneFile(lane, path)).toBeNull()
  await expect(lstat(join(lane, path))).rejects.toThrow('ENOENT')
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret')
  await expect(lstat(join(outside, 'missing'))).rejects.toThrow('ENOENT')
})

test('QA-04 a folder link that stays inside the lane may be used', async () => {
  const { lane } = await laneWithLinks()
  expect(await writeLaneFile(lane, 'inside/a/b.txt', 'one', 'replace')).toBeNull()
  expect(await writeLaneFile(lane, './real//a/b.txt', ' two', 'append')).toBeNull()
  expect(await readLaneFile(lane, 'real/a/b.txt')).toEqual({ text: 'one two' })
  expect(await deleteLaneFile(lane, 'inside/a')).toBeNull()
  await expect(lstat(join(lane, 'real/a'))).rejects.toThrow('ENOENT')
})
