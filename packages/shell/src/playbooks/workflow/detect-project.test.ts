import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { detectProject } from './detect-project.ts'

test('WF-03 a project is known by its files, nearest the scope first, with and without git', async () => {
  const root = await mkdtemp(join(tmpdir(), 'project-'))
  try {
    expect(await detectProject(root, null)).toEqual({
      hasGit: false,
      lang: 'unknown',
      folder: '',
      test: null,
      build: null,
      lint: null,
      typeCheck: null,
    })
    await mkdir(join(root, 'api', 'src'), { recursive: true })
    await mkdir(join(root, '.git'))
    await writeFile(join(root, 'package.json'), '{"scripts": {"test": "node --test"}}')
    await writeFile(join(root, 'api', 'pyproject.toml'), '[tool.ruff]\n')
    await writeFile(join(root, 'api', 'src', 'a.py'), '')
    expect(await detectProject(root, null)).toMatchObject({
      hasGit: true,
      lang: 'typescript',
      test: 'npm test',
    })
    const api = { lang: 'python', folder: 'api', test: 'cd api && pytest', lint: 'cd api && ruff check .' }
    for (const scope of ['api/**', 'api/src/a.py', 'api/missing/*.py'])
      expect(await detectProject(root, scope)).toMatchObject(api)
  } finally {
    await rm(root, { recursive: true })
  }
})
