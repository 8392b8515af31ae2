import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { targetRepo } from './target-repo.ts'

it('a bare repository is told as one, with how to get files to work on', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'harness-bare-'))
  execFileSync('git', ['init', '-q', '--bare', cwd])
  expect(() => targetRepo({ cwd, env: {}, repoOption: null })).toThrow('is a bare repository')
})

it('WF a folder without git is a target if the command allows it, or if a run was started there', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'harness-plain-'))
  const context = { cwd, env: {}, repoOption: null }
  expect(() => targetRepo(context)).toThrow('is not inside a git repository')
  expect(targetRepo({ ...context, mayLackGit: true })).toBe(cwd)
  mkdirSync(join(cwd, '.harness/run/runs'), { recursive: true })
  mkdirSync(join(cwd, 'src'))
  expect(targetRepo({ ...context, cwd: join(cwd, 'src') })).toBe(cwd)
})
