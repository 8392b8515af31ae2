/** Owns what a test judge says in any simulated world: rulings that the plan justifies, lies, and answers that lack one. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import { type TestRulingsAnswer, testJudge } from '@harness/core/work/test-judge'
import type { Random } from '../engine/random.ts'
import type { AgentTurn } from './agents.ts'
import type { Files } from './repository.ts'

const answering: ReadonlySet<string> = new Set(['text', 'review', 'pull-text', 'verdict', 'need', 'says'])

/** Troubles strike a judge like other agents. What they would have said is no ruling. */
export function judgedTurn(command: RunAgent, turn: AgentTurn, files: Files, luck: Random): AgentTurn {
  const { act } = turn
  if (command.role !== testJudge || !answering.has(act.type)) return turn
  if (act.type === 'says' && isRuling(act.output)) return turn
  const output = drawnRulings(command, luck)
  return { ...turn, act: { type: 'says', files: luck.chance(0.05) ? act.files : files, output } }
}

const isRuling = (output: unknown): boolean =>
  (output as Partial<TestRulingsAnswer> | null)?.kind === 'test-rulings'

export function drawnRulings(command: Pick<RunAgent, 'slices'>, luck: Random): TestRulingsAnswer {
  const quotation = quotableIn(planIn(command), luck)
  const rulings = checksIn(command)
    .filter(() => !luck.chance(0.05))
    .map((check) => ({
      check,
      ...luck.pick([
        { justified: true, quote: quotation },
        { justified: true, quote: quotation },
        { justified: true, quote: 'Nothing of this is written anywhere' },
        { justified: false, quote: '' },
      ]),
      why: 'So it seems.',
    }))
  return { kind: 'test-rulings', rulings }
}

const textIn = ({ slices }: Pick<RunAgent, 'slices'>, label: string): string =>
  slices.find((slice) => slice.label === label)?.text ?? ''

/** What the judge may quote. */
export const planIn = (command: Pick<RunAgent, 'slices'>): string =>
  /^`{3,}text\n([\s\S]*)\n`{3,}$/m.exec(textIn(command, 'Plan'))?.[1] ?? ''

export const checksIn = (command: Pick<RunAgent, 'slices'>): readonly string[] =>
  [...textIn(command, 'Checks in doubt').matchAll(/^The check (.+?) \(`/gm)].map(([, check = '']) => check)

const quotableIn = (plan: string, luck: Random): string => {
  const lines = plan.split('\n').filter((line) => (line.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3)
  return lines.length === 0 ? '' : luck.pick(lines)
}
