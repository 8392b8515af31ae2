/** Owns what people and machines do to a repository while a command of the run is under way. */

import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome } from '@harness/core/kernel/event'
import type { Stage } from '../engine/scenario.ts'
import { baseTip, extendBase } from './base-branch.ts'
import type { Pull, Site } from './ground.ts'
import type { Files } from './repository.ts'
import { featurePath } from './run-checks.ts'
import { sourceText } from './source-text.ts'
import type { Disturb } from './twin.ts'
import type { Fault, Weather } from './weather.ts'

const hourMs = 3_600_000

/** Others moved the plan to the completed ones, as the checkers hear of it. */
export const completedByOthers = 'plan completed by others'

interface Scene {
  readonly stage: Stage
  readonly site: Site
  /** Different for everything that happens. */
  readonly key: string
}

const acts = {
  'base moves': (scene) => write(scene, 'docs/notes.md', []),
  'base clashes': (scene) => write(scene, 'src/other.js', ['test']),
  'base conflicts': ({ stage, site, key }) =>
    commitByPerson(
      stage,
      site,
      (files) => ({
        ...files,
        [featurePath]: sourceText({ version: key, bugs: [], clashes: [], flaws: [] }),
      }),
      `Write the feature (${key})`,
    ),
  'person edits the plan': (scene) => {
    if (scene.site.planPath in baseTip(scene.site).files) write(scene, scene.site.planPath, [])
  },
  'person takes the plan away': ({ stage, site, key }) =>
    commitByPerson(
      stage,
      site,
      ({ [site.planPath]: _gone, ...others }) => others,
      `Take the plan away (${key})`,
    ),
  'plan is completed by others': ({ stage, site, key }) => {
    const { planPath, completedPath } = site
    const text = baseTip(site).files[planPath]
    if (text === undefined || completedPath === null) return
    const moved = ({ [planPath]: _gone, ...others }: Files): Files => ({ ...others, [completedPath]: text })
    commitByPerson(stage, site, moved, `Complete the plan (${key})`)
    stage.changed({ kind: completedByOthers, commandId: null, once: null })
  },
  'checkout is in the way': ({ site }) => {
    site.checkoutInTheWay = true
  },
  'person closes the pull request': ({ site }) => {
    for (const pull of site.pulls) if (pull.state === 'open') pull.state = 'closed'
  },
  'person merges the pull request': ({ stage, site }) => {
    for (const pull of site.pulls) if (pull.state === 'open') mergeByPerson(stage, site, pull)
  },
  'person rewrites the base': ({ stage, site, key }) => {
    const [root] = site.repository.mainlineOf(baseTip(site).hash).slice(-1)
    if (root === undefined || root.hash === baseTip(site).hash) return
    const { hash } = site.repository.commit({
      files: baseTip(site).files,
      parents: [root.hash],
      message: `Rewritten (${key})`,
      author: 'person',
      commandId: null,
    })
    site.repository.point(site.baseBranch, hash)
    stage.changed({ kind: 'base rewritten by a person', commandId: null, once: null })
  },
  'person stops the run': ({ stage }) => stage.interrupt('stopped'),
  'person presses Ctrl-C': ({ stage }) => stage.interrupt('signal'),
  'person freezes the repository': ({ site }) => {
    site.frozen = 'a person froze it'
  },
  'clock jumps forward': ({ stage, key }) => stage.wall.jump(stage.random.about(key).int(1, 24) * hourMs),
  'clock jumps back': ({ stage, key }) => stage.wall.jump(-stage.random.about(key).int(1, 24) * hourMs),
} satisfies Partial<Record<Fault, (scene: Scene) => void>>

export type Disturbance = keyof typeof acts

const disturbances = Object.keys(acts) as readonly Disturbance[]

export const disturb = (what: Disturbance, scene: Scene): void => acts[what](scene)

function mergeByPerson(stage: Stage, site: Site, pull: Pull): void {
  const base = baseTip(site)
  const merged = site.repository.merge(base.hash, pull.head)
  if (merged.type === 'conflict') return
  pull.state = 'merged'
  const { hash } = extendBase(site, {
    files: merged.files,
    parents: [base.hash, pull.head],
    message: `Merge pull request ${pull.number}`,
    author: 'person',
    commandId: null,
  })
  pull.mergedAs = hash
  stage.changed({ kind: 'merged by a person', commandId: null, once: null })
}

/** A person commits to the base branch. */
export function commitByPerson(
  stage: Stage,
  site: Site,
  change: (files: Files) => Files,
  message: string,
): void {
  const base = baseTip(site)
  extendBase(site, {
    files: change(base.files),
    parents: [base.hash],
    message,
    author: 'person',
    commandId: null,
  })
  stage.changed({ kind: 'base moved by a person', commandId: null, once: null })
}

function write({ stage, site, key }: Scene, path: string, clashes: readonly string[]): void {
  const text = sourceText({ version: key, bugs: [], clashes, flaws: [] })
  commitByPerson(stage, site, (files) => ({ ...files, [path]: text }), `Edit ${path} (${key})`)
}

/** Draws, for each command that begins, what happens before it can end. */
export const disturbedBy =
  (stage: Stage, site: Site, weather: Weather): Disturb =>
  (command, attempt) => {
    const key = `${command.id} ${attempt}`
    const luck = stage.random.about(`${key} disturbances`)
    for (const what of disturbances)
      if (weather.strikes(what, luck))
        stage.timeline.after(luck.int(0, spanMs(command)), () => disturb(what, { stage, site, key }))
  }

/** People also stop a run in the moment between one command's outcome and the next command. */
export const interruptedBetween =
  (stage: Stage, weather: Weather): ((event: AnyEvent) => void) =>
  (event) => {
    if (!isOutcome(event)) return
    const luck = stage.random.about(`after ${event.commandId}`)
    if (luck.chance(0.1) && weather.strikes('person presses Ctrl-C', luck))
      stage.timeline.after(luck.int(0, 6), () => stage.interrupt('signal'))
  }

const spanMs = (command: AnyCommand): number => spans[command.type] ?? 600

const spans: Partial<Record<AnyCommand['type'], number>> = {
  RunAgent: 8 * 60_000,
  RunChecks: 40_000,
  AwaitCi: 4 * 60_000,
  CaptureUi: 20_000,
}
