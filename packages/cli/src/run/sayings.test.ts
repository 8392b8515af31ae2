import { freeze } from '@harness/shell/effects/freeze/freeze'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.ts'

const config = JSON.stringify({ checks: [{ name: 'a', run: 'true' }] })

describe('what the program says if there is little to say', () => {
  test('no plan at all is not all plans completed', async () => {
    const { root } = targetRepo({ 'harness.config.json': config })
    expect((await runHere(root, ['next'])).out).toContain('There is no plan in docs/exec-plans/active.')
  })

  test('DL-15 harness next says that the repository is frozen', async () => {
    const { root, stateDir } = targetRepo({ 'harness.config.json': config })
    expect(JSON.parse((await runHere(root, ['next', '--json'])).out)).toMatchObject({ frozen: null })
    await freeze(stateDir, 'the disk is full', 1)
    expect((await runHere(root, ['next'])).out).toContain('This repository is frozen: the disk is full')
    expect(JSON.parse((await runHere(root, ['next', '--json'])).out)).toMatchObject({
      frozen: 'the disk is full',
    })
  })

  test('options without a command, and a version for programs', async () => {
    const { root } = targetRepo({ 'harness.config.json': config })
    expect(JSON.parse((await runHere(root, ['--json'])).out)).toMatchObject({
      ok: false,
      error: { code: 'usage', message: 'No command was named.' },
    })
    expect(JSON.parse((await runHere(root, ['--version', '--json'])).out)).toEqual({
      ok: true,
      version: '1.2.3',
    })
  })

  test('a context that is rendered for no phase asks for one', async () => {
    const { root } = targetRepo({ 'harness.config.json': config })
    expect((await runHere(root, ['context', 'render'])).err).toContain('Name the phase that the agent')
  })
})
