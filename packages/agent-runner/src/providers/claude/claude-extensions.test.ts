import { expect, test } from 'vitest'
import type { ToolServer } from '../../runner/extensions.ts'
import { claudeExtensions } from './claude-extensions.ts'

const key = `\${ANTHROPIC_API_KEY}`
const servers: Readonly<Record<string, ToolServer>> = {
  web: { type: 'http', url: `https://example.com/${key}`, headers: { 'X-Key': 'secret-of-nobody' } },
  scales: { command: 'node', args: [key], env: { A: 'secret-of-nobody' } },
}

test('AG-07 AG-15 no text of a server names a variable of the program, and no value of a server is an argument', () => {
  const extensions = { folder: '/f', seenAt: '/f', skills: [], commands: [], servers }
  for (const shell of ['cell', 'own', 'none'] as const) {
    const { options } = claudeExtensions({ mode: 'exec', extensions }, ['ANTHROPIC_API_KEY'], shell)
    const text = JSON.stringify(options)
    expect(text).toContain('https://example.com/ANTHROPIC_API_KEY}')
    const inCell = [`\${HARNESS_VALUE_WEB_X_KEY}`]
    expect(text.match(/\$\{\w+\}/g)).toEqual(
      shell === 'cell' ? inCell : [...inCell, `\${HARNESS_VALUE_SCALES_A}`],
    )
    expect(text).not.toContain('secret-of-nobody')
  }
})
