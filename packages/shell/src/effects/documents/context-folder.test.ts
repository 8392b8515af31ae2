import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { addDrop, archiveDrop, contextFiles, deleteDrop } from './context-folder.ts'

const setUp = () => {
  const repo = targetRepo({ 'docs/context/review.md': 'Look twice.\n' })
  return { repo, place: { repoRoot: repo.root, contextDir: 'docs/context' } }
}

describe('DL-20 the context folder', () => {
  it('DL-20 finds phase files and the inbox, with digests', async () => {
    const { repo, place } = setUp()
    repo.write('docs/context/inbox/2026-01-01-a.md', 'a')
    repo.write('docs/context/inbox/.hidden.md', 'x')
    repo.write('docs/context/inbox/notes.txt', 'x')
    repo.write('docs/context/archive/2026-01-01-old.md', 'x')
    const digest = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(await contextFiles(place)).toEqual([
      {
        path: 'docs/context/review.md',
        place: 'phase',
        digest: digest('Look twice.\n'),
        text: 'Look twice.\n',
        problem: null,
      },
      {
        path: 'docs/context/inbox/2026-01-01-a.md',
        place: 'inbox',
        digest: digest('a'),
        text: 'a',
        problem: null,
      },
    ])
    expect(await contextFiles({ ...place, contextDir: 'nowhere' })).toEqual([])
  })

  it('DL-20 refuses links, folders and what is far too large, without reading it', async () => {
    const { repo, place } = setUp()
    repo.write('secret.txt', 'secret')
    repo.write('docs/context/inbox/2026-01-01-large.md', 'x'.repeat(100_000))
    mkdirSync(join(repo.root, 'docs/context/inbox/2026-01-01-folder.md'))
    symlinkSync(join(repo.root, 'secret.txt'), join(repo.root, 'docs/context/inbox/2026-01-01-link.md'))
    const files = await contextFiles(place)
    expect(files.map(({ path, problem }) => `${path.replace(/.*\//, '')}: ${problem}`)).toEqual([
      'review.md: null',
      '2026-01-01-folder.md: it is not a file',
      '2026-01-01-large.md: 100000 bytes, more than a prompt could hold',
      '2026-01-01-link.md: it is a link',
    ])
  })

  it('QA-04 does not follow a folder out of the repository', async () => {
    const { repo, place } = setUp()
    symlinkSync('/etc', join(repo.root, 'docs/elsewhere'))
    await expect(contextFiles({ ...place, contextDir: 'docs/elsewhere' })).rejects.toThrow('leads out')
  })

  it('DL-20 files, archives and deletes, and overwrites nothing', async () => {
    const { repo, place } = setUp()
    expect(await addDrop(place, '2026-01-01', 'a', 'first')).toBe('docs/context/inbox/2026-01-01-a.md')
    expect(await addDrop(place, '2026-01-01', 'a', 'second')).toBe('docs/context/inbox/2026-01-01-a-2.md')
    repo.write('docs/context/archive/2026-01-01-a.md', 'older')
    expect(await archiveDrop(place, '2026-01-01-a.md')).toBe('docs/context/archive/2026-01-01-a-2.md')
    expect(repo.read('docs/context/archive/2026-01-01-a.md')).toBe('older')
    expect(repo.read('docs/context/archive/2026-01-01-a-2.md')).toBe('first')
    expect(existsSync(join(repo.root, 'docs/context/inbox/2026-01-01-a.md'))).toBe(false)
    await deleteDrop(place, '2026-01-01-a-2.md')
    expect((await contextFiles(place)).map(({ path }) => path)).toEqual(['docs/context/review.md'])
    expect(readFileSync(join(repo.root, 'docs/context/review.md'), 'utf8')).toBe('Look twice.\n')
  })
})
