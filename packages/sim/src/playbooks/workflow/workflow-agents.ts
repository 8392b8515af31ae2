/** Owns the agents of a workflow: sound work, and from the seed all that can happen instead of it. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import { testJudge } from '@harness/core/work/test-judge'
import { workflowContracts } from '@harness/formats/answers/workflow/contracts'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { turnOf } from '../../world/agent-turn.ts'
import type { AgentAct, Agents } from '../../world/agents.ts'
import { type Feels, feeling, troubled } from '../../world/moods.ts'
import type { Files } from '../../world/repository.ts'
import { parseSource, sourceText } from '../../world/source-text.ts'

/** How likely each mistake is. */
export interface Moods {
  readonly trouble: number
  /** It writes no document. */
  readonly forgets: number
  /** Its first line is of no known form. */
  readonly garbles: number
  /** It changes files that it may not change. */
  readonly strays: number
  /** The implementation has a bug that checks show. */
  readonly bugs: number
  /** It changes a file outside the scope. */
  readonly wanders: number
  /** It leaves a mark of unfinished work. */
  readonly leaves: number
  /** The evaluator finds a failure of layer 2, or of layer 3. */
  readonly layer2: number
  readonly layer3: number
  /** The evaluator says PASS while its report says FAIL. */
  readonly lies: number
  /** The proposed patch is for a path that no fix may touch. */
  readonly attacks: number
  /** The proposed patch fixes nothing, or does not fit. */
  readonly fixesNothing: number
}

export const steady: Moods = {
  trouble: 0,
  forgets: 0,
  garbles: 0,
  strays: 0,
  bugs: 0,
  wanders: 0,
  leaves: 0,
  layer2: 0,
  layer3: 0,
  lies: 0,
  attacks: 0,
  fixesNothing: 0,
}

export const drawnMoods = (random: Random): Moods => ({
  trouble: random.pick([0, 0, 0.15]),
  forgets: random.pick([0, 0, 0.1, 0.4]),
  garbles: random.pick([0, 0, 0.3]),
  strays: random.pick([0, 0, 0.3]),
  bugs: random.pick([0, 0.4, 0.9, 1]),
  wanders: random.pick([0, 0, 0.3]),
  leaves: random.pick([0, 0, 0.3]),
  layer2: random.pick([0, 0, 0.4, 0.9]),
  layer3: random.pick([0, 0, 0.4, 0.9]),
  lies: random.pick([0, 0, 0.4]),
  attacks: random.pick([0, 0, 0.5]),
  fixesNothing: random.pick([0, 0.3, 0.8]),
})

export const workflowAgents = (stage: Stage, moods: Moods): Agents => ({
  turnOf(command, files, turn) {
    const luck = stage.random.about(`${command.id} turn ${turn}`)
    const act = worked(command, files, `${command.id}#${turn}`, feeling(stage, luck, moods), luck)
    return turnOf(command, act, luck.int(10_000, 300_000), stage.random)
  },
})

/** What the work of the role comes to. */
interface Work {
  readonly line: string
  /** The document; empty for a role that writes none. */
  readonly text: string
  readonly files?: Files
}

const source = 'src/sum.js'

function worked(
  command: RunAgent,
  files: Files,
  version: string,
  feels: Feels<keyof Moods>,
  luck: Random,
): AgentAct {
  if (feels('trouble')) return troubled(files, luck)
  // Its rulings are the same in every world.
  if (command.role === testJudge) return { type: 'text', files }
  const { line, text, files: made = files } = workOf(command, files, version, feels, luck)
  const [path = null] = command.artifacts ?? []
  const strays = command.commitMessage === null && feels('strays')
  return {
    type: 'says',
    files: {
      ...made,
      ...(strays ? { 'src/stray.js': version } : {}),
      ...(path === null || feels('forgets') ? {} : { [path]: text }),
    },
    output: answerOf(command, feels('garbles') ? `Well, ${line}` : line),
  }
}

/** The first line as its contract reads it. */
export function answerOf({ contract }: Pick<RunAgent, 'contract'>, line: string): unknown {
  const read = workflowContracts.find(({ name }) => name === contract)?.parse(undefined, line)
  if (read?.ok !== true) throw new Error(`no contract ${contract} reads ${line}`)
  return read.output
}

function workOf(
  { role }: RunAgent,
  files: Files,
  version: string,
  feels: Feels<keyof Moods>,
  luck: Random,
): Work {
  switch (role.replace('workflow/', '')) {
    case 'generator':
    case 'implementer':
    case 'implementer-standard':
      return {
        line: `1 files changed — ${source}`,
        text: `## Round 1 Changes\n- ${source} — ${version}`,
        files: {
          ...files,
          [source]: sourceText({
            version: feels('leaves') ? `TODO ${version}` : version,
            bugs: feels('bugs') ? [luck.pick(['Build', 'Test'])] : [],
            clashes: [],
            flaws: [],
          }),
          ...(feels('wanders') ? { 'lib/other.js': version } : {}),
        },
      }
    case 'verifier':
      return { line: 'PASS — all good', text: '' }
    case 'evaluator':
      return evaluated(feels)
    case 'auto-fix-proposer': {
      const path = feels('attacks') ? luck.pick(['../etc/passwd', '.git/config', 'lib/other.js']) : source
      const fixes = feels('fixesNothing') ? luck.pick(['no', 'misfit']) : 'yes'
      const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${version}\n+fix ${fixes}`
      return {
        line: 'auto_fix_patch written — confidence: High — a typo',
        text: luck.chance(0.1) ? 'Nothing to do.' : `**Confidence**: High\n\n\`\`\`diff\n${diff}\n\`\`\`\n`,
      }
    }
    default:
      return { line: lineOf(role), text: `# ${version}` }
  }
}

function evaluated(feels: Feels<keyof Moods>): Work {
  const failed = feels('layer2') ? 'FAIL L2' : feels('layer3') ? 'FAIL L3' : null
  const verdict = failed ?? 'PASS'
  const lies = failed !== null && feels('lies')
  return {
    line: `${lies ? 'PASS' : verdict} — it was looked at`,
    text: `## QA Report — Round 1\n\n### Verdict: ${failed === null ? 'PASS' : 'FAIL'}\n`,
  }
}

const lineOf = (role: string): string => {
  if (/planner|synthesizer/.test(role)) return 'spec.md generated — 2 acceptance criteria, 1 edge cases'
  if (/lead/.test(role)) return 'implementation plan written — .harness/generator/plan.md (2 steps)'
  if (/critic/.test(role)) return 'Architect critique written — it'
  if (/advisor/.test(role)) return 'review written — it (1 issues, 1 suggestions)'
  if (/scanner/.test(role)) return 'conventions written — 3 areas scanned, .harness/conventions.md'
  return 'architect proposal written — it'
}

/** What a proposed patch makes of the files; null if it does not fit. */
export function patchedBy(files: Files, diff: string): Files | null {
  if (diff.includes('fix misfit')) return null
  const text = files[source]
  if (text === undefined || !diff.includes('fix yes')) return { ...files, 'src/patched.js': diff }
  return { ...files, [source]: sourceText({ ...parseSource(text), bugs: [] }) }
}
