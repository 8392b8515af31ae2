import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const config = JSON.stringify({ checks: [{ name: 'a', run: 'true' }] })
const contract = `# Validation contract
### VAL-ONE-001: One holds
**Verify:** look
**Evidence:** \`cat\` prints "one"
**Status:** [PASS]

### VAL-TWO-001: Two holds
**Status:** [TODO]
`
const feature = {
  id: 'F-001',
  title: 'One',
  summary: '',
  claims: ['VAL-ONE-001', 'VAL-GONE-001'],
  status: 'failing',
}
const issues = [{ id: 'i', severity: 'major', title: 'It is red', detail: '' }]

const planned = (status = 'failing') =>
  targetRepo({
    'harness.config.json': config,
    '.harness/features.json': JSON.stringify({ features: [{ ...feature, status, attempts: 2, issues }] }),
    '.harness/validation-contract.md': contract,
  })

describe('harness mission', () => {
  test('MI-15 status, features and contract tell what lies in the checkout, also without a run', async () => {
    const { root } = planned()
    const status = await runHere(root, ['mission', 'status'])
    expect(status).toMatchObject({ code: 0, out: expect.stringContaining('1 pass, 0 fail, 1 to do') })
    expect(status.out).toMatch(/^F-001 +failing +2 +1\/2 +One$/m)
    expect(JSON.parse((await runHere(root, ['mission', 'status', '--json'])).out)).toMatchObject({
      ok: true,
      run: null,
      features: [{ id: 'F-001', status: 'failing', attempts: 2, claims: '1/2', lane: null }],
      claims: { pass: 1, fail: 0, todo: 1 },
      next: 'harness mission',
    })
    const features = await runHere(root, ['mission', 'features'])
    expect(features.out).toContain('F-001 major: It is red')
    const listed = await runHere(root, ['mission', 'contract'])
    expect(listed.out).toMatch(/^VAL-ONE-001 +PASS +F-001 +One holds$/m)
    expect(listed.out).toContain('No feature claims VAL-TWO-001.')
    expect(listed.out).toContain('A feature claims VAL-GONE-001, which is not in the contract.')
  })

  test('a features.json that cannot be read is named with its place, by every command that looks at it', async () => {
    const { root } = planned('finished')
    for (const args of [['mission', 'status'], ['mission', 'features'], ['validate']]) {
      const { code, out, err } = await runHere(root, args)
      expect(code).toBe(2)
      expect(out + err).toMatch(/features\.json:\d+:\d+ features\[0\]\.status: expected .*todo/)
    }
  })

  test('a misspelled action and a name too many are refused with what is meant', async () => {
    const { root } = planned()
    const { code, err } = await runHere(root, ['mission', 'statsu'])
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean status?')])
    expect(await runHere(root, ['mission', 'status', 'F-001'])).toMatchObject({ code: 2 })
    expect(await runHere(root, ['mission', 'grant'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('harness mission grant <name>'),
    })
  })

  test('MI-03 a grant for a checkpoint that has not fired says when it will; for none that exists, which there are', async () => {
    const types = [
      { name: 'plan', triggerOn: 'post-planner' },
      { name: 'money', triggerOn: 'pre-merge', features: ['F-002', 'F-003'] },
    ]
    const { root } = targetRepo({
      'harness.config.json': JSON.stringify({
        checks: [{ name: 'a', run: 'true' }],
        mission: { checkpoints: { types } },
      }),
    })
    for (const args of [
      ['grant', 'money'],
      ['mission', 'grant', 'money'],
    ]) {
      const early = await runHere(root, args)
      expect(early.code).toBe(2)
      expect(early.err).toContain('money does not wait: it has not fired yet')
      expect(early.err).toContain('before F-002 or F-003 is merged')
    }
    const none = await runHere(root, ['mission', 'grant', 'lock'])
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('there is: plan, money') })
    expect(none.err).not.toMatch(/\brun\b/)
    expect((await runHere(root, ['mission', 'grant', 'escalation'])).err).toContain(
      'escalation does not wait',
    )
  })
})
