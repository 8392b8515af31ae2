/** Says what a run would do, step by step, without doing any of it. */
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { type DeliveryInput, defaultTiers } from '@harness/core/playbooks/delivery/input'
import { possibleGates } from '@harness/core/playbooks/delivery/possible-gates'
import { branchOf, laneOf } from '@harness/core/playbooks/delivery/state'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { counted, durationText } from '@harness/formats/text/amounts'
import { frozenMark } from '@harness/shell/effects/freeze/freeze'
import { readLaneRecord } from '@harness/shell/effects/lanes/lane-record'
import { wantedFolder } from '@harness/shell/effects/lanes/lanes-folder'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { deliveryInput } from '@harness/shell/playbooks/delivery/delivery-input'
import { guardForge } from '@harness/shell/playbooks/delivery/guard-forge'
import { nextPlan } from '@harness/shell/playbooks/delivery/next-plan'
import type { PassedOver } from '@harness/shell/playbooks/delivery/passed-over'
import { namedPlan, readPlanDocument } from '@harness/shell/playbooks/delivery/plan-document'
import { repositoryPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import { runIdAt } from '@harness/shell/store/layout/run-folder'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { CommandContext, Environment } from '../../line/command.ts'
import { type Diagnosis, fail } from '../../line/diagnosis.ts'
import { choiceLine } from '../../run/choice-line.ts'
import { runName } from '../../run/find-run.ts'
import { repoChecks } from '../../run/target/config-checks.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { extensionLine, trustedExtensions } from '../../run/target/trusted-extensions.ts'

interface Asked {
  /** An id or a plan file; null for the next eligible plan. */
  readonly named: string | null
  readonly skipE2e: boolean
}

export async function dryRun(context: CommandContext, target: Target, asked: Asked): Promise<number> {
  const { terminal, json } = context
  const preview = await previewOf(target, asked, context.env)
  if (json) {
    terminal.print(JSON.stringify({ ok: preview.obstacles.length === 0, dryRun: true, ...preview }, null, 2))
    return exitCode.done
  }
  const { strong, faint, warn } = terminal.colours
  const say = (label: string, text: string): void =>
    terminal.print(`${strong(label.padEnd(10))}${stripControl(text)}`)
  for (const over of preview.passedOver) say('not', `${over.planId}: ${over.why}`)
  say('plan', `${preview.planId} ${preview.title} (${preview.path})`)
  if (preview.takesUp !== null) say('run', `resumes the unfinished run ${preview.takesUp}`)
  say(
    'lane',
    `${preview.lane ?? `a new one in ${lanesAt(target, context.env)}`} on ${preview.branch}, from ${preview.baseBranch}`,
  )
  for (const line of preview.setup) say('setup', line)
  preview.phases.forEach(({ name, does }, index) => {
    say(index === 0 ? 'phases' : '', `${name.padEnd(11)} ${does}`)
  })
  for (const { name, run } of preview.checks) say('check', `${name}: ${run}`)
  for (const role of preview.roles) {
    const model = role.model ?? 'the provider’s own model'
    const limits = `at most ${durationText(role.wallMs)}, ${durationText(role.idleMs)} silent, ${role.maxTurns} turns`
    say(
      'role',
      `${role.role}: ${role.provider}, ${model} (${role.tier}${role.effort === null ? '' : `, effort ${role.effort}`}); ${limits}`,
    )
  }
  for (const one of preview.trusted) say('trusted', extensionLine(one))
  for (const { name, when, choices } of preview.gates) {
    say('gate', `${name}: ${when}`)
    for (const choice of choices) say('', `  ${choiceLine(choice)}`)
  }
  say('budget', `${preview.budgetTokens} tokens for this plan, then a warning`)
  for (const { evidence, fix } of preview.obstacles) {
    terminal.print(warn(stripControl(`in the way: ${evidence}; fix: ${fix}`)))
  }
  terminal.print(`${faint('Nothing was done. Begin with: ')}harness run ${preview.planId}`)
  return exitCode.done
}

const lanesAt = ({ root, config }: Target, environment: Environment): string =>
  wantedFolder({ repoRoot: root, lanes: config.lanes, environment })

async function previewOf(target: Target, { named, skipE2e }: Asked, env: Environment) {
  const { root, config, stateDir, folders } = target
  const plans = await repositoryPlans(folders)
  const passedOver: PassedOver[] = []
  const chosen =
    named === null
      ? await nextPlan(plans, { stateDir, baseBranch: config.baseBranch }, passedOver)
      : namedPlan(plans, named, config.baseBranch)
  const { plan, text } = await readPlanDocument(folders, chosen.path)
  const input = deliveryInput({
    runId: runIdAt(Date.now()),
    config,
    plan,
    planText: text,
    until: null,
    spentBeforeTokens: 0,
    skipE2e,
  })
  const [newest] = await openRunStore(stateDir).list(plan.id)
  const unfinished =
    newest !== undefined && !['done', 'blocked', 'halted'].includes(newest.summary?.status ?? '')
  const passes = input.review.maxPasses
  const extensions = await trustedExtensions(target, env)
  return {
    planId: plan.id,
    passedOver: passedOver.map(({ planId, why, next }) => ({ planId, why, next })),
    title: plan.title,
    path: join(plan.path),
    takesUp: unfinished ? runName(newest) : null,
    branch: branchOf(input),
    baseBranch: config.baseBranch,
    // Which folder a new one gets is known when it is opened.
    lane: (await readLaneRecord(stateDir, laneOf(input)))?.path ?? null,
    setup: config.lanes.setup,
    phases: [
      ...baseStep(input),
      { name: 'implement', does: 'the implementer works in the lane, then all checks run' },
      { name: 'review', does: `the reviewer reads the change, at most ${counted(passes, 'pass', 'passes')}` },
      ...(input.ui === null
        ? []
        : [
            {
              name: 'review-ui',
              does: `${input.ui.server.run}; the UI reviewer sees ${input.ui.routes.join(', ')} in a browser`,
            },
          ]),
      ...(input.e2e === null ? [] : [{ name: 'e2e-verify', does: input.e2e.check.run }]),
      { name: 'fix', does: 'the fixer fixes what review or checks found; then checks and review again' },
      { name: 'preflight', does: `${config.baseBranch} is brought into the lane; checks run on the result` },
      ...landing(config),
    ],
    forge: config.forge.kind,
    checks: input.checks.map(({ name, run, timeoutMs }) => ({ name, run, timeoutMs })),
    roles: Object.entries(defaultTiers)
      .filter(takesPart(input))
      .map(([role, tier]) => {
        const { limits, ...agent } = roleAgent(config.agent, role, tier)
        return { role, ...agent, ...limits }
      }),
    trusted: extensions.trusted,
    gates: possibleGates(input),
    budgetTokens: input.budget.planTokens,
    obstacles: unfinished
      ? await frozenObstacle(stateDir)
      : [
          ...(await frozenObstacle(stateDir)),
          ...(await repoChecks(root, config)).filter(({ status }) => status !== 'ok'),
          ...(await forgeObstacles(target, env)),
          ...extensions.problems,
        ],
  }
}

/** What happens before an agent is called. */
function baseStep({ baseCheck = 'off', baseBranch, checks }: DeliveryInput) {
  if (baseCheck === 'off' || checks.length === 0) return []
  const when = baseCheck === 'before' ? 'before an agent starts' : 'while the first agent works'
  return [
    {
      name: 'base',
      does: `all checks run on the untouched ${baseBranch} ${when}, unless they have passed there`,
    },
  ]
}

async function frozenObstacle(stateDir: string): Promise<readonly Diagnosis[]> {
  const mark = await frozenMark(stateDir)
  if (mark === null) return []
  return [
    fail('frozen', `this repository is frozen: ${mark.reason}`, `remove ${mark.path} when that is fixed`),
  ]
}

const takesPart =
  ({ ui, forge }: DeliveryInput) =>
  ([role]: readonly [string, unknown]): boolean => {
    if (role === 'ui-reviewer') return ui !== null
    return forge.kind !== 'local' || (role !== 'pr-writer' && role !== 'merge-checker')
  }

/** How the change gets to the base branch. */
function landing({ forge, baseBranch, completedDir }: HarnessConfig) {
  const then = `the plan moves to ${completedDir}`
  if (forge.kind === 'local')
    return [{ name: 'merge', does: `exactly that tree becomes ${baseBranch}; ${then}` }]
  const merger = forge.merge === 'direct' ? 'the harness merges it' : 'the forge merges it'
  return [
    {
      name: 'prepare-pr',
      does: `the PR writer describes it; pushed to ${forge.remote}, a pull request is opened`,
    },
    { name: 'merge-check', does: 'the forge’s own checks are waited for, then the merge checker looks' },
    { name: 'merge', does: `labelled ${forge.label}, ${merger} into ${baseBranch}; ${then} there` },
  ]
}

/** What can be told without asking the forge. */
async function forgeObstacles({ root, config }: Target, env: Environment): Promise<readonly Diagnosis[]> {
  try {
    await guardForge({ repoRoot: root, config, environment: env, until: null })
    return []
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [fail('forge', error.message, error.next)]
  }
}
