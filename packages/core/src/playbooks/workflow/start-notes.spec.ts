import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'

const keys = (told: Parameters<typeof given>[0]): readonly string[] =>
  given(told)
    .rest()
    .state()
    .said.flatMap((message) => ('key' in message ? [message.key] : []))

describe('WF-03 WF-16 what a person hears at the start', () => {
  it('a verifier that costs more than it must', () => {
    expect(keys({ verifier: 'opus' })).toContain('verifierCost')
    expect(keys({})).not.toContain('verifierCost')
  })

  it('a grade that the provider has no model for', () => {
    const economy = { preset: 'economy', executor: 'haiku', advisor: 'sonnet', evaluator: 'sonnet' } as const
    const told = { modelConfig: economy, provider: 'codex', models: { codex: { haiku: 'small' } } }
    expect(keys(told).filter((key) => key === 'noModelFor')).toHaveLength(1)
  })

  it('a language without texts', () => expect(keys({ otherLang: 'it' })).toContain('otherLanguage'))
})
