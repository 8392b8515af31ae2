import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness } from './support/harness-here.ts'
import { commit, type Rule, write } from './support/sample-repo.ts'
import { boxOf, handbookOf, smallRepo } from './support/small-handbook.ts'

const haltOf = (root: string): string => readFileSync(join(root, '.impeccable-halt.md'), 'utf8')
const prompts = [
  { id: '1.1', verb: 'critique' },
  { id: '3.1', verb: 'polish' },
]
const rules = [
  { role: 'prompt-worker', do: [{ write: { path: 'fine', text: 'x\n' } }], reply: 'It is done.' },
  { role: 'prompt-reader', reply: 'No findings.' },
]
const content = { role: 'phase-closer', json: { pass: true, failures: [] } }

function repoWith(closes: Readonly<Record<string, string>>, closer: Rule = content): string {
  const root = smallRepo(prompts, [...rules, closer], closes)
  write(root, { 'gate.sh': 'echo the gate is shut >&2\nexit 3\n' })
  commit(root, 'Add a gate')
  return root
}

describe('HB-50 a phase close fails shut', () => {
  it.each([
    '### Phase 1 close\n\nPhase 3 may start only when `sh gate.sh` passes, and every issue is filed.',
    '**Phase 1 close.** Run `sh gate.sh`; it must pass.',
    '### Close\n\nAll of these must pass:\n\n1. `CI=1 sh gate.sh` — the gate',
  ])('HB-50 a command that fails halts, though the phase closer is content: %j', async (close) => {
    const root = repoWith({ 1: close })
    const { code, stdout } = await harness(root, ['handbook'])
    expect(code, stdout).toBe(1)
    expect(stdout).not.toContain('start 3.1')
    expect([boxOf(root, '1.1'), boxOf(root, '3.1')]).toEqual(['x', ' '])
    for (const part of ['Prompt: phase-1', 'sh gate.sh`', 'the gate is shut'])
      expect(haltOf(root)).toContain(part)
  })

  it('HB-50 a command that the close leaves to the lead does not run; the run and the phase closer name it', async () => {
    const closer = { ...content, match: 'Commands that the harness did not run' }
    const close = '### Phase 1 close\n\nThe gate (`sh gate.sh`) has to be run by the lead.'
    const root = repoWith({ 1: close }, closer)
    const { code, stdout, stderr } = await harness(root, ['handbook'])
    expect(code, stdout).toBe(0)
    expect(stderr).toContain('Phase 1 close: the harness does not run `sh gate.sh`')
  })

  it('AG-17 a phase closer that quotes what no output shows does not close, and one that quotes a file does', async () => {
    const says = (quote: string, more: Rule = {}) => ({
      role: 'phase-closer',
      do: [{ run: 'cat PRODUCT.md' }],
      json: { pass: true, failures: [], evidence: [`PRODUCT.md says "${quote}"`] },
      ...more,
    })
    const close = { 1: '### Phase 1 close\n\nThe product names its users.' }
    const lied = repoWith(close, says('Users are 12 sailors.'))
    expect((await harness(lied, ['handbook'])).code).toBe(1)
    expect(haltOf(lied)).toContain('is in no output that it saw: PRODUCT.md says "Users are 12 sailors."')
    const root = smallRepo(prompts, [...rules, says('Sailors.', { times: 1 }), says('## Users')], close)
    const { code, stdout } = await harness(root, ['handbook'])
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('dispatch phase-1 close to the phase-closer (2)')
  })

  it('HB-50 the phase closer judges prose, and its no halts', async () => {
    const closer = {
      role: 'phase-closer',
      match: 'Every page has one voice.',
      json: { pass: false, failures: ['src/pages has two voices.'] },
    }
    const root = repoWith({ 1: '### Phase 1 close\n\nEvery page has one voice.' }, closer)
    const { code, stdout } = await harness(root, ['handbook'])
    expect(code, stdout).toBe(1)
    expect(stdout).toContain('dispatch phase-1 close to the phase-closer (1)')
    expect(haltOf(root)).toContain('src/pages has two voices.')
  })

  it('HB-50 no run is done over the open box of a close that says nothing, until a person ticks it', async () => {
    const root = repoWith({ 3: '### Phase 3 close\n\n- [ ] COMPLETE' })
    const { code, stdout } = await harness(root, ['handbook'])
    expect(code, stdout).toBe(1)
    expect(boxOf(root, '3.1')).toBe('x')
    const line = handbookOf(root).split('\n').indexOf('### Phase 3 close') + 1
    expect(haltOf(root)).toContain(`Phase 3 close (line ${line})`)
    expect(existsSync(join(root, '.impeccable-shipreport.md'))).toBe(false)

    const path = join(root, 'IMPECCABLE_HANDBOOK.md')
    writeFileSync(path, handbookOf(root).replace('- [ ] COMPLETE', '- [x] COMPLETE'))
    expect((await harness(root, ['handbook'])).code).toBe(0)
  })
})
