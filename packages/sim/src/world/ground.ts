/** Owns what the simulated adapters of one process stand on. What is in `site` outlives every process. */
import type { CommandId } from '@harness/core/ids'
import type { Random } from '../random.ts'
import type { Stage } from '../scenario.ts'
import type { SimProcess } from '../sim-process.ts'
import type { Agents } from './agents.ts'
import { type Lanes, openLanes } from './lanes.ts'
import { type Files, openRepository, type Repository } from './repository.ts'
import type { Weather } from './weather.ts'

/** The repository and what people can see of it. */
export interface Site {
  readonly baseBranch: string
  /** The document that the run works from, and that people may edit at any time. */
  readonly planPath: string
  readonly repository: Repository
  readonly lanes: Lanes
  /** Passing runs, as `provenKey` spells them: what the checks really showed. */
  readonly proven: Set<string>
  frozen: string | null
  checkoutInTheWay: boolean
  /** How often each command was begun. */
  readonly begun: Map<CommandId, number>
}

export interface Ground {
  readonly process: SimProcess
  readonly stage: Stage
  readonly site: Site
  readonly agents: Agents
  readonly weather: Weather
}

export const provenKey = (tree: string, check: string, run: string): string => `${tree} ${check}: ${run}`

export function openSite(baseBranch: string, planPath: string, files: Files): Site {
  const repository = openRepository()
  const first = repository.commit({
    files,
    parents: [],
    message: 'Begin',
    author: 'person',
    commandId: null,
  })
  repository.point(baseBranch, first.hash)
  return {
    baseBranch,
    planPath,
    repository,
    lanes: openLanes(repository),
    proven: new Set(),
    frozen: null,
    checkoutInTheWay: false,
    begun: new Map(),
  }
}

/** The luck of this attempt: the same for the same seed, command and number of the attempt. */
export const luckOf = ({ stage, site }: Ground, id: CommandId): Random =>
  stage.random.about(`${id} ${site.begun.get(id) ?? 0}`)
