import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { targetRepo } from './target-repo.ts'

it('a bare repository is told as one, with how to get files to work on', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'harness-bare-'))
  execFileSync('git', ['init', '-q', '--bare', cwd])
  expect(() => targetRepo({ cwd, env: {}, repoOption: null })).toThrow('is a bare repository')
})
