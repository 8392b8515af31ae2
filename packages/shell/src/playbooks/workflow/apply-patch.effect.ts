/** Owns the record of ApplyPatch. A replay applies the recorded patch again. */

import type { ApplyPatch } from '@harness/core/effects/apply-patch'
import { phaseOf } from '@harness/core/kernel/ids'
import { again, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line, oneLine } from '../../effects/progress-line.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { applyPatch } from './apply-patch.ts'
import type { PatchPorts } from './workflow-ports.ts'

export const applyPatchEffect: Effect<ApplyPatch, PatchPorts> = {
  type: 'ApplyPatch',
  perform: applyPatch,
  carriesNotes: true,
  started(command, sight) {
    const aside = sight.aside(command)
    return aside === null ? null : line(phaseOf(command.id), oneLine(aside), { begins: true })
  },
  outcomes: {
    PatchApplied: {
      line: ({ commandId, changedFiles }) => line(phaseOf(commandId), `± ${namedFew(changedFiles)}`),
      log: ({ changedFiles }) => `${changedFiles.length} files`,
      redact: (outcome, redact) => ({ ...outcome, changedFiles: outcome.changedFiles.map(redact) }),
      replay: again,
    },
    PatchRefused: {
      line: ({ commandId, detail }) => line(phaseOf(commandId), oneLine(detail), { tone: 'warn' }),
      log: ({ reason, detail }) => `${reason}: ${detail}`,
      replay: again,
    },
    CommandFailed: commandFailed,
  },
}
