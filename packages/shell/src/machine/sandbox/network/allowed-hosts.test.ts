import { expect, test } from 'vitest'
import { entryOf, isAllowed, registryHosts } from './allowed-hosts.ts'

const entries = [...registryHosts, '*.corp.example', 'npm.corp.example:8081', '127.0.0.1:9000']

test.each([
  ['registry.npmjs.org', 443, true],
  ['REGISTRY.npmjs.org', 80, true],
  ['registry.npmjs.org', 22, false],
  ['registry.npmjs.org.evil.example', 443, false],
  ['evil-registry.npmjs.org', 443, false],
  ['a.corp.example', 443, true],
  ['corp.example', 443, false],
  ['evilcorp.example', 443, false],
  ['npm.corp.example', 8081, true],
  ['npm.corp.example', 8082, false],
  ['127.0.0.1', 9000, true],
  ['127.0.0.1', 443, false],
  ['169.254.169.254', 80, false],
])('TR-01 %s:%i is allowed: %s', (host, port, allowed) => {
  expect(isAllowed(host, port, entries)).toBe(allowed)
})

test.each([
  ['https://npm.corp.example/api/npm/', 'npm.corp.example'],
  ['http://localhost:4873', 'localhost:4873'],
  ['https://user:word@host.example:8443/x', 'host.example:8443'],
  ['direct', null],
  ['file:///packages', null],
])('TR-01 the address %s is the entry %s', (address, entry) => {
  expect(entryOf(address)).toBe(entry)
})
