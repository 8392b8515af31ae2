import { describe, expect, test } from 'vitest'
import { commandTree } from '../command-tree.ts'
import { textWidth } from '../terminal/text.ts'
import { fakeTerminal } from '../test-support/fake-terminal.ts'
import { commandHelp, programHelp } from './help.ts'

const context = { commands: commandTree, terminal: fakeTerminal().terminal, version: '1.2.3' }

describe('help', () => {
  test('QA-21 the program’s help fits a screen of 80 columns and 24 lines', () => {
    const lines = programHelp(context).trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(lines.filter((line) => textWidth(line) > 80)).toEqual([])
  })

  test('QA-21 the program’s help names every command once, grouped by what people do', () => {
    const help = programHelp(context)
    const named = commandTree.map(({ name }) => name)
    const listed = [...help.matchAll(/^(?:[A-Z][a-z]+ +| {9})([a-z-]+(?:, [a-z-]+)*)(?: {2,}|$)/gm)].flatMap(
      ([, names]) => names?.split(', ') ?? [],
    )
    expect(listed).toEqual(named)
    expect(help).toMatch(/^Start {4}init/m)
  })

  test.each(commandTree.map((spec) => [spec.name, spec] as const))(
    'QA-21 harness %s --help has examples, --json and no line over 80 columns',
    (name, spec) => {
      const help = commandHelp(spec, context)
      expect(help).toContain('--json')
      expect(spec.examples.length).toBeGreaterThan(0)
      for (const { run } of spec.examples) expect(run).toContain(`harness ${name}`)
      expect(help.split('\n').filter((line) => textWidth(line) > 80)).toEqual([])
    },
  )
})
