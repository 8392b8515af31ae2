import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { handbookSidecar } from './handbook-sidecar.ts'

it('HB-25 what a process that was killed left of a file half written is removed, and nothing else', async () => {
  const root = await temporaryDir()
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const others = [`.notes.md.${uuid}.tmp`, '..impeccable-state.json.tmp', '.impeccable-state.json']
  for (const name of [`..impeccable-state.json.${uuid}.tmp`, ...others]) writeFileSync(join(root, name), '{')
  await handbookSidecar({ repoRoot: root, before: null, stood: null })
  expect(readdirSync(root).sort()).toEqual([...others].sort())
})
