import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRedactor } from '../../machine/redaction/redactor.ts'
import { targetRepo } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { secretsOf } from './secrets-of.ts'

const config = {
  redact: { env: [], fixtures: [] },
  forge: { kind: 'local' },
  lanes: { copyEnvFiles: [] },
  agent: { provider: 'scripted', roles: {}, trust: { mcpServers: [] } },
  notify: { webhook: null },
} as unknown as Parameters<typeof secretsOf>[0]['config']

test('TR-10 passwords in the URLs of the repository and of its submodules are secrets', async () => {
  const repo = targetRepo()
  repo.git('remote', 'add', 'origin', 'https://bob:first-pass-1@host/x.git')
  repo.git('config', 'remote.origin.pushurl', 'https://bob:second%2Fpass@host/x.git')
  repo.git('config', 'submodule.lib.url', 'https://bob:third-pass-3@host/lib.git')
  repo.git('config', 'url.https://bob:fourth-pass-4@host/.insteadOf', 'https://host/')
  const module = join(repo.root, '.git/modules/lib')
  mkdirSync(module, { recursive: true })
  execFileSync('git', ['init', '--quiet', '--bare', module])
  execFileSync('git', ['-C', module, 'config', 'remote.origin.url', 'https://bob:fifth-pass-5@host/lib.git'])
  const secrets = await secretsOf({ repoRoot: repo.root, config, environment: {} })
  const redact = createRedactor({ secrets })
  for (const word of [
    'first-pass-1',
    'second/pass',
    'second%2Fpass',
    'third-pass-3',
    'fourth-pass-4',
    'fifth-pass-5',
  ])
    expect(redact(`before ${word} after`)).toBe('before [redacted:git-login] after')
  expect(redact('bob')).toBe('bob')
})

test('a folder without a repository has none of them', async () => {
  expect(await secretsOf({ repoRoot: await temporaryDir(), config, environment: {} })).toEqual([])
})
