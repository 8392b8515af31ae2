/** Owns agents of a handbook: good work, and from the seed all that can happen instead of it. */

import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Finding } from '@harness/core/kernel/finding'
import { subjectIn } from '@harness/core/kernel/ids'
import { critiqueContract, finalCritique, promptReport } from '@harness/core/playbooks/handbook/input'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { turnOf } from '../../world/agent-turn.ts'
import type { AgentAct, Agents } from '../../world/agents.ts'
import { type Feels, feeling, troubled } from '../../world/moods.ts'
import type { Files } from '../../world/repository.ts'
import { sourceText } from '../../world/source-text.ts'

/** How likely each thing is that can go wrong: here, nothing does. */
export const steady = {
  trouble: 0,
  bug: 0,
  nothing: 0,
  rejects: 0,
  prose: 0,
  strays: 0,
  /** The last critique finds something Critical that is new. */
  alarms: 0,
  /** It ticks boxes itself, its own and others', in the lane that it works in. */
  ticks: 0,
}
type Mood = keyof typeof steady
export type Moods = Readonly<Record<Mood, number>>

export function drawnMoods(random: Random): Moods {
  const mood = (): number => random.pick([0, 0, 0.05, 0.2])
  return {
    trouble: mood(),
    bug: random.pick([0, 0, 0, 0.05]),
    nothing: mood(),
    rejects: random.pick([0, 0.2, 0.6]),
    prose: mood(),
    strays: mood(),
    alarms: random.pick([0, 0, 0.3]),
    ticks: random.pick([0, 0, 0.05]),
  }
}

/** What a lane holds of the handbook: the boxes as its agent would have them. */
export const handbookPath = 'IMPECCABLE_HANDBOOK.md'

const flaw: Finding = { severity: 'High', title: 'Too loud', detail: '', file: 'src/a.css', line: null }

export function handbookAgents(stage: Stage, moods: Moods): Agents {
  return {
    turnOf(command, files, turn) {
      const luck = stage.random.about(`${command.id} turn ${turn}`)
      const feels = feeling(stage, luck, moods)
      const act = feels('trouble')
        ? troubled(files, luck)
        : answer(command, files, `${command.id}#${turn}`, feels)
      return turnOf(command, act, luck.int(10_000, 300_000), stage.random)
    },
  }
}

function answer(command: RunAgent, files: Files, version: string, feels: Feels<Mood>): AgentAct {
  const ticked = feels('ticks') ? { ...files, [handbookPath]: `all ticked by ${version}` } : files
  const strayed = feels('strays') ? { ...ticked, 'src/stray.js': version } : ticked
  switch (command.role) {
    case 'brief-critic':
    case 'phase-closer': {
      if (feels('prose')) return { type: 'breaks-contract', files }
      const fails = feels('rejects')
      return { type: 'verdict', files: strayed, pass: !fails, failures: fails ? ['It is a menu.'] : [] }
    }
    case 'shaper':
      return { type: 'text', files: strayed, said: feels('nothing') ? '' : `brief ${version}` }
    case 'prompt-reader':
      if (command.contract === finalCritique) return critique(strayed, feels)
      if (command.contract === critiqueContract && feels('prose'))
        return { type: 'text', files: strayed, said: 'It shouts.' }
      return { type: 'review', files: strayed, findings: [flaw], sentinel: false }
    default: {
      const reports = command.contract === promptReport
      if (reports && feels('prose')) return { type: 'text', files, said: 'All is well.' }
      if (feels('nothing')) return reports ? report(files, []) : { type: 'text', files, said: '' }
      const bugs = feels('bug') ? ['test'] : []
      const [path = `src/${subjectIn(command.id)}/a.js`] = command.mayWrite ?? []
      const worked = { ...strayed, [path]: sourceText({ version, bugs, clashes: [], flaws: [] }) }
      return reports ? report(worked, ['It was open.']) : { type: 'text', files: worked }
    }
  }
}

/** It answers for the first issue alone. */
function critique(files: Files, feels: Feels<Mood>): AgentAct {
  if (feels('prose')) return { type: 'breaks-contract', files }
  const findings = feels('alarms') ? [{ ...flaw, severity: 'Critical' as const, title: 'It is lost' }] : []
  const issues = [{ id: '1.1-1', status: 'no longer seen' as const, evidence: '' }]
  return { type: 'says', files, output: { kind: 'final-critique', findings, issues } }
}

const report = (files: Files, findings: readonly string[]): AgentAct => ({
  type: 'says',
  files,
  output: { kind: 'prompt-report', summary: 'done', findings },
})
