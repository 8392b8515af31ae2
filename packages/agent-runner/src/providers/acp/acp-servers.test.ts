import { expect, test } from 'vitest'
import type { ToolServer } from '../../runner/extensions.ts'
import { acpServers, takenServers } from './acp-servers.ts'

const scales: ToolServer = { command: '/opt/scales', args: ['-q'], env: { UNIT: 'kg' } }
const web: ToolServer = { type: 'http', url: 'https://tools.example/mcp', headers: { 'X-Key': 'a' } }
const news: ToolServer = { type: 'sse', url: 'https://news.example/mcp', headers: {} }

const asked = (mode: 'exec' | 'complete', servers: Readonly<Record<string, ToolServer>>) => ({
  mode,
  env: { PATH: '/usr/bin:/bin' },
  extensions: { folder: '/x', seenAt: '/x', skills: [], commands: [], servers },
})

test('AG-15 in a cell a script with the values starts a server, by the shell that sees it', () => {
  expect(acpServers(asked('exec', { scales }), true, ['A_KEY'])).toEqual([
    { name: 'scales', command: '/system-shell/sh', args: ['/agent/server-scales.sh'], env: [] },
  ])
})

test('AG-15 without a cell a server gets its own values, and not the keys of the agent', () => {
  const [server] = acpServers(asked('exec', { scales }), false, ['A_KEY', 'UNIT'])
  expect(server).toEqual({
    name: 'scales',
    command: expect.stringMatching(/\/env$/),
    args: ['-u', 'A_KEY', '/opt/scales', '-q'],
    env: [{ name: 'UNIT', value: 'kg' }],
  })
})

test('AG-15 an agent without tools gets no servers', () => {
  expect(acpServers(asked('complete', { scales, web }), false, [])).toEqual([])
})

test('AG-15 AG-21 an agent gets the servers with a url of the types that it takes', () => {
  const servers = acpServers(asked('exec', { scales, web, news }), false, [])
  const names = (can: object) => takenServers(servers, can, 'x').taken.map(({ name }) => name)
  expect(names({})).toEqual(['scales'])
  expect(names({ mcpCapabilities: { sse: true } })).toEqual(['scales', 'news'])
  const { taken, notes } = takenServers(servers, { mcpCapabilities: { http: true } }, 'fake-agent')
  expect(taken[1]).toEqual({
    type: 'http',
    name: 'web',
    url: 'https://tools.example/mcp',
    headers: [{ name: 'X-Key', value: 'a' }],
  })
  expect(notes).toEqual([
    'fake-agent works without the tool server news: it takes no servers with a url of type sse',
  ])
})
