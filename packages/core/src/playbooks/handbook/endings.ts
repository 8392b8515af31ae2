/** Owns the ends that the whole handbook comes to: done, or halted with all prompts carried out. */
import { counted } from '../../kernel/counted.ts'
import { describeFinding, type Finding } from '../../kernel/finding.ts'
import type { Handbook, HandbookPhase } from './handbook-document.ts'
import { openBoxes, placed } from './open-boxes.ts'
import { regressionsIn } from './punch-list.ts'
import type { Ending, HandbookState } from './state.ts'

const allDone: Ending = {
  reason: 'all_done',
  promptId: null,
  failureMode: '',
  sections: [],
  suggestion: '',
}

/** Once the last critique was made: done only if the handbook, as last read, has no open box and nothing broke. */
export function endOf(state: HandbookState, handbook: Handbook): Ending {
  const open = openBoxes(handbook)
  if (open.length > 0) return boxesLeft(open)
  const critical = regressionsIn(state).filter(({ severity }) => severity === 'Critical')
  return critical.length > 0 ? criticalRegression(critical) : { ...allDone, isShipped: true }
}

const boxesLeft = (open: readonly string[]): Ending => ({
  reason: 'verification_failed',
  promptId: null,
  failureMode: `open_box: the handbook has open boxes that the run did not reach: ${open.join(', ')}.`,
  sections: [{ title: 'Open boxes', text: open.map((one) => `- ${one}`).join('\n') }],
  suggestion: 'Tick each box, mark it (deferred), or remove it, then: harness handbook.',
})

const criticalRegression = (findings: readonly Finding[]): Ending => ({
  reason: 'verification_failed',
  promptId: 'final',
  failureMode: `critical_regression: the final critique found ${counted(findings.length, 'new Critical issue')}: ${findings.map(({ title }) => title).join('; ')}.`,
  sections: [{ title: 'New Critical issues', text: findings.map(describeFinding).join('\n') }],
  suggestion:
    'Fix and commit it, or untick the prompt that should fix it, then: harness handbook. It makes the final critique again.',
  isShipped: true,
})

/** Nothing shows that such a phase is closed, and the harness does not guess. */
export function emptyCloseReached({ number, close }: HandbookPhase): Ending {
  const name = placed(`Phase ${number} close`, close?.line)
  const tick = close?.box === undefined ? '' : ' Or check the phase yourself and tick the box of its close.'
  return {
    reason: 'verification_failed',
    promptId: `phase-${number}`,
    failureMode: `${name} has nothing to run and nothing to judge.`,
    sections: [],
    suggestion: `Write there what must hold: commands, or words for the phase closer.${tick} Then: harness handbook.`,
  }
}

export const doneBefore: Ending = {
  ...allDone,
  suggestion: 'Untick a box, or add a prompt, to have more done: harness handbook',
  isOld: true,
}
