/** Owns the ways a piece of work halts a handbook: why, and what a person is told to do about it. */
import type { MergeRefused } from '../../effects/merge-lane.ts'
import type { Suspicion } from '../../effects/run-agent.ts'
import { type Evidence, passed } from '../../kernel/evidence.ts'
import { failureOf } from '../../work/report-sections.ts'
import type { AgentFinished } from './effects.ts'
import { type Ending, type Flight, isIdle, subjectOf } from './state.ts'

export const lastMessage = ({ summaries }: Flight) => ({
  title: 'The agent’s last message',
  text: summaries.at(-1) ?? 'None.',
})

const worktreeText = (flight: Flight): string =>
  flight.lane === null || isIdle(flight) ? '' : ` The worktree is left as it is: ${flight.lane.path}.`

/** The next run starts the prompt again, in a lane of its own: what is fixed in this one has to be brought over by hand. */
const bothWays = (flight: Flight, inPlace: string, again: string): string =>
  flight.lane === null || isIdle(flight)
    ? `${again.charAt(0).toUpperCase()}${again.slice(1)}, then: harness handbook.`
    : `Either keep the change: ${inPlace} in ${flight.lane.path}, commit it there, bring it over with git pull '${flight.lane.path}' ${flight.lane.branch} and tick the box of ${subjectOf(flight.task)}. Or have it carried out again: ${again}, on the branch of your checkout. Then: harness handbook.`

/** One that came to a good end and was not taken for it has written files. */
const fixCause = (broken: Evidence | undefined): string =>
  broken?.exitCode === 0
    ? 'have git ignore what the command writes, or commit it'
    : 'fix what the command complains about'

export function verificationFailed(flight: Flight, evidence: readonly Evidence[]): Ending {
  const broken = evidence.find((item) => !passed(item))
  return {
    ...brokenBy(flight, broken),
    suggestion: bothWays(flight, fixCause(broken), fixCause(broken)),
  }
}

function brokenBy(flight: Flight, broken: Evidence | undefined): Omit<Ending, 'suggestion'> {
  return {
    reason: 'verification_failed',
    promptId: subjectOf(flight.task),
    failureMode:
      broken === undefined
        ? 'A verification command never ran.'
        : `\`${broken.run}\` failed: ${failureOf(broken).replace(/\.$/, '')}.`,
    sections: [
      lastMessage(flight),
      { title: 'Failing command', text: broken === undefined ? 'None ran.' : `\`${broken.run}\`` },
      { title: 'End of its output', text: broken?.outputTail ?? '' },
    ],
  }
}

const judging: ReadonlySet<Suspicion['kind']> = new Set(['rules-edited'])

/** What passes checks that the same change has edited proves nothing; other suspicions are a person's to judge. */
export const checksTalkedOver = (flight: Flight, suspicions: readonly Suspicion[]): Ending => ({
  reason: 'verification_failed',
  promptId: subjectOf(flight.task),
  failureMode: suspicions.some(({ kind }) => judging.has(kind))
    ? 'checks_edited: the change touches what it is judged by.'
    : 'suspicious_change: the change does what the prompt does not name.',
  sections: [
    lastMessage(flight),
    {
      title: 'What it touches',
      text: suspicions.map(({ file, detail }) => `- ${file}: ${detail}`).join('\n'),
    },
  ],
  suggestion: bothWays(
    flight,
    'take back what it should not touch',
    'name the file in the paths of the prompt’s scope if it is to do that, else sharpen the prompt',
  ),
})

export const mergeRefused = (flight: Flight, event: MergeRefused): Ending =>
  event.reason === 'checks-failed' ? failedOnTop(flight, event) : notMerged(flight, event)

/** It passed alone and does not together with what came meanwhile: merged by hand as it is, it would break the branch. */
function failedOnTop(flight: Flight, { detail, evidence = [] }: MergeRefused): Ending {
  const failed = evidence.find((item) => !passed(item))
  const broken = brokenBy(flight, failed)
  const fix = fixCause(failed)
  return {
    ...broken,
    failureMode: `The change passed alone, but not on top of what was committed meanwhile: ${evidence.length === 0 ? detail : broken.failureMode}`,
    sections: [...broken.sections, { title: 'What the merge said', text: detail }],
    suggestion: bothWays(flight, `merge the branch of your checkout, ${fix}`, fix),
  }
}

const notMerged = (flight: Flight, { reason, detail }: MergeRefused): Ending => ({
  reason: 'verification_failed',
  promptId: subjectOf(flight.task),
  failureMode: `The verified change could not be merged back (${reason}).`,
  sections: [lastMessage(flight), { title: 'What git said', text: detail }],
  suggestion: `Merge the branch ${flight.lane?.branch ?? ''} by hand and tick the box, or clear what is in the way, then: harness handbook.${worktreeText(flight)}`,
})

export const nothingTwice = (flight: Flight): Ending => ({
  reason: 'verification_failed',
  promptId: subjectOf(flight.task),
  failureMode: 'require_nonempty: the prompt came to nothing twice.',
  sections: flight.summaries.map((text, index) => ({
    title: `Summary of attempt ${index + 1}`,
    text: text === '' ? 'Nothing.' : text,
  })),
  suggestion: `Recon may have misclassified this prompt’s expected_signal, or the surface is genuinely clean: review, and either tick the checkbox manually or rewrite the prompt.${worktreeText(flight)}`,
})

/** What no commit has, no later prompt gets to see. */
export const writtenInVain = (
  flight: Flight,
  { files, kept }: NonNullable<AgentFinished['ignored']>,
): Ending => ({
  reason: 'verification_failed',
  promptId: subjectOf(flight.task),
  failureMode: `git ignores ${files.join(', ')}, so that what was written is in no commit.`,
  sections: [lastMessage(flight), { title: 'What was written', text: `It is kept in ${kept}` }],
  suggestion: `Have git track ${files.join(', ')} (git check-ignore -v ${files.join(' ')} tells which line ignores it) and commit that. Then either take over what is kept in ${kept}, commit it and tick the box of ${subjectOf(flight.task)}, or leave the prompt to be carried out again; then: harness handbook.`,
})

export const closeFailed = (flight: Flight, failures: readonly string[]): Ending => ({
  reason: 'verification_failed',
  promptId: subjectOf(flight.task),
  failureMode: 'The close of the phase did not pass.',
  sections: [{ title: 'What is missing', text: failures.map((failure) => `- ${failure}`).join('\n') }],
  suggestion: 'Add what is missing, or untick the prompt that left it out, then: harness handbook.',
})

export const critiqueExhausted = (flight: Flight): Ending => ({
  reason: 'self_critique_exhausted',
  promptId: subjectOf(flight.task),
  failureMode: `The brief failed its self-critique ${flight.trail.length} times.`,
  sections: [
    { title: 'The brief', text: flight.brief ?? '' },
    ...flight.trail.map((failures, index) => ({
      title: `Self-critique ${index + 1}`,
      text: failures.map((failure) => `- ${failure}`).join('\n'),
    })),
  ],
  suggestion: 'Sharpen the prompt or PRODUCT.md where the critic finds it wanting, then: harness handbook.',
})
