import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rolesDir } from '../../test-support/sample-delivery.ts'
import { targetRepo } from '../../test-support/target-repo.ts'
import { loadScript } from '../agents/roles/load-script.ts'
import { guardOwnFiles, ownFilesIn } from '../agents/roles/own-files.ts'
import { ownFileItems, programItems, trustedFiles } from '../trusted/trust-items.ts'
import { readProgram } from './program-files.ts'

const notTrusted = expect.objectContaining({ code: 'not-trusted' })

it('TR-08 a role text or hook that changed after the question is refused', async () => {
  const repo = targetRepo()
  const [role, hook] = ['.harness/roles/reviewer.md', '.harness/hooks/pre-worker']
  repo.write(role, 'You review.\n')
  repo.write(hook, '#!/bin/sh\n')
  const trusted = trustedFiles(await ownFileItems(repo.root))
  const guard = async () => guardOwnFiles(trusted, await ownFilesIn(repo.root, rolesDir))
  await guard()
  repo.write(role, 'You approve.\n')
  await expect(guard()).rejects.toEqual(notTrusted)
  repo.write(role, 'You review.\n')
  chmodSync(join(repo.root, hook), 0o755)
  await expect(guard()).rejects.toEqual(notTrusted)
})

it('TR-08 a script that changed after the question is not run', async () => {
  const repo = targetRepo()
  const tale = join(repo.root, 'tale')
  repo.write('lib/rules.ts', 'export const rules = [{ role: "reviewer", reply: "Yes." }]\n')
  repo.write('script.ts', "export { default } from './lib/script.ts'\n")
  repo.write('lib/script.ts', "import { rules } from './rules.ts'\nexport default { rules }\n")
  const trusted = trustedFiles(programItems('script', await readProgram(repo.root, 'script.ts')))
  expect(await loadScript(repo.root, 'script.ts', trusted)).toMatchObject({ rules: [{ role: 'reviewer' }] })
  repo.write(
    'lib/rules.ts',
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(tale)}, '')\nexport const rules = []\n`,
  )
  await expect(loadScript(repo.root, 'script.ts', trusted)).rejects.toEqual(notTrusted)
  expect(() => repo.read('tale')).toThrow()
})
