/** Owns what is seen of a workflow while it works: a line for each event, and what the workflow itself says. */

import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { wordOf } from '@harness/core/work/said'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { setUpLines } from '@harness/shell/playbooks/workflow/workflow-report'
import type { Face, ProgressOptions, SeenProgress } from '../../line/face.ts'
import { sayingProgress } from '../../run/progress/saying-progress.ts'

export const workflowProgress = (
  options: ProgressOptions,
  face: Face<WorkflowState>,
): SeenProgress<WorkflowState> =>
  sayingProgress(options, face, (state, from) => {
    const words = workflowVoice.words[state.userLang]
    return state.said.slice(from).flatMap((message) => {
      const isStart = 'key' in message && message.key === 'started'
      const setUp = isStart ? setUpLines(state, words, state.input.repoName) : []
      return [wordOf(words.lines, message), ...setUp.map((line) => `  ${line}`)]
    })
  })
