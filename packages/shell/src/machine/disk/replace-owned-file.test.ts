import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DiskFullError, diskError } from './disk-error.ts'
import { durableWrite } from './replace-owned-file.ts'

/** What the next write to a file fails with. */
const disk = vi.hoisted(() => ({ failure: null as NodeJS.ErrnoException | null }))

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original()
  const open: typeof real.open = async (path, flags, mode) => {
    const handle = await real.open(path, flags, mode)
    const failure = disk.failure
    if (failure !== null) handle.writeFile = () => Promise.reject(failure)
    return handle
  }
  return { ...real, open }
})

async function folder(): Promise<string> {
  disk.failure = null
  const path = await mkdtemp(join(tmpdir(), 'harness-durable-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

it.each(['ENOSPC', 'EDQUOT'])(
  'QA-02 a full disk (%s) is named with its path, and the file is as it was',
  async (code) => {
    const dir = await folder()
    const file = join(dir, 'state.json')
    await writeFile(file, 'before')
    disk.failure = Object.assign(new Error('no space'), { code })
    const error = await durableWrite(file, 'after').catch((thrown: unknown) => thrown)
    disk.failure = null
    expect(error).toBeInstanceOf(DiskFullError)
    expect(error).toMatchObject({
      code: 'disk-full',
      exitCode: 1,
      path: file,
      message: expect.stringContaining(file),
    })
    expect(readFileSync(file, 'utf8')).toBe('before')
    expect(await readdir(dir)).toEqual(['state.json'])
    await durableWrite(file, 'after')
    expect(readFileSync(file, 'utf8')).toBe('after')
  },
)

it('any other failure is told as it is', async () => {
  const file = join(await folder(), 'x')
  disk.failure = Object.assign(new Error('bad block'), { code: 'EIO' })
  await expect(durableWrite(file, 'x')).rejects.toThrow('bad block')
  expect(diskError('no error at all', '/x')).toBe('no error at all')
  expect(diskError(null, '/x')).toBeNull()
})

it('a folder is not replaced by a file', async () => {
  const dir = await folder()
  await expect(durableWrite(dir, 'x')).rejects.toMatchObject({ code: 'path-refused' })
})
