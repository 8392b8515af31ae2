/**
 * What the scripted agents of `harness demo autopilot` do: real edits in the real lane, no model, no key. It goes by what an
 * agent is told, so that it answers the same again after a stop or a day later.
 */
import { write } from './script/answers.js'
import { cliIntegration } from './script/cli-integration.js'
import { coreScanner } from './script/core-scanner.js'
import { finalReview } from './script/final-review.js'
import { ruleEngine } from './script/rule-engine.js'

const phases = { 1: coreScanner, 2: ruleEngine, 3: cliIntegration }

const usage = { input: 6200, output: 640, cacheRead: 4800, cacheWrite: 900, usd: 0.03 }

const personas = {
  'autopilot/planner': plan,
  'autopilot/task-executor': execute,
  'autopilot/verifier': (told) => phaseIn(told).verify,
  'autopilot/code-reviewer': review,
  'autopilot/outcome-evaluator': () => finalReview.outcome,
}

// biome-ignore lint/style/noDefaultExport: the harness takes the default export of a script
export default function answer({ role, envelope }) {
  const turn = personas[role]?.(envelope)
  if (turn === undefined) throw new Error(`the script has no answer for the role ${role} here`)
  return { usage, ...turn }
}

/** Only the spec and the session name all phases; this slice names the one that it is about. */
function phaseIn(told) {
  const [, number] = /^# Phase\nPhase (\d+): /m.exec(told) ?? []
  const phase = phases[number]
  if (phase === undefined) throw new Error('the script knows the phases 1 to 3 of security-scanner')
  return phase
}

/** The name of a plan has the day on which its session began: only the envelope has it. */
function plan(told) {
  const [, path, date] = / to (docs\/plans\/([\d-]{10})-\S+\.md), relative to the folder/.exec(told) ?? []
  const { plans } = phaseIn(told)
  const { text, says } = plans.at(told.includes('# What the person wants otherwise') ? -1 : 0)
  const written = told.includes('Write only the skeleton') ? skeletonOf(text) : text
  return { do: [write(path, written.replace('{date}', date))], json: says }
}

/** One line for each task. */
function skeletonOf(text) {
  const tasks = text.match(/^### Task .*$/gm) ?? []
  return tasks
    .map(
      (task) => `${task.replace('### ', '- ')}
`,
    )
    .join('')
}

function execute(told) {
  if (!/^# Phase\n/m.test(told)) return finalReview.fix
  const phase = phaseIn(told)
  const [, task] = /^Do task (\d+) of the plan/m.exec(told) ?? []
  if (task === undefined) return phase.fix
  const [first, retry = first] = phase.tasks[task] ?? []
  return told.includes('# Retry\n') ? retry : first
}

function review(told) {
  if (told.includes('This is the final review across all phases.'))
    return told.includes('# Earlier findings of the final review') ? finalReview.again : finalReview.first
  const [first, again = first] = phaseIn(told).reviews
  return told.includes('# Earlier findings of this phase') ? again : first
}
