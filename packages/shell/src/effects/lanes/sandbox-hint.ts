/** Says what a program that failed may have missed in its sandbox; nothing if it was not confined. */
import { homedir } from 'node:os'
import type { NetworkPurpose } from '@harness/formats/config/harness-config'
import { confinementHint } from './confinement-hint.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'

/** What was printed last is the failure. */
const lookedAt = 8_000

/** A line for the end of its output. */
export function sandboxHint(
  output: string,
  { path }: Pick<LaneRecord, 'path'>,
  { sandbox, environment }: Pick<LanePorts, 'sandbox' | 'environment'>,
  purpose: NetworkPurpose,
): string {
  if (sandbox.kind === 'none') return ''
  const hint = confinementHint({
    output: output.slice(-lookedAt),
    network: sandbox.allowed.network[purpose],
    purpose,
    home: environment.HOME ?? homedir(),
    lane: path,
  })
  return hint === null ? '' : `\n[harness] This ran in a sandbox. ${hint}\n`
}
