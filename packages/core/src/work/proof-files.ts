/** Owns which files of a change bear on its proof: tests, what they stand on, settings of tools, scripts of checks, and what agents are told. */
import { type CommandLine, entryKind } from './entry-files.ts'
import { bearsOnTests, isTest, isTestSupport } from './test-files.ts'

export type ProofKind = 'test' | 'test support' | 'script of a check' | 'settings' | 'instructions to agents'

/** `lines` are all that the checks run. Null if the file is of no such kind. */
export function proofKind(path: string, lines: readonly CommandLine[]): ProofKind | null {
  const entry = entryKind(lines, path)
  if (instructsAgents(path)) return 'instructions to agents'
  if (isTest(path) || entry === 'test') return 'test'
  if (entry === 'script') return 'script of a check'
  if (isTestSupport(path)) return 'test support'
  return bearsOnTests(path) ? 'settings' : null
}

/** Conventions, skills, commands, tool servers and settings of agents, in any folder. */
const instructsAgents = (path: string): boolean =>
  /(^|\/)((AGENTS|CLAUDE)(\.[^/]+)?\.md|\.mcp\.json|\.(agents|claude|codex)\/.+)$/i.test(path)
