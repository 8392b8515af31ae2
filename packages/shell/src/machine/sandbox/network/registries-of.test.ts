import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { configuredRegistries, registriesIn } from './registries-of.ts'

test('TR-01 registries in an .npmrc are found, for all packages and for scopes', () => {
  const text = [
    '; registry=https://commented.example',
    'registry = "https://one.example/npm/"',
    '@shop:registry=https://two.example:8081',
    '//one.example/npm/:_authToken=secret',
  ].join('\n')
  expect(registriesIn(text)).toEqual(['https://one.example/npm/', 'https://two.example:8081'])
})

test('TR-01 what repository, operator and environment have configured is allowed', async () => {
  const [repository, HOME] = [await temporaryDir(), await temporaryDir()]
  await writeFile(join(repository, '.npmrc'), 'registry=https://repository.example\n')
  await writeFile(join(HOME, '.npmrc'), 'registry=https://operator.example\n')
  const env = { HOME, npm_config_registry: 'https://variable.example', GOPROXY: 'https://go.example,direct' }
  expect(configuredRegistries(repository, env)).toEqual([
    'repository.example',
    'operator.example',
    'variable.example',
    'go.example',
  ])
  expect(configuredRegistries(join(repository, 'none'), {})).toEqual([])
})
