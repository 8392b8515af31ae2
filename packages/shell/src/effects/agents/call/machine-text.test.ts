import { type AgentShell, noShell, wholeShell } from '@harness/agent-runner/runner/agent-shell'
import { expect, test } from 'vitest'
import { type AgentMachine, lackedText, machineText } from './machine-text.ts'

const machine = (more: Partial<AgentMachine> = {}): AgentMachine => ({
  mode: 'exec',
  shell: wholeShell('cell', true),
  network: 'loopback',
  hasPorts: false,
  ...more,
})

test('AG-16 an agent that may write is told so, and what its commands have in the cell', () => {
  expect(machineText(machine({ hasPorts: true })).split('\n')).toEqual([
    '- Files: write in your working directory only, and nothing in its `.git`.',
    '- Commands: run any command, the checks included.',
    '- Temporary files: `mktemp` works, in a `/tmp` of your own. They are gone after your turn.',
    '- Loopback: your own. Servers that you start can listen on 127.0.0.1. A server ends with its command: start it and use it in one command.',
    '- Network: none. Nothing can be downloaded.',
    '- Ports: `$HARNESS_PORT_0` and up belong to your lane. Use them for servers.',
  ])
})

test('AG-16 a reviewer is told that it may run any command, and that nothing in the lane can be written', () => {
  const text = machineText(machine({ mode: 'review', shell: wholeShell('cell', false) }))
  expect(text).toContain('Nothing in it can be written.')
  expect(text).toContain(
    'run any command that writes nothing here: loops, scripts, `git`, the checks themselves.',
  )
  expect(text).not.toContain('start it and use it in one command')
})

test.each<[string, Partial<AgentMachine>, RegExp, RegExp]>([
  ['in a cell', {}, /Loopback: your own/, /Network: none/],
  ['with registries', { network: 'registries' }, /Loopback: your own/, /Network: package registries only/],
  [
    'with the machine’s loopback',
    { network: 'host-loopback' },
    /Loopback: that of this machine/,
    /all hosts/,
  ],
  ['with all of the network', { network: 'all' }, /Loopback: that of this machine/, /all hosts/],
  ['in the provider’s sandbox', { shell: wholeShell('own', true) }, /Loopback: your own/, /Network: none/],
  ['unconfined', { shell: wholeShell('nothing', false) }, /Loopback: that of this machine/, /all hosts/],
])('AG-16 loopback and network %s', (_where, more, loopback, network) => {
  expect(machineText(machine(more))).toMatch(loopback)
  expect(machineText(machine(more))).toMatch(network)
})

test('AG-16 without a shell the agent and people are told, and who answers only has no tools', () => {
  const shell = noShell('Claude’s sandbox needs bubblewrap and socat; bwrap not found.')
  const reviewing = machine({ mode: 'review', shell, hasPorts: true })
  expect(machineText(reviewing).split('\n')).toEqual([
    '- Files: your working directory can be read. Nothing in it can be written.',
    '- Commands: none can run on this machine. Read and search files with your other tools, and say what you could not verify.',
  ])
  expect(lackedText('reviewer', reviewing)).toBe(
    'the reviewer reviewed without running commands: Claude’s sandbox needs bubblewrap and socat; bwrap not found.',
  )
  const answering = machine({ mode: 'complete', shell })
  expect(machineText(answering)).toMatch(/^You have no tools/)
  expect(lackedText('pr-writer', answering)).toBeNull()
})

test('AG-16 a shell that lacks something is told with what it lacks', () => {
  const shell: AgentShell = {
    ...wholeShell('own', false),
    hasTemporaryFiles: false,
    hasLoopback: false,
    missing: 'Codex’s own sandbox has neither.',
  }
  expect(machineText(machine({ shell }))).toMatch(/Temporary files: none\..*\n- Loopback: none\./)
  expect(lackedText('worker', machine({ shell }))).toBe(
    'the worker worked without temporary files and loopback: Codex’s own sandbox has neither.',
  )
  expect(lackedText('worker', machine())).toBeNull()
})

test('MI-23 an agent in a copy is told that all of it is thrown away, and how the product is started', () => {
  const copied = (start: string | null) =>
    machineText(machine({ shell: wholeShell('cell', false), hasPorts: true, copy: { start } })).split('\n')
  const [files, , , loopback, , , product] = copied('npm start')
  expect(files).toMatch(/a copy of the lane.*Write anything in it\. It is thrown away after your turn/)
  expect(loopback).toBe('- Loopback: your own. Servers that you start can listen on 127.0.0.1.')
  expect(product).toBe(
    '- The product: `npm start` starts it. `$HARNESS_LANE_PORT` is the lane’s port. Use the product as its users do: log in, write, read back.',
  )
  expect(copied(null).at(-1)).toMatch(/^- The product: the config names no command that starts it\./)
  const shell = noShell('There is no bubblewrap.')
  expect(lackedText('validator', machine({ shell, copy: { start: null } }))).toBe(
    'the validator reviewed without running commands: There is no bubblewrap.',
  )
})
