import { expect, it } from 'vitest'
import { proofKind } from './proof-files.ts'

const lines = [{ run: 'node scripts/all.mjs && npm test', folder: '' }]

it.each([
  ['src/sum.test.ts', 'test'],
  ['tests/sum.py', 'test'],
  ['tests/data/rows.json', 'test support'],
  ['src/__snapshots__/sum.test.ts.snap', 'test support'],
  ['packages/a/fixtures/one.txt', 'test support'],
  ['scripts/all.mjs', 'script of a check'],
  ['vitest.config.ts', 'settings'],
  ['packages/a/package.json', 'settings'],
  ['biome.json', 'settings'],
  ['AGENTS.md', 'instructions to agents'],
  ['packages/a/CLAUDE.md', 'instructions to agents'],
  ['CLAUDE.local.md', 'instructions to agents'],
  ['.claude/skills/paint/test/SKILL.md', 'instructions to agents'],
  ['.agents/skills/paint/SKILL.md', 'instructions to agents'],
  ['.mcp.json', 'instructions to agents'],
  ['docs/OLD-AGENTS.md', null],
  ['src/sum.ts', null],
  ['src/utils/sum.ts', null],
  ['scripts/other.mjs', null],
])('AG-14 TR-05 %s counts as %s', (path, kind) => expect(proofKind(path, lines)).toBe(kind))
