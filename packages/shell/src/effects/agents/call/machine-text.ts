/** Says what an agent may do on this machine, to the agent and to people. Pure. */
import type { AgentShell } from '@harness/agent-runner/runner/agent-shell'
import type { AgentMode } from '@harness/core/kernel/agent'
import type { Network } from '../../../machine/sandbox/sandbox.ts'

export interface AgentMachine {
  readonly mode: AgentMode
  readonly shell: AgentShell
  /** Of the harness's sandbox. */
  readonly network: Network
  readonly hasPorts: boolean
  /** The agent works in a throw-away copy of a lane; absent if it works in the lane itself. */
  readonly copy?: { readonly start: string | null }
}

/** For the agent. The same for all lanes, so that their calls share it. */
export function machineText(machine: AgentMachine): string {
  if (machine.mode === 'complete')
    return 'You have no tools, no files and no network. Answer from this text alone.'
  const { shell, hasPorts, copy } = machine
  const lines = [
    `Files: ${filesText(machine)}`,
    `Commands: ${commandsText(machine)}`,
    ...(shell.runsCommands
      ? [
          `Temporary files: ${temporaryText(shell)}`,
          `Loopback: ${loopbackText(machine)}`,
          `Network: ${networkText(machine)}`,
        ]
      : []),
    ...(shell.hasLoopback && hasPorts
      ? ['Ports: `$HARNESS_PORT_0` and up belong to your lane. Use them for servers.']
      : []),
    ...(copy === undefined ? [] : [`The product: ${productText(copy.start)}`]),
  ]
  return lines.map((line) => `- ${line}`).join('\n')
}

/** For people: what the agent could not do here; null if it could do all that its role allows. */
export function lackedText(role: string, { mode, shell, copy }: AgentMachine): string | null {
  if (mode === 'complete' || shell.missing === null) return null
  const did = `the ${role} ${mode === 'review' || copy !== undefined ? 'reviewed' : 'worked'}`
  if (!shell.runsCommands) return `${did} without running commands: ${shell.missing}`
  const things = [
    ...(shell.hasTemporaryFiles ? [] : ['temporary files']),
    ...(shell.hasLoopback ? [] : ['loopback']),
  ]
  return `${did} without ${things.join(' and ')}: ${shell.missing}`
}

function filesText({ mode, shell, copy }: AgentMachine): string {
  if (copy !== undefined)
    return 'your working directory is a copy of the lane, for you alone. Write anything in it. It is thrown away after your turn, and nothing of it counts.'
  if (mode === 'exec') return 'write in your working directory only, and nothing in its `.git`.'
  return shell.heldBy === 'nothing' && shell.runsCommands
    ? 'read your working directory, and change nothing in it. It is compared with what it was.'
    : 'your working directory can be read. Nothing in it can be written.'
}

function commandsText({ mode, shell }: AgentMachine): string {
  if (!shell.runsCommands)
    return 'none can run on this machine. Read and search files with your other tools, and say what you could not verify.'
  return mode === 'exec'
    ? 'run any command, the checks included.'
    : 'run any command that writes nothing here: loops, scripts, `git`, the checks themselves.'
}

function productText(start: string | null): string {
  const how = start === null ? 'the config names no command that starts it.' : `\`${start}\` starts it.`
  return `${how} \`$HARNESS_LANE_PORT\` is the lane’s port. Use the product as its users do: log in, write, read back.`
}

function temporaryText({ heldBy, hasTemporaryFiles }: AgentShell): string {
  if (!hasTemporaryFiles) return 'none. `mktemp` fails.'
  switch (heldBy) {
    case 'cell':
      return '`mktemp` works, in a `/tmp` of your own. They are gone after your turn.'
    case 'own':
      return '`mktemp` works, in `$TMPDIR`.'
    case 'nothing':
      return '`mktemp` works, in the `/tmp` of this machine. Remove yours.'
  }
}

function loopbackText({ shell, network }: AgentMachine): string {
  if (!shell.hasLoopback) return 'none. A program that listens or connects fails.'
  const ends = shell.endsWithCommand
    ? ' A server ends with its command: start it and use it in one command.'
    : ''
  const isOwn = shell.heldBy === 'own' || (shell.heldBy === 'cell' && hasOwnLoopback(network))
  return isOwn
    ? `your own. Servers that you start can listen on 127.0.0.1.${ends}`
    : `that of this machine, with servers of others on it.${ends}`
}

const hasOwnLoopback = (network: Network): boolean => network !== 'host-loopback' && network !== 'all'

function networkText({ shell, network }: AgentMachine): string {
  if (shell.heldBy === 'nothing') return 'all hosts.'
  if (shell.heldBy === 'own' || network === 'loopback') return 'none. Nothing can be downloaded.'
  return network === 'registries'
    ? 'package registries only, through the proxy that your environment names.'
    : 'all hosts.'
}
