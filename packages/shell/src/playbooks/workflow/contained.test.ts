import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validatePathIn } from './contained.ts'

test('WF-04 a path that leads out through a link is refused, wherever the link is on its way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contained-'))
  try {
    const root = join(folder, 'repo')
    await mkdir(join(root, 'src'), { recursive: true })
    await mkdir(join(root, '.git'))
    await writeFile(join(root, 'src', 'a.ts'), '')
    await writeFile(join(folder, 'secret'), '')
    await symlink(folder, join(root, 'out'))
    await symlink('../../secret', join(root, 'src', 'leak.ts'))
    await symlink('src', join(root, 'source'))
    await symlink('.git', join(root, 'dotgit'))
    await symlink('nowhere', join(root, 'dangling'))
    const codeOf = async (path: string) => {
      const valid = await validatePathIn(root, path, 'file_reference')
      return valid.ok ? valid.path : valid.code
    }
    expect(await codeOf('src/a.ts')).toBe('src/a.ts')
    expect(await codeOf('src/missing/b.ts')).toBe('src/missing/b.ts')
    expect(await codeOf('source/a.ts')).toBe('source/a.ts')
    expect(await codeOf('out/secret')).toBe('link')
    expect(await codeOf('out')).toBe('link')
    expect(await codeOf('src/leak.ts')).toBe('link')
    expect(await codeOf('dotgit/config')).toBe('link')
    expect(await codeOf('dangling')).toBe('link')
    expect(await codeOf('../secret')).toBe('dot-dot')
    const output = await validatePathIn(root, 'out', 'output_dir')
    expect(output).toEqual({ ok: false, code: 'link', kind: 'output_dir' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
