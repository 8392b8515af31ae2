/** Owns the gate that asks about weakened tests, and the words that tell of touched tests. */
import { fenced } from '../kernel/envelope.ts'
import { exitCode } from '../kernel/exit-code.ts'
import type { Gate, GateChoice } from '../kernel/gate.ts'
import { letStand } from '../kernel/gate-choices.ts'
import { isoTime } from '../kernel/iso-time.ts'
import {
  type JudgedTests,
  type PendingChecks,
  type RuledDoubt,
  type SeenTests,
  weakenedGate,
} from './judged-tests-state.ts'
import { bulleted, section } from './report-sections.ts'
import { describeDoubt, doubtIn, howItWent, whatShows } from './test-doubts.ts'

export const weakenedChoices: readonly GateChoice[] = [
  {
    name: letStand,
    label: 'Let it stand',
    leadsTo: 'the tests count as they are; report and pull request list your reason',
    words: 'required',
    waives: 'all',
  },
  {
    name: 'fix',
    label: 'Fix',
    leadsTo: 'the check counts as failed, and the run goes on as after every failed check',
    words: 'optional',
  },
]

export function testsWeakenedGate({ command, finished, asked }: PendingChecks): Gate {
  const named = (asked ?? []).map(({ check }) => check).join(', ')
  return {
    name: weakenedGate,
    question: `The change in the lane ${command.lane} weakens tests, and the plan does not call for that (${named}). Let it stand?`,
    detail: finished.evidence
      .flatMap((item) => {
        const doubt = doubtIn(item)
        const why = asked?.find(({ check }) => check === item.check)?.why
        if (doubt === null || why === undefined) return []
        const output = (doubt.second ?? item).outputTail.slice(-shownChars)
        return [describeDoubt(doubt), bulleted(doubt.files), why, fenced('the end of the output', output)]
      })
      .filter((part) => part !== '')
      .join('\n\n'),
    choices: weakenedChoices,
    digest: null,
    exitCode: exitCode.escalated,
  }
}

const shownChars = 2_000

/** For reports and pull requests; empty if no lane touches tests. */
export const describeTouchedTests = ({ seen }: Pick<JudgedTests, 'seen'>): string =>
  seen.map(seenText).join('\n')

/** How far a reader goes by it. */
export const triedRule =
  'The harness tried this. A new test that also passes on the old product does not show the change. A ruling says that the plan calls for a change of tests, not that it is right.'

export const touchedTestsSection = (judged: JudgedTests): string =>
  section('Tests touched', describeTouchedTests(judged)).join('')

function seenText({ lane, check, run, tests, doubt, ruled }: SeenTests): string {
  const files = tests?.files ?? []
  const shown =
    doubt === null ? [secondRunText(tests)] : [`The check ${howItWent(doubt)}, but ${whatShows(doubt)}.`]
  return [
    `- ${check} (\`${run}\`, lane ${lane}): ${shown.join(' ')}`,
    ...files.map((file) => `  - \`${file}\``),
    ...(tests?.failOnBase === false ? ['  - The new tests also pass on the old product.'] : []),
    ...(doubt === null
      ? []
      : [`  ${ruled === null ? 'Nothing in the plan calls for that.' : ruledText(ruled)}`]),
  ].join('\n')
}

const secondRunText = (tests: SeenTests['tests']): string =>
  tests?.withBase === null || tests === undefined
    ? 'It could not be tried with the base’s versions of the touched files.'
    : 'It also passes with the base’s versions of the touched files.'

function ruledText({ by, words, at, isPerson }: RuledDoubt): string {
  const said = words.trim().replaceAll(/\s+/g, ' ')
  return isPerson
    ? `Let stand by ${by} at ${isoTime(at)}: ${said}`
    : `The plan calls for it (${by}): “${said}”`
}
