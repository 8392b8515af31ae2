import { describe, expect, it } from 'vitest'
import { modelsOf, parseModelConfig } from './model-presets.ts'

describe('WF-16 model presets', () => {
  it.each([
    ['default', [null, null, null]],
    ['all-opus', ['opus', 'opus', 'opus']],
    ['balanced', ['sonnet', 'opus', 'opus']],
    ['economy', ['haiku', 'sonnet', 'sonnet']],
    ['executor:haiku', ['haiku', 'opus', 'opus']],
    ['executor:opus, advisor:haiku,evaluator:sonnet', ['opus', 'haiku', 'sonnet']],
  ])('%s', (given, expected) => {
    const config = parseModelConfig(given)
    expect([config?.executor, config?.advisor, config?.evaluator]).toEqual(expected)
  })

  it.each(['', 'gpt-5', 'executor:gpt', 'verifier:haiku', 'executor:opus,executor:haiku', 'executor:opus:x'])(
    'refuses %j',
    (given) => expect(parseModelConfig(given)).toBeNull(),
  )

  it('gives each provider its own model of a grade', () => {
    const models = { claude: { opus: 'claude-opus', haiku: 'claude-haiku' }, codex: { opus: 'gpt-large' } }
    expect(modelsOf(models, 'opus')).toEqual({ claude: 'claude-opus', codex: 'gpt-large' })
    expect(modelsOf(models, 'sonnet')).toBeUndefined()
    expect(modelsOf(models, null)).toBeUndefined()
  })
})
