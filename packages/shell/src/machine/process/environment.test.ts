import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedEnvironment, looksSecret } from './environment.ts'

describe('AG-07 the environment of programs is an allow-list', () => {
  it('has what programs need to work, and nothing that nobody asked for', () => {
    const source = {
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      EDITOR: 'vi',
      GIT_DIR: '/x',
      LD_PRELOAD: 'x',
      NODE_OPTIONS: 'x',
    }
    expect(allowedEnvironment(source)).toEqual({ PATH: '/bin', HOME: '/h', LC_ALL: 'C' })
  })

  it('adds what is allowed by name or by beginning, and what is given outright', () => {
    const source = { MY_A: '1', MY_B: '2', YOUR_A: '3', PORT: '4', UNSET: undefined }
    expect(allowedEnvironment(source, ['MY_*', 'PORT', 'UNSET'], { PORT: '5' })).toEqual({
      MY_A: '1',
      MY_B: '2',
      PORT: '5',
    })
  })

  it('passes a secret on only by its exact name', () => {
    const source = { MY_API_KEY: 'k', MY_TOKEN: 't', npm_config__auth: 'a', npm_config_registry: 'r' }
    expect(allowedEnvironment(source, ['MY_*', 'npm_config_*'])).toEqual({ npm_config_registry: 'r' })
    expect(allowedEnvironment(source, ['MY_*', 'MY_TOKEN'])).toEqual({ MY_TOKEN: 't' })
  })

  it('never lets a name through that looks like a secret’s, whatever the patterns', () => {
    const name = fc.stringMatching(/^[A-Za-z_]{0,12}_(TOKEN|KEY|SECRET|PASSWORD)$/)
    const patterns = fc.array(fc.constantFrom('*', 'A*', 'MY_*', 'LC_*', 'PATH'))
    fc.assert(
      fc.property(name, patterns, (secret, allow) => {
        expect(allowedEnvironment({ [secret]: 'x' }, allow)).toEqual({})
      }),
    )
  })

  it('tells secrets from what only sounds like them', () => {
    for (const name of ['OPENAI_API_KEY', 'GH_TOKEN', 'db_password', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_PAT']) {
      expect(looksSecret(name), name).toBe(true)
    }
    for (const name of ['PATH', 'KEYBOARD', 'HOME', 'MONKEY', 'TOKENIZER_MODEL']) {
      expect(looksSecret(name), name).toBe(false)
    }
  })
})
