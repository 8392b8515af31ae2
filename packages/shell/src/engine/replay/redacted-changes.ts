/** Finds the calls whose recorded change lacks what looked like a secret: played again, they cannot come to the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callsFolder } from '../../effects/agents/call/call-folder.ts'
import { redactedHeader } from '../../effects/agents/call/call-recording.ts'

export function redactedChanges(runDir: string): readonly string[] {
  const calls = callsFolder(runDir)
  if (!existsSync(calls)) return []
  return readdirSync(calls).filter((call) => {
    const patch = join(calls, call, 'diff.patch')
    return existsSync(patch) && readFileSync(patch, 'utf8').startsWith(redactedHeader)
  })
}
