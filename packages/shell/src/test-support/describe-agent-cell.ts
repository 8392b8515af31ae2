/** What every real agent program must be kept from in its cell, and what its shell must be able to do, as tests. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSandbox } from '@harness/agent-runner/runner/confine'
import type { AgentEvent, AgentRequest, AgentResult } from '@harness/agent-runner/runner/provider'
import { processesSaying } from '@harness/agent-runner/test-support/end-tree'
import { attacks, everythingIn, lateMark } from '@harness/agent-runner/test-support/hostile-lane'
import { aRequest } from '@harness/agent-runner/test-support/requests'
import {
  laneWrites,
  putProduct,
  reviewerCommands,
} from '@harness/agent-runner/test-support/reviewer-commands'
import { expect, test } from 'vitest'
import { type CellWorld, cellWorld } from './agent-cell.ts'
import { temporaryDir } from './temporary-dir.ts'

export interface AgentUnderTest {
  readonly env: Readonly<Record<string, string>> & { readonly HOME: string }
  /** Puts a log-in of the operator's into the home. Its text has the words that the tests look for. */
  logIn(): void
  /** The path of that file in the home. */
  readonly logInFile: string
  /** The address of the model server. */
  modelUrl(): Promise<string>
  /** An agent whose shell runs these lines, one command each; `seen` is what its model was told. */
  play(lines: readonly string[], sandbox: AgentSandbox): Promise<PlayedAgent>
}

export interface PlayedAgent {
  run(request: AgentRequest, onEvent: (event: AgentEvent) => void): Promise<AgentResult>
  seen(): string
  /** Whether each line ran and ended with 0. */
  ran(): readonly boolean[]
}

export function describeAgentCell(agent: AgentUnderTest): void {
  const open = (): Promise<CellWorld> => {
    agent.logIn()
    return cellWorld(agent.env.HOME)
  }
  const turn = async (
    world: CellWorld,
    lines: readonly string[],
    more: Partial<AgentRequest> = {},
  ): Promise<{ readonly result: AgentResult; readonly seen: string; readonly ran: readonly boolean[] }> => {
    const { run, seen, ran } = await agent.play(lines, world.agents)
    const result = await run(aRequest(world.lane, agent.env, more), () => {})
    expect(result.error).toBeNull()
    return { result, seen: seen(), ran: ran() }
  }

  test('TR-01 in exec mode an agent changes its lane and nothing of the operator’s, however it tries', async () => {
    const world = await open()
    const outside = await temporaryDir()
    const [before, history] = [world.operators(), everythingIn(join(world.lane, '.git'))]
    const { result } = await turn(world, [...attacks(outside), ...outward(world)])
    expect(result.text).toBe('Done.')
    expect(processesSaying(lateMark)).toEqual([])
    const found = readdirSync(world.lane)
    expect(found).toEqual(expect.arrayContaining(['mine', 'python.txt', 'f']))
    for (const late of ['late', 'later']) expect(found).not.toContain(late)
    expect(everythingIn(join(world.lane, '.git'))).toEqual(history)
    expect(world.operators()).toBe(before)
    expect(readdirSync(outside)).toEqual([])
    expect(world.connections()).toBe(0)
  })

  test('AG-16 TR-01 in review mode an agent runs any command, and changes nothing at all', async () => {
    const world = await open()
    const outside = await temporaryDir()
    putProduct(world.lane)
    const [before, lane] = [world.operators(), everythingIn(world.lane)]
    const lines = [...reviewerCommands, ...laneWrites, ...attacks(outside), ...outward(world)]
    const limits = { wallMs: 60_000, idleMs: 60_000, maxTurns: lines.length + 1 }
    const { ran } = await turn(world, lines, { mode: 'review', limits })
    expect(ran).toHaveLength(lines.length)
    expect(reviewerCommands.filter((_, index) => !ran[index])).toEqual([])
    expect(laneWrites.filter((_, index) => ran[reviewerCommands.length + index])).toEqual([])
    expect(processesSaying(lateMark)).toEqual([])
    expect(everythingIn(world.lane)).toEqual(lane)
    expect(world.operators()).toBe(before)
    expect(readdirSync(outside)).toEqual([])
    expect(world.connections()).toBe(0)
  })

  test('TR-01 an agent sees no home, state directory, checkout or other lane, and no socket of the machine', async () => {
    const world = await open()
    const { seen } = await turn(world, [
      `cat ${agent.env.HOME}/.npmrc ${agent.env.HOME}/.ssh/id_ed25519; ls -a ${agent.env.HOME}; echo looked`,
      `ls -R ${world.stateDir} ${world.otherLane} ${world.checkout}; cat ${world.runDir}/journal.ndjson; echo looked`,
      'ls -la /run /var/run; find / -xdev -type s 2>/dev/null; echo looked',
      `python3 -c "import socket; s = socket.socket(socket.AF_UNIX); s.connect('${world.socket}'); print(s.recv(99))"`,
    ])
    expect(seen.split('looked').length).toBeGreaterThan(3)
    for (const secret of ['registry.example', 'secret-of-nobody', 'journal-of-the-run', 'daemon.sock\\n']) {
      expect(seen).not.toContain(secret)
    }
    expect(world.connections()).toBe(0)
  })

  test('AG-16 TR-01 its shell has temporary files and a loopback of its own, and reaches no port of the machine', async () => {
    const world = await open()
    writeFileSync(join(world.lane, 'serve.py'), serve)
    const { seen } = await turn(world, [
      'echo made:$(mktemp):$(mktemp -d)',
      'python3 serve.py',
      `curl -sS -m 5 http://127.0.0.1:${world.port}; echo direct:$?`,
      `curl -sS -m 5 -X POST ${await agent.modelUrl()}; echo model:$?`,
      "echo proxy:$HTTPS_PROXY:$HTTP_PROXY:; node -e \"console.log('node-' + 'runs')\"",
    ])
    expect(seen).toMatch(/made:\/tmp\/[\w./]+:\/tmp\//)
    expect(seen).toContain('served-itself')
    expect(seen).toContain('direct:7')
    expect(seen).toContain('model:7')
    expect(seen).toContain('proxy:::')
    expect(seen).toContain('node-runs')
    expect(world.connections()).toBe(0)
  })

  test('TR-01 a program that needs another host fails, and the message names the host and the setting', async () => {
    const { agents, lane } = await open()
    const confine: AgentSandbox['confine'] = (program) => agents.confine({ ...program, hosts: [] })
    const { run, seen } = await agent.play([], { ...agents, confine })
    const { error } = await run(aRequest(lane, agent.env), () => {})
    expect(error?.message).toContain(`kept the agent’s program from ${new URL(await agent.modelUrl()).host}`)
    expect(error?.message).toContain('sandbox.network.agents')
    expect(seen()).toBe('[]')
  })

  test('AG-07 neither the key nor the log-in file reaches its shell', async () => {
    const world = await open()
    const file = join(agent.env.HOME, agent.logInFile)
    const { seen } = await turn(world, [
      'env; echo shown',
      'cat /proc/*/environ /proc/*/task/*/environ 2>/dev/null | tr "\\0" "\\n"; echo shown',
      `cat ${file} /agent/*.json /agent/.*.json; grep -rl of-nobody / --include=* -s --exclude-dir=proc --exclude-dir=usr --exclude-dir=sys; echo shown`,
      'cat /proc/*/cmdline | tr "\\0" " "; echo shown',
    ])
    expect(seen).toContain(`HOME=${agent.env.HOME}`)
    expect(seen).not.toContain('key-of-nobody')
    expect(seen).not.toContain('log-in-of-nobody')
    expect(readFileSync(file, 'utf8')).toContain('log-in-of-nobody')
  })
}

/** Ways to reach what is the operator's, from a shell. */
const outward = ({ checkout, stateDir, runDir, otherLane, socket, port }: CellWorld): readonly string[] => [
  'echo x > mine; echo x > $TMPDIR/mine; echo x > ~/mine',
  'echo script-shell=/bin/true >> ~/.npmrc; mkdir -p ~/.config/git; echo x > ~/.config/git/config; true',
  `echo x > ${otherLane}/planted; echo x > ${checkout}/planted; true`,
  `git -C ${checkout} stash drop; git -C ${checkout} branch -D kept; git -C ${checkout} gc --prune=now; true`,
  `echo '{}' > ${runDir}/inbox/answer.json; echo x >> ${runDir}/journal.ndjson; rm -rf ${stateDir}; true`,
  `mkdir -p ${runDir}/inbox; echo '{}' > ${runDir}/inbox/answer.json; true`,
  `mkdir -p ${checkout}/.git/hooks; echo x > ${checkout}/.git/hooks/pre-commit; true`,
  `env -i setsid sh -c "until [ -e /${lateMark} ]; do sleep 0.1; done" > /dev/null 2>&1 & echo started`,
  `(cd /; env -i setsid nohup sleep 600.${lateMark.replace(/\D/g, '')} > /dev/null 2>&1 &) ; echo ${lateMark}`,
  `curl -s --unix-socket ${socket} http://x/; curl -s -m 2 http://127.0.0.1:${port}; true`,
]

const serve = `
import http.server, threading, urllib.request
server = http.server.HTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
urllib.request.urlopen('http://127.0.0.1:%d/' % server.server_port).read()
print('served-' + 'itself')
`
