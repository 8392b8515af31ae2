import { configSchema } from '@harness/formats/config/config-schema'
import { parseConfigText } from '@harness/formats/config/parse-config'
import { describe, expect, test } from 'vitest'
import { configNames, plainPlaces } from './plan-places.ts'

const check = { name: 'test', run: 'true' }
const agent = { script: 's.yaml' }
const config = (more: Record<string, unknown> = {}): string =>
  JSON.stringify({ checks: [check], agent, ...more })

describe('where plans are', () => {
  test('the names at the top of a config are those of its schema', () => {
    expect([...configNames].sort()).toEqual(Object.keys(configSchema.shape).sort())
  })
  test.each([
    ['defaults', {}, {}],
    ['its own folders', { planDir: './a//b/', completedDir: 'c', stateDir: 'd/e' }, {}],
    [
      'the environment',
      { planDir: 'a' },
      { HARNESS_PLAN_DIR: 'x', HARNESS_COMPLETED_DIR: 'y', HARNESS_STATE_DIR: 'z' },
    ],
    ['its own base branch', { baseBranch: 'release/1.2' }, {}],
    ['a base branch from the environment', { baseBranch: 'a' }, { HARNESS_BASE_BRANCH: 'b' }],
    ['an empty variable', { planDir: 'a' }, { HARNESS_PLAN_DIR: '' }],
  ])('DL-02 %s: the same as the whole config says', (_, more, env) => {
    const read = parseConfigText(config(more), 'harness.config.json', env)
    if (!read.ok) throw new Error('it should be valid')
    const { planDir, completedDir, stateDir, baseBranch } = read.value
    expect(plainPlaces(config(more), env)).toEqual({ planDir, completedDir, stateDir, baseBranch })
  })
  test.each([
    ['no config', null, {}],
    ['no JSON', '{', {}],
    ['a list', '[]', {}],
    ['an unknown name', config({ planDri: 'x' }), {}],
    ['no checks', '{"checks": []}', {}],
    ['a folder outside', config({ planDir: '../x' }), {}],
    ['a folder that is no text', config({ completedDir: 3 }), {}],
    ['one folder for both', config({ planDir: 'a', completedDir: './a' }), {}],
    ['plans in the state', config({ planDir: '.harness/run/plans' }), {}],
    ['a base branch that can be none', config({ baseBranch: '-x' }), {}],
    ['the product in the state', config({ stateDir: 'src' }), {}],
    ['a part of the product in the state', config({ stateDir: 'lib', appPaths: ['app', 'lib/a'] }), {}],
    ['a wrong variable', config(), { HARNESS_PLAN_DIR: '/x' }],
  ])('DL-01 %s is left to the full reader', (_, text, env) => expect(plainPlaces(text, env)).toBeNull())
})
