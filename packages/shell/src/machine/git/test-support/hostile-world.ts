/** The place in which the vectors are tried: a repository, a remote for it, and payloads that leave a mark when they run. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainCommit, plainGit, testFolder, writeFiles } from './repository.ts'

export interface HostileWorld {
  /** The repository under attack, with branches `main` and `side` that both changed `shared.txt`, without conflict. */
  readonly repo: string
  /** A bare repository that `origin` points to. */
  readonly remote: string
  /** A program that leaves a mark and does nothing else. */
  readonly payload: string
}

/** Many worlds are needed and making one takes a dozen git calls, so they are copied from one. */
export function makeTemplate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'harness-hostile-'))
  const repo = join(folder, 'repo')
  mkdirSync(repo)
  const lines = (first: string, last: string): string => [first, ...'bcdefghij', last, ''].join('\n')
  plainGit(repo, ['init', '-q', '-b', 'main', '--template='])
  plainCommit(repo, 'one', { 'shared.txt': lines('a', 'z'), 'data.txt': 'data\n' })
  plainGit(repo, ['checkout', '-q', '-b', 'side'])
  plainCommit(repo, 'side', { 'shared.txt': lines('a', 'Z') })
  plainGit(repo, ['checkout', '-q', 'main'])
  plainCommit(repo, 'main', { 'shared.txt': lines('A', 'z') })
  plainGit(folder, ['clone', '-q', '--bare', '--template=', repo, 'remote.git'])
  plainGit(repo, ['remote', 'add', 'origin', '../remote.git'])
  return folder
}

/** A copy of the template, and what has left its mark in it since it was last forgotten. */
export function hostileWorld(template: string): {
  as(vector: string): HostileWorld
  fired(): readonly string[]
  forget(): void
} {
  const folder = testFolder()
  const marks = join(folder, 'marks')
  cpSync(template, folder, { recursive: true, preserveTimestamps: true })
  mkdirSync(marks)
  return {
    as(vector) {
      const name = vector.replace(/[^A-Za-z]+/g, '-')
      const payload = join(folder, `payload-${name}`)
      if (!existsSync(payload)) writeFileSync(payload, `#!/bin/sh\n: > '${join(marks, name)}'\n`)
      chmodSync(payload, 0o755)
      return { repo: join(folder, 'repo'), remote: join(folder, 'remote.git'), payload }
    },
    fired: () => readdirSync(marks),
    forget: () => {
      for (const mark of readdirSync(marks)) rmSync(join(marks, mark))
    },
  }
}

/** Gives every text file the drivers called `name`, by a file that is not committed. */
export const attributeEverything = (world: HostileWorld, name = 'evil'): void =>
  writeFiles(world.repo, {
    '.git/info/attributes': `*.txt filter=${name} diff=${name} merge=${name}\n`,
  })

export const configure = (world: HostileWorld, ...settings: readonly (readonly [string, string])[]): void => {
  for (const [key, value] of settings) plainGit(world.repo, ['config', '--add', key, value])
}

export function plantHook(world: HostileWorld, name: string, folder = join(world.repo, '.git/hooks')): void {
  mkdirSync(folder, { recursive: true })
  const hook = join(folder, name)
  writeFileSync(hook, `#!/bin/sh\nexec '${world.payload}'\n`)
  chmodSync(hook, 0o755)
}
