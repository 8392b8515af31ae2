/**
 * Owns deliveries that are told rather than drawn: what each agent does is written down, people do the reasonable thing,
 * and nothing else goes wrong. A crash is put at every boundary of each of them.
 */
import { exitCode } from '@harness/core/kernel/exit-code'
import { phaseOf } from '@harness/core/kernel/ids'
import {
  type DeliveryInput,
  type DeliveryPhase,
  deliveryPhases,
} from '@harness/core/playbooks/delivery/input'
import type { Manners, Reply } from '../engine/manners.ts'
import type { Stage } from '../engine/scenario.ts'
import { deliveryScenario } from '../playbooks/delivery/delivery-world.ts'
import { e2e, github, plainInput, ui } from '../playbooks/delivery/input.ts'
import { implemented } from '../playbooks/delivery/work.ts'
import type { AgentAct } from '../world/agents.ts'
import { type Disturbance, disturb } from '../world/disturbances.ts'
import type { Site } from '../world/ground.ts'
import type { Files } from '../world/repository.ts'
import { calm } from '../world/weather.ts'
import { type Script, scriptedAgents } from './scripted-agents.ts'

export interface Story {
  readonly name: string
  /** How it must end. */
  readonly ending: string
  readonly told?: Partial<DeliveryInput>
  readonly script?: Script
  /** `merge 1`: what happens just as the first merge begins. */
  readonly meanwhile?: Readonly<Record<string, readonly Disturbance[]>>
  readonly reply?: Reply
  /** If a check fails on the base from the start. */
  readonly redBase?: true
  /** If no sandbox holds agents and checks: the run then looks at its plan before it stops. */
  readonly unconfined?: true
  /** The phases people name, one for each time they resume it; then they let it go on to the end. */
  readonly phases?: readonly DeliveryPhase[]
  /** Whether a crash must leave no trace at all in the final state: not so where the timing of people takes part. */
  readonly repeatable: boolean
}

const fails =
  (kind: 'network' | 'timeout' | 'auth' | 'rate_limit', resetsInMs?: number): Script[string] =>
  (files, version, now): AgentAct => ({
    type: 'fails',
    files: implemented(files, `half ${version}`, { bugs: ['test'], flaws: [] }),
    error: {
      kind,
      message: `it was ${kind}`,
      ...(resetsInMs === undefined ? {} : { resetsAt: now + resetsInMs }),
    },
  })
const writes =
  (bugs: readonly string[], flaws: readonly string[]): Script[string] =>
  (files, version) => ({ type: 'text', files: implemented(files, version, { bugs, flaws }) })
const changesNothing = (files: Files): AgentAct => ({ type: 'text', files })
const editsAsReviewer: Script[string] = (files, version) => ({
  type: 'review',
  files: { ...files, 'src/reviewer.js': version },
  findings: [],
  sentinel: true,
})

const granted: Reply = { where: 'inbox', choice: 'grant', afterMs: 60_000 }

export const stories: readonly Story[] = [
  { name: 'all goes well', ending: 'ended: done (0)', repeatable: true },
  {
    name: 'a failing check is fixed',
    ending: 'ended: done (0)',
    script: { 'implement 1': writes(['test'], []), 'fix 1': writes(['lint'], []) },
    repeatable: true,
  },
  {
    name: 'findings are fixed, a Low stays as a follow-up',
    ending: 'ended: done (0)',
    script: {
      'implement 1': writes([], ['High|Off by one', 'Low|Name is odd']),
      'fix 1': writes([], ['Low|Name is odd']),
    },
    repeatable: true,
  },
  {
    name: 'agents are limited, unreachable and slow to answer, and leave half a change',
    ending: 'ended: done (0)',
    script: {
      'implement 1': fails('rate_limit', 600_000),
      'implement 2': fails('network'),
      'implement 3': fails('timeout'),
      'review 1': fails('rate_limit'),
      'review 2': fails('auth'),
    },
    repeatable: true,
  },
  {
    name: 'a gate is granted through the inbox',
    ending: 'ended: done (0)',
    script: { 'implement 1': changesNothing, 'implement 2': changesNothing },
    repeatable: false,
  },
  {
    name: 'a gate is refused at the terminal',
    ending: 'ended: blocked (1)',
    script: { 'implement 1': changesNothing, 'implement 2': changesNothing },
    reply: { where: 'terminal', choice: 'refuse', afterMs: 60_000 },
    repeatable: false,
  },
  {
    name: 'a reviewer edits files and is asked again',
    ending: 'ended: done (0)',
    script: { 'review 1': editsAsReviewer },
    repeatable: true,
  },
  {
    name: 'the base clashes before preflight and moves before the merge',
    ending: 'ended: done (0)',
    meanwhile: { 'review 1': ['base clashes'], 'merge 1': ['base moves'] },
    repeatable: true,
  },
  {
    name: 'the checkout is in the way of the merge and of the completion',
    ending: 'ended: done (0)',
    meanwhile: { 'merge 1': ['checkout is in the way'], 'complete 1': ['checkout is in the way'] },
    repeatable: false,
  },
  {
    name: 'the base conflicts just as the merge begins',
    ending: 'ended: done (0)',
    meanwhile: { 'merge 1': ['base conflicts'] },
    repeatable: true,
  },
  {
    name: 'the base clashes just as the merge begins',
    ending: 'ended: done (0)',
    meanwhile: { 'merge 1': ['base clashes'] },
    repeatable: true,
  },
  {
    name: 'by pull request, looked at and run end to end',
    ending: 'ended: done (0)',
    told: { forge: github, ui, e2e },
    script: { 'implement 1': writes(['e2e'], []), 'fix 1': writes([], ['High|Off screen']) },
    repeatable: true,
  },
  {
    name: 'the base moves before the forge merges',
    ending: 'ended: done (0)',
    told: { forge: github },
    meanwhile: { 'merge 1': ['base moves'] },
    repeatable: true,
  },
  {
    name: 'a person merges the pull request while its checks run',
    ending: 'ended: done (0)',
    told: { forge: github },
    meanwhile: { 'await-ci 1': ['person merges the pull request'] },
    repeatable: true,
  },
  {
    name: 'a person closes the pull request and opens the gate for it again',
    ending: 'ended: done (0)',
    told: { forge: github },
    meanwhile: { 'await-ci 1': ['person closes the pull request'] },
    repeatable: false,
  },
  {
    name: 'a person rewrites the base',
    ending: 'ended: done (0)',
    meanwhile: { 'checks 1': ['base moves'], 'review 1': ['person rewrites the base'] },
    repeatable: false,
  },
  {
    name: 'a person rewrites the base between preflight and merge',
    ending: 'ended: done (0)',
    meanwhile: { 'checks 1': ['base moves'], 'merge 1': ['person rewrites the base'] },
    repeatable: false,
  },
  {
    name: 'a person edits the plan',
    ending: 'ended: done (0)',
    meanwhile: { 'implement 1': ['person edits the plan'] },
    repeatable: false,
  },
  {
    name: 'an unconfined check completes the plan, and a person has it delivered',
    ending: 'ended: done (0)',
    unconfined: true,
    meanwhile: { 'checks 1': ['plan is completed by others'] },
    reply: { where: 'inbox', choice: 'put-back', afterMs: 60_000 },
    repeatable: false,
  },
  {
    name: 'a person completes the plan while an unconfined check works, and vouches for it',
    ending: 'ended: done (0)',
    unconfined: true,
    meanwhile: { 'checks 1': ['plan is completed by others'] },
    reply: { where: 'inbox', choice: 'by-hand', afterMs: 60_000 },
    repeatable: false,
  },
  {
    name: 'phase by phase',
    ending: 'ended: done (0)',
    told: { until: 'implement' },
    script: { 'implement 1': writes([], ['High|Off by one']) },
    phases: [...deliveryPhases.slice(1), 'review', 'preflight'],
    repeatable: true,
  },
  {
    name: 'a hard budget freezes the repository',
    ending: 'ended: done (0)',
    told: { budget: { ...plainInput.budget, ceilingTokens: 1, hard: true } },
    repeatable: true,
  },
  {
    name: 'a person stops it during the review and at the merge',
    ending: 'ended: done (0)',
    meanwhile: { 'review 1': ['person stops the run'], 'merge 1': ['person presses Ctrl-C'] },
    repeatable: false,
  },
]

/** `watch` is told of the place where it plays. */
export function storyScenario(story: Story, watch: (stage: Stage, site: Site) => void = () => {}) {
  const reply = story.reply ?? granted
  const attended = reply.where === 'terminal'
  return deliveryScenario({
    name: story.name,
    input: { ...plainInput, ...story.told },
    attended,
    confined: story.unconfined !== true,
    ...(story.redBase === undefined ? {} : { redBase: story.redBase }),
    cast(stage, site) {
      watch(stage, site)
      return {
        weather: calm,
        agents: scriptedAgents(stage, story.script ?? {}),
        manners: reasonablePeople(site, reply, story.phases ?? []),
        disturb({ id }, attempt) {
          const key = `${phaseOf(id)} ${id.split('/').at(-1)}`
          if (attempt === 1)
            for (const what of story.meanwhile?.[key] ?? []) disturb(what, { stage, site, key })
        },
        heard: () => {},
        isDiskFull: () => false,
        isSidecarDiskFull: () => false,
      }
    },
  })
}

/** They answer every gate after fixing what it complains about, and resume whatever rests. */
function reasonablePeople(site: Site, reply: Reply, phases: readonly DeliveryPhase[]): Manners {
  let resumed = 0
  return {
    repliesTo: () => [reply],
    prepare() {
      site.checkoutInTheWay = false
    },
    resume(rest) {
      site.frozen = null
      const paused = rest.type === 'ended' && rest.end.exitCode === exitCode.done
      return { afterMs: 60_000, until: paused ? (phases[resumed++] ?? null) : null }
    },
  }
}
