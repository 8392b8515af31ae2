/** Owns the folders in which end-to-end tests work. They are gone after the test file that made them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'harness-e2e-'))
  made.push(folder)
  return folder
}

/** With the lanes beside them. */
export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0))
    for (const one of [folder, `${folder}.lanes`]) rmSync(one, { recursive: true, force: true })
}
