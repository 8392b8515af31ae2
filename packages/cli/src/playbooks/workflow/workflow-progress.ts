/** Owns what is seen of a workflow while it works: a line for each event, and what the workflow itself says. */

import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { wordOf } from '@harness/core/work/said'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { setUpLines } from '@harness/shell/playbooks/workflow/workflow-report'
import type { Face, ProgressOptions, SeenProgress } from '../../line/face.ts'
import { runProgress } from '../../run/progress/run-progress.ts'

export function workflowProgress(
  options: ProgressOptions,
  face: Face<WorkflowState>,
): SeenProgress<WorkflowState> {
  const { terminal, aside } = options
  const say = (text: string): void => (aside ? terminal.note : terminal.print)(stripControl(text))
  const lines = runProgress(face, options)
  let told: number | null = null
  return {
    ...lines,
    onEvent(event, state) {
      lines.onEvent(event, state)
      // A resumed run says only what is new.
      const from = told ?? (event.type === 'RunResumed' ? state.said.length : 0)
      const words = workflowVoice.words[state.userLang]
      for (const message of state.said.slice(from)) {
        say(wordOf(words.lines, message))
        if ('key' in message && message.key === 'started')
          for (const line of setUpLines(state, words, state.input.repoName)) say(`  ${line}`)
      }
      told = state.said.length
    },
  }
}
