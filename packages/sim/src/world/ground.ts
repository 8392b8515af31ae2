/** Owns what the simulated adapters of one process stand on. What is in `site` outlives every process. */
import type { Evidence } from '@harness/core/kernel/evidence'
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import type { Random } from '../engine/random.ts'
import type { Stage } from '../engine/scenario.ts'
import type { SimProcess } from '../engine/sim-process.ts'
import type { Agents } from './agents.ts'
import { type Lanes, openLanes } from './lanes.ts'
import type { Papers } from './papers.ts'
import { type Files, openRepository, type Repository } from './repository.ts'
import type { Shelf } from './shelf.ts'
import type { SimDocuments } from './sim-documents.ts'
import type { Weather } from './weather.ts'

/** The repository and what people can see of it. */
export interface Site {
  readonly baseBranch: string
  /** The document that the run works from, and that people may edit at any time. */
  readonly planPath: string
  /** The path of the plan once it is completed; null if it stays. */
  completedPath: string | null
  readonly repository: Repository
  readonly lanes: Lanes
  /** The handbook and the documents beside it; null if the run works from none. */
  shelf: Shelf | null
  /** What the run reads and edits; null if it has no documents. */
  documents: SimDocuments | null
  /** The documents of a mission; null if the run works from none. */
  papers: Papers | null
  /** What only people and the harness itself may change. */
  readonly reserved: Set<string>
  /** Passing runs, as `provenKey` spells them: what the checks really showed. */
  readonly proven: Set<string>
  /** What was shown about trees that the merge queue made, by the command that landed them. */
  readonly landed: Map<CommandId, readonly Evidence[]>
  readonly pulls: Pull[]
  /** The last commits of branches that a person deleted and that are not open again. */
  readonly deleted: Map<string, CommitHash>
  frozen: string | null
  checkoutInTheWay: boolean
  /** How often each command was begun. */
  readonly begun: Map<CommandId, number>
}

/** A pull request as the forge knows it. */
export interface Pull {
  readonly number: number
  readonly branch: string
  head: CommitHash
  state: 'open' | 'closed' | 'merged'
  mergedAs: CommitHash | null
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
    completedPath: null,
    repository,
    lanes: openLanes(repository),
    shelf: null,
    documents: null,
    papers: null,
    reserved: new Set(),
    proven: new Set(),
    landed: new Map(),
    pulls: [],
    deleted: new Map(),
    frozen: null,
    checkoutInTheWay: false,
    begun: new Map(),
  }
}

/** The luck of this attempt: the same for the same seed, command and number of the attempt. */
export const luckOf = ({ stage, site }: Ground, id: CommandId): Random =>
  stage.random.about(`${id} ${site.begun.get(id) ?? 0}`)
