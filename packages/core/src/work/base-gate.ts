/** Owns the gate that asks about a red base, and the words that tell of it. */
import type { Evidence } from '../kernel/evidence.ts'
import { exitCode } from '../kernel/exit-code.ts'
import type { Gate, GateChoice } from '../kernel/gate.ts'
import { isoTime } from '../kernel/iso-time.ts'
import { type BaseFirst, type BaseWaiver, isInPlace } from './base-first-state.ts'
import { bulleted, failureOf, section } from './report-sections.ts'

export const baseGate = 'base-red'
export const baseChoice = { again: 'again', goOn: 'go-on', abandon: 'abandon' } as const

export const baseChoices: readonly GateChoice[] = [
  {
    name: baseChoice.again,
    label: 'Check again',
    leadsTo: 'the base is fixed: its newest commit is checked, and the run goes on if it is green',
    words: 'none',
  },
  {
    name: baseChoice.goOn,
    label: 'Go on',
    leadsTo: 'only what changes is judged: these checks may fail as they do on the base',
    words: 'required',
  },
  {
    name: baseChoice.abandon,
    label: 'Abandon',
    leadsTo: 'the run ends here; work that an agent has done stays in its lane',
    words: 'optional',
  },
]

/** In place, a base that was fixed is the base of a new run only. */
const choicesAt = (base: BaseFirst): readonly GateChoice[] =>
  isInPlace(base) ? baseChoices.filter(({ name }) => name !== baseChoice.again) : baseChoices

export const redBaseGate = (base: BaseFirst): Gate => ({
  name: baseGate,
  question: `The base is red: ${whatFails(base)}. Go on?`,
  detail: [
    `In a fresh clone of ${base.input.baseBranch} ${base.red.length === 1 ? 'this check fails' : 'these checks fail'}. ${base.agent === null ? 'No agent has been called yet. ' : ''}Nothing in this run caused ${base.red.length === 1 ? 'this failure' : 'these failures'}.`,
    ...base.red.map(failureText),
  ].join('\n\n'),
  choices: choicesAt(base),
  digest: null,
  exitCode: exitCode.escalated,
})

const whatFails = ({ red, redCommit, input }: BaseFirst): string =>
  `${red.map(({ check }) => check).join(', ')} ${red.length === 1 ? 'fails' : 'fail'} on ${input.baseBranch} at ${(redCommit ?? '').slice(0, 12)}`

function failureText(item: Evidence): string {
  const never =
    item.exitCode === null || item.problem !== null
      ? '\nIt came to no exit code that can be compared, so it has to pass even if you go on.'
      : ''
  const output = item.outputTail.trimEnd().slice(-shownChars)
  const shown = output === '' ? 'It printed nothing.' : `\`\`\`text\n${output}\n\`\`\``
  return `**${item.check}** \`${item.run}\`: ${failureOf(item)}${never}\n${shown}`
}

const shownChars = 2_000

/** For reports and pull requests; empty if no person let a red base stand. */
export function describeRedBase({ waiver, red, redCommit, input }: BaseFirst): string {
  if (waiver === null) return ''
  const failing = red.map((item) => `${item.check} (\`${item.run}\`): ${failureOf(item)}`)
  return [
    `On ${input.baseBranch} at ${(redCommit ?? '').slice(0, 12)}, before any change:`,
    bulleted(failing),
    waiverText(waiver),
  ].join('\n')
}

const waiverText = ({ by, at, why }: BaseWaiver): string =>
  `Let stand by ${by} at ${isoTime(at)}: ${why.trim().replaceAll('\n', ' ')}`

export const redBaseSection = (base: BaseFirst): string =>
  section('The base was red', describeRedBase(base)).join('')
