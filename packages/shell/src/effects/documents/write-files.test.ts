import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileChange, writeFiles } from './write-files.ts'

function folder(...files: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'write-files-'))
  const save = (path: string, text: string): void => writeFileSync(join(root, path), text)
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const found = (path: string): Buffer | null => (files.includes(path) ? Buffer.from('old') : null)
  for (const file of files) save(file, 'old')
  const change = (path: string): FileChange => ({
    root,
    path,
    found: found(path),
    text: 'new',
    keepsOld: false,
  })
  /** A person acts after the changes before this one were written. */
  const changeAfter = (path: string, act: () => void): FileChange => ({
    ...change(path),
    get root() {
      act()
      return root
    },
  })
  return { save, read, change, changeAfter }
}

describe('MI-27 a write of several files that finds one of them changed', () => {
  it('puts the others back', async () => {
    const { save, read, change, changeAfter } = folder('queue', 'contract')
    const result = await writeFiles([
      change('queue'),
      changeAfter('contract', () => save('contract', 'theirs')),
    ])
    expect(result).toEqual({ type: 'changed' })
    expect([read('queue'), read('contract')]).toEqual(['old', 'theirs'])
  })

  it('keeps what a person saved meanwhile in a file that was replaced, and in one that was made', async () => {
    for (const files of [['queue', 'contract'], ['contract']]) {
      const { save, read, change, changeAfter } = folder(...files)
      const result = await writeFiles([
        change('queue'),
        changeAfter('contract', () => {
          save('queue', 'mine')
          save('contract', 'mine, too')
        }),
      ])
      expect(result).toEqual({ type: 'changed' })
      expect([read('queue'), read('contract')]).toEqual(['mine', 'mine, too'])
    }
  })
})
