import { describe, expect, it } from 'vitest'
import { refusal } from './guard.ts'

const token = 'a'.repeat(64)
const bearer = `Bearer ${token}`

/** As node hands a request over: of two headers with one name, `headers` has the first. */
const codeOf = (url: string, ...authorizations: readonly string[]): string | null => {
  const rawHeaders = ['Host', 'h:1', ...authorizations.flatMap((value) => ['authorization', value])]
  const [authorization] = authorizations
  const headers = { host: 'h:1', authorization }
  return refusal({ method: 'GET', url, rawHeaders, headers }, { token, hosts: ['h:1'] })?.code ?? null
}

describe('QA-06 who may ask the control server', () => {
  it('QA-06 one token, once, in its header', () => {
    expect(codeOf('/state', bearer)).toBeNull()
    expect(codeOf('/state')).toBe('token-missing')
    expect(codeOf('/state', bearer, 'Bearer 00')).toBe('token-twice')
    expect(codeOf('/state', bearer, bearer)).toBe('token-twice')
  })

  it('QA-06 no path that means another one once it is resolved', () => {
    for (const path of ['/a/../state', '/./state', '/%2e%2E/state', '//host/state', '/\\state', 'state'])
      expect([path, codeOf(path, bearer)]).toEqual([path, 'wrong-target'])
    expect(codeOf('/.well-known/..a', bearer)).toBeNull()
  })

  it('QA-06 no token in a URL, however its name is written', () => {
    for (const query of ['token=1', 'a=1&TOKEN=1', '%74oken=1', 'access%5Ftoken=1', 'a=1?token=1'])
      expect([query, codeOf(`/state?${query}`, bearer)]).toEqual([query, 'token-in-url'])
    expect(codeOf('/state?tokens=1', bearer)).toBeNull()
    expect(codeOf('/[?a=%', bearer)).toBeNull()
  })
})
