import { readFileSync } from 'node:fs'
import { possibleGates } from '@harness/core/playbooks/delivery/possible-gates'
import { input } from '@harness/core/playbooks/delivery/test-support/sample-input'
import { expect, test } from 'vitest'

const core = new URL('../../../../core/src/', import.meta.url)
const ui = { server: { run: 'x', url: 'http://127.0.0.1:1', readyMs: 1 }, routes: ['/'], required: true }
const forge = { kind: 'github', label: 'x', merge: 'direct', patienceMs: 60_000 } as const

test.each(['playbooks/delivery/gates.ts', 'kernel/hurdle.ts'])(
  'QA-23 --dry-run lists every gate of %s',
  (file) => {
    const named = [...readFileSync(new URL(file, core), 'utf8').matchAll(/^ {2}name: (.+),$/gm)]
      .flatMap(([, value = '']) => [...value.matchAll(/'([^']+)'/g)])
      .map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(0)
    const listed = possibleGates({ ...input, ui, forge, mergePolicy: 'ask' }).map(({ name }) => name)
    expect(named.filter((name) => !listed.includes(name))).toEqual([])
  },
)
