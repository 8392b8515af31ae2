/** Owns the list of test files in packages that need a worker of their own, each with its reason. */
import { basename } from 'node:path'

const mocksModules = 'replaces modules, which would replace them for its neighbours too'
const startsAgents = 'starts real agent programs, which takes long'
const startsBrowser = 'starts a browser, which takes long'

/** Package and file name. The folder is left out, because files move between folders. */
export const ownWorker: Readonly<Record<string, string>> = {
  'agent-runner/broken-sdk.test.ts': mocksModules,
  'agent-runner/claude-confinement.test.ts': startsAgents,
  'agent-runner/claude-provider.test.ts': startsAgents,
  'agent-runner/codex-confinement.test.ts': startsAgents,
  'agent-runner/codex-provider.test.ts': startsAgents,
  'agent-runner/probe-provider.test.ts': startsAgents,
  'agent-runner/user-config.test.ts': startsAgents,
  'shell/capture-ui.test.ts': startsBrowser,
  'shell/claude-cell.test.ts': startsAgents,
  'shell/claude-contract.test.ts': startsAgents,
  'shell/codex-cell.test.ts': startsAgents,
  'shell/commit-lane.test.ts': mocksModules,
  'shell/confined-ui.test.ts': startsBrowser,
  'shell/codex-contract.test.ts': startsAgents,
  'shell/replace-owned-file.test.ts': mocksModules,
  'shell/reused-pid.test.ts': mocksModules,
  'shell/slow-disk.test.ts': mocksModules,
}

/** The names of those that start real agent programs. */
export const agentTests: readonly string[] = Object.keys(ownWorker).filter(
  (name) => ownWorker[name] === startsAgents,
)

/** The paths of the listed files. Throws unless each name belongs to exactly one of `paths`. */
export function pathsOf(names: readonly string[], paths: readonly string[]): readonly string[] {
  return names.map((name) => {
    const found = paths.filter((path) => nameOf(path) === name)
    const [only] = found
    if (only === undefined || found.length > 1)
      throw new Error(`tooling/own-worker.ts names ${name}, but ${found.length} test files have this name.`)
    return only
  })
}

/** Takes a path from the repository's root: `packages/<package>/src/…/<file>`. */
const nameOf = (path: string): string => `${path.split('/')[1]}/${basename(path)}`
