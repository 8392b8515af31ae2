/** Owns what the making of a spec tells of a state. Pure. */
import { oneLine } from '@harness/core/kernel/one-line'
import { criticLine } from '@harness/core/playbooks/spec/critic-counts'
import { openIn } from '@harness/core/playbooks/spec/rounds'
import type { SpecState } from '@harness/core/playbooks/spec/state'
import { specVoice } from '@harness/formats/documents/spec/spec-voice'
import type { GivenReport } from '../../engine/run-report.ts'

export function specReport(state: SpecState): GivenReport {
  const { input, language, phase, hurdle, warnings } = state
  const { report } = specVoice.words[language]
  const title = report.title(oneLine(input.idea))
  const counts = 'result' in state ? state.result?.counts : undefined
  const open = 'rounds' in state ? state.rounds.flatMap(openIn).map(({ text }) => text) : []
  const isWorking = hurdle === null && phase !== 'over' && phase !== 'analyse' && phase !== 'answer'
  return {
    title,
    about: title,
    label: 'spec',
    heading: oneLine(input.idea),
    phase,
    baseBranch: input.baseBranch,
    isOver: phase === 'over',
    follows: isWorking ? phase : null,
    warnings,
    warningsIn: 'spec',
    sections: [
      { title: report.files, lines: writtenIn(state) },
      { title: report.findings, lines: counts === undefined ? [] : [criticLine(counts)] },
      { title: report.open, lines: open },
      { title: report.warnings, lines: warnings },
    ],
    fields: { phase, docsPath: input.docsPath, files: writtenIn(state), warnings },
  }
}

export const writtenIn = (state: SpecState): readonly string[] =>
  'result' in state && state.result !== null ? state.result.files : []
