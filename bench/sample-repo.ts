/** Makes repositories to measure on. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { call } from './processes.ts'

export function sampleRepo(root: string, files: Iterable<readonly [path: string, text: string]>): string {
  mkdirSync(root, { recursive: true })
  call(root, 'git', 'init', '--quiet', '--initial-branch=main')
  call(root, 'git', 'config', 'user.name', 'Bench')
  call(root, 'git', 'config', 'user.email', 'bench@example.com')
  writeFiles(root, files)
  call(root, 'git', 'add', '--all')
  call(root, 'git', 'commit', '--quiet', '--message', 'Begin')
  return root
}

export function writeFiles(root: string, files: Iterable<readonly [path: string, text: string]>): void {
  const known = new Set<string>()
  for (const [path, text] of files) {
    const file = join(root, path)
    const folder = dirname(file)
    if (!known.has(folder)) mkdirSync(folder, { recursive: true })
    known.add(folder)
    writeFileSync(file, text)
  }
}

export const sampleConfig: readonly [path: string, text: string] = [
  'harness.config.json',
  JSON.stringify({
    checks: [{ name: 'test', run: 'true' }],
    agent: { provider: 'scripted', script: 'harness.script.yaml' },
  }),
]
