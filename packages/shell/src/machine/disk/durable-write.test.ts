import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { makeDir } from './durable-dir.ts'
import { durableCreate, durableReplace } from './durable-write.ts'

describe('DL-14 a file replaced as a whole', () => {
  it('has the new content and leaves nothing beside it', async () => {
    const dir = await temporaryDir()
    await durableReplace(join(dir, 'state.json'), 'one')
    await durableReplace(join(dir, 'state.json'), Buffer.from('two'))
    expect(readFileSync(join(dir, 'state.json'), 'utf8')).toBe('two')
    expect(readdirSync(dir)).toEqual(['state.json'])
  })

  it('is seen by every reader as the one or the other, never in between', async () => {
    const path = join(await temporaryDir(), 'state.json')
    const versions = ['a', 'b'].map((letter) => letter.repeat(200_000))
    await durableReplace(path, versions[0] ?? '')
    let writing = true
    const writer = (async () => {
      for (let i = 1; i <= 30; i++) await durableReplace(path, versions[i % 2] ?? '')
      writing = false
    })()
    while (writing) {
      expect(versions.includes(readFileSync(path, 'utf8'))).toBe(true)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writer
  })

  it('QA-04 replaces a link itself, not what it points to', async () => {
    const dir = await temporaryDir()
    writeFileSync(join(dir, 'outside'), 'precious')
    symlinkSync(join(dir, 'outside'), join(dir, 'state.json'))
    await durableReplace(join(dir, 'state.json'), 'mine')
    expect(readFileSync(join(dir, 'outside'), 'utf8')).toBe('precious')
    expect(readFileSync(join(dir, 'state.json'), 'utf8')).toBe('mine')
  })

  it('stays as it was, with nothing beside it, when it cannot be replaced', async () => {
    const dir = await temporaryDir()
    mkdirSync(join(dir, 'taken', 'by-a-folder'), { recursive: true })
    await expect(durableReplace(join(dir, 'taken'), 'x')).rejects.toThrow()
    expect(readdirSync(dir)).toEqual(['taken'])
    await expect(durableReplace(join(dir, 'no', 'such', 'folder'), 'x')).rejects.toThrow()
  })
})

describe('QA-01 a file created once', () => {
  it('by one of many who try at the same time; the others change nothing', async () => {
    const dir = await temporaryDir()
    const path = join(dir, 'answer.json')
    const tries = await Promise.all(Array.from({ length: 10 }, (_, i) => durableCreate(path, `from ${i}`)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(readFileSync(path, 'utf8')).toBe(`from ${tries.indexOf(true)}`)
    expect(readdirSync(dir)).toEqual(['answer.json'])
  })

  it('QA-04 is not created through a dangling link', async () => {
    const dir = await temporaryDir()
    symlinkSync(join(dir, 'outside'), join(dir, 'answer.json'))
    expect(await durableCreate(join(dir, 'answer.json'), 'x')).toBe(false)
    expect(existsSync(join(dir, 'outside'))).toBe(false)
  })
})

describe('a directory made for good', () => {
  it('is there with all that lead to it, and may be there already', async () => {
    const dir = join(await temporaryDir(), 'a', 'b', 'c')
    await makeDir(dir)
    await makeDir(dir)
    expect(readdirSync(dir)).toEqual([])
  })
})
