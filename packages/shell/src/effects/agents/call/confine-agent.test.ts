import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentProgram } from '@harness/agent-runner/runner/confine'
import { processesSaying } from '@harness/agent-runner/test-support/end-tree'
import { describe, expect, test } from 'vitest'
import { whyNoSandbox } from '../../../machine/sandbox/test-support/confined-shell.ts'
import { type CellWorld, cellWorld } from '../../../test-support/agent-cell.ts'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'

/** An agent's program that runs lines of shell. */
interface Turn {
  /** Says what the program printed, after it has ended. */
  run(line: string): Promise<string>
  release(): Promise<void>
}

async function openTurn(world: CellWorld, home: string, more: Partial<AgentProgram> = {}): Promise<Turn> {
  const cell = await world.agents.confine({
    provider: 'codex',
    file: '/bin/sh',
    args: ['-c'],
    env: { PATH: process.env.PATH ?? '', HOME: home, CODEX_API_KEY: 'key-of-nobody', SHOWN: 'shown-to-both' },
    secrets: ['CODEX_API_KEY'],
    cwd: world.lane,
    mode: 'exec',
    read: [],
    hosts: [],
    home: {
      kept: ['sessions'],
      shown: ['snapshots'],
      logins: { 'auth.json': join(home, 'auth.json') },
      files: {},
    },
    ...more,
  })
  return {
    run: (line) =>
      new Promise((resolve, reject) => {
        const child = spawn(cell.launcher, [line], { cwd: world.lane, env: cell.env })
        let said = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => (said += String(chunk)))
        child.once('error', reject)
        child.once('close', () => resolve(said))
      }),
    release: cell.release,
  }
}

/** Asks a proxy for a tunnel, and prints its answer and the first words from the other end. */
const tunnel = `
const { username, password, port } = new URL(process.argv[1]);
const headers = { "proxy-authorization": "Basic " + Buffer.from(username + ":" + password).toString("base64") };
const asked = require("http").request({ port, host: "127.0.0.1", method: "CONNECT", path: process.argv[2], headers });
asked.on("connect", (answer, socket, head) => {
  if (answer.statusCode !== 200) { console.log(answer.statusCode); process.exit() }
  if (head.length > 0) socket.unshift(head);
  socket.on("data", (it) => { console.log(answer.statusCode, String(it)); process.exit() });
}).end();
`

const tokens = (name: string): string => JSON.stringify({ token: name })
const renew = (name: string): string => `printf '%s' '${tokens(name)}' > /agent/auth.json`

async function loggedIn(): Promise<{ readonly home: string; readonly world: CellWorld; logIn(): string }> {
  const home = await temporaryDir()
  writeFileSync(join(home, 'auth.json'), tokens('first'), { mode: 0o600 })
  return { home, world: await cellWorld(home), logIn: () => readFileSync(join(home, 'auth.json'), 'utf8') }
}

describe.skipIf(whyNoSandbox !== null)(`an agent's program in its cell (${whyNoSandbox ?? 'tried'})`, () => {
  test('TR-01 works on a copy of the log-in, and a renewed one is the operator’s after the turn', async () => {
    const { home, world, logIn } = await loggedIn()
    const turn = await openTurn(world, home)
    expect(await turn.run(`cat /agent/auth.json; ${renew('second')}`)).toBe(tokens('first'))
    await turn.release()
    expect(logIn()).toBe(tokens('second'))
    expect(readdirSync(home).sort()).toEqual(['.npmrc', '.ssh', 'auth.json'])
  })

  test('TR-01 a log-in that is renewed during a long turn reaches the operator and the other turns before its end', async () => {
    const { home, world, logIn } = await loggedIn()
    const [one, other] = [await openTurn(world, home), await openTurn(world, home)]
    const waiting = one.run(`${renew('second')}; until [ -e /agent/sessions/done ]; do sleep 0.1; done`)
    const reading = other.run(
      'until grep second /agent/auth.json; do sleep 0.1; done; touch /agent/sessions/done',
    )
    expect(await reading).toBe(`${tokens('second')}\n`)
    await waiting
    expect(logIn()).toBe(tokens('second'))
    await Promise.all([one.release(), other.release()])
    expect(logIn()).toBe(tokens('second'))
  })

  test('TR-01 of two turns that renew the same log-in, the first to be handed over stays', async () => {
    const { home, world, logIn } = await loggedIn()
    const [one, other] = [await openTurn(world, home), await openTurn(world, home)]
    await Promise.all([one.run(renew('one')), other.run(renew('other'))])
    await one.release()
    await other.release()
    expect([tokens('one'), tokens('other')]).toContain(logIn())
    const after = logIn()
    const next = await openTurn(world, home)
    expect(await next.run('cat /agent/auth.json')).toBe(after)
    await next.release()
  })

  test('TR-01 a log-in of the operator’s own during the turn is kept', async () => {
    const { home, world, logIn } = await loggedIn()
    const turn = await openTurn(world, home)
    writeFileSync(join(home, 'auth.json'), tokens('operator'))
    await turn.run(renew('program'))
    await turn.release()
    expect(logIn()).toBe(tokens('operator'))
  })

  test.each([
    ['half a file', `printf '{"tok' > /agent/auth.json`],
    ['a link to another file of the operator’s', 'ln -sf "$HOME/other.json" /agent/auth.json'],
    ['a pipe', 'rm /agent/auth.json; mkfifo /agent/auth.json'],
    ['nothing', 'rm /agent/auth.json'],
  ])(
    'TR-01 a program that leaves %s in place of its log-in changes nothing of the operator’s',
    async (_, line) => {
      const { home, world, logIn } = await loggedIn()
      writeFileSync(join(home, 'other.json'), tokens('other'))
      const turn = await openTurn(world, home)
      await turn.run(line)
      await turn.release()
      expect(logIn()).toBe(tokens('first'))
    },
  )

  test('TR-01 a log-in that is a link keeps its link', async () => {
    const { home, world } = await loggedIn()
    const kept = join(await temporaryDir(), 'kept.json')
    writeFileSync(kept, tokens('first'))
    symlinkSync(kept, join(home, 'linked.json'))
    const turn = await openTurn(world, home, {
      home: { kept: [], shown: [], logins: { 'auth.json': join(home, 'linked.json') }, files: {} },
    })
    await turn.run(renew('second'))
    await turn.release()
    expect(readFileSync(kept, 'utf8')).toBe(tokens('second'))
  })

  test('TR-01 sessions outlive a turn, and nothing else of its home does', async () => {
    const { home, world } = await loggedIn()
    const first = await openTurn(world, home)
    await first.run('echo one > /agent/sessions/one; echo two > /agent/two')
    await first.release()
    const second = await openTurn(world, home)
    expect(await second.run('cat /agent/sessions/one; ls /agent')).toBe(
      'one\nauth.json\nsessions\nsnapshots\n',
    )
    await second.release()
    expect(readdirSync(join(world.runDir, 'agents'))).toEqual(['codex'])
  })

  test('TR-01 the copy of a log-in that a killed harness left is removed with the next turn', async () => {
    const { home, world } = await loggedIn()
    const left = join(world.runDir, 'agents', `turn-${2 ** 22 + 1}-of-nobody`)
    mkdirSync(left, { recursive: true })
    writeFileSync(join(left, 'auth.json'), tokens('first'))
    const turn = await openTurn(world, home)
    expect(existsSync(left)).toBe(false)
    await turn.release()
  })

  test('TR-01 the shell in the cell has neither the log-in nor the variables, sessions and network of its program', async () => {
    const { home, world } = await loggedIn()
    const turn = await openTurn(world, home)
    const line = [
      'echo session > /agent/sessions/one',
      'echo snapshot > /agent/snapshots/one',
      `exec /agent-shell/bash -c 'echo "$SHOWN|$CODEX_API_KEY|$HTTPS_PROXY"; find /agent; cat /agent/auth.json; cat /proc/*/environ | tr "\\0" "\\n" | grep -i "key\\|proxy"; curl -s -m 2 http://127.0.0.1:${world.port}; curl -s -m 2 --unix-socket /run/harness/proxy http://127.0.0.1:${world.port}; mktemp'`,
    ].join('\n')
    const said = await turn.run(line)
    expect(said).toContain('shown-to-both||\n')
    expect(said).toContain('/agent/snapshots/one')
    for (const word of ['key-of-nobody', 'first', '/agent/sessions', 'secret-of-nobody', 'PROXY=']) {
      expect(said).not.toContain(word)
    }
    expect(said).toMatch(/\/tmp\/tmp\.\w+\n$/)
    expect(world.connections()).toBe(0)
    await turn.release()
  })

  test('AG-07 a program that starts shells by their paths starts the agent’s, and is not started by it', async () => {
    const { home, world } = await loggedIn()
    const agent = join(world.lane, 'agent')
    writeFileSync(agent, '#!/usr/bin/env -S bash -e\nexport PAGER=cat; eval "$1"\n', { mode: 0o700 })
    writeFileSync(join(world.lane, 'script'), '#!/bin/bash -e\necho "script $1|$CODEX_API_KEY"\n', {
      mode: 0o700,
    })
    const shells = ['/bin/sh', '/usr/bin/sh', '/bin/bash', '/usr/bin/bash', 'sh', 'bash'].filter(
      (path) => !path.startsWith('/') || existsSync(path),
    )
    const tells =
      'echo "$SHOWN|$PAGER|$CODEX_API_KEY|$HTTPS_PROXY|"; cat /agent/auth.json; bash -c "exit 3"; echo $?'
    const line = [
      'echo "program $CODEX_API_KEY"; cat /agent/auth.json; echo',
      ...shells.map((shell) => `${shell} -c '${tells}' 2>&1 | sed "s/.*No such file.*/hidden/"`),
      `./script one; bash -c 'curl -s -m 2 http://127.0.0.1:${world.port}; exit 4' || echo $?`,
    ].join('\n')
    const told = 'shown-to-both|cat|||\nhidden\n3\n'
    const started = [
      { file: agent, args: [] },
      { file: '/bin/sh', args: [agent] },
    ]
    for (const program of started) {
      const turn = await openTurn(world, home, { ...program, holdsShells: true })
      expect(await turn.run(line)).toBe(
        `program key-of-nobody\n${tokens('first')}\n${told.repeat(shells.length)}script one|\n4\n`,
      )
      await turn.release()
    }
    expect(world.connections()).toBe(0)
  })

  test('TR-01 a program reaches the hosts it needs, and only with the password that its shell does not have', async () => {
    const { home, world } = await loggedIn()
    const turn = await openTurn(world, home, { hosts: [`127.0.0.1:${world.port}`] })
    const ask = (proxy: string): string =>
      `node -e '${tunnel}' "${proxy}" 127.0.0.1:${world.port}; node -e '${tunnel}' "${proxy}" 127.0.0.1:1`
    expect(await turn.run(ask('$HTTPS_PROXY'))).toBe('200 secret-of-nobody\n403\n')
    expect(world.connections()).toBe(1)
    const guessed = `$(echo $HTTPS_PROXY | sed "s/:[^:@]*@/:guessed@/")`
    expect(await turn.run(ask(guessed))).toBe('407\n407\n')
    expect(world.connections()).toBe(1)
    await turn.release()
  })

  test.each([
    ['host-loopback', 'secret-of-nobody', false],
    ['registries', '403', true],
  ] as const)(
    'TR-01 the shell has the network %s if the operator says so',
    async (network, answer, hasProxy) => {
      const home = await temporaryDir()
      const world = await cellWorld(home, network)
      expect(world.agents.shellHasProxy).toBe(hasProxy)
      const turn = await openTurn(world, home)
      const proxied = `node -e '${tunnel}' "$HTTPS_PROXY" 127.0.0.1:${world.port}`
      const direct = `node -e 'require("net").connect(${world.port}, "127.0.0.1").on("data", (it) => console.log(String(it)))'`
      writeFileSync(join(world.lane, 'ask.sh'), hasProxy ? proxied : direct)
      expect(await turn.run('exec /agent-shell/bash ask.sh')).toBe(`${answer}\n`)
      await turn.release()
    },
  )

  test('TR-01 in review mode nothing of the lane can be written, and in exec mode not its history', async () => {
    const { home, world } = await loggedIn()
    const line = 'echo x > a.txt; echo x > .git/config; echo x > .git/hooks/pre-commit; git log --format=%s'
    for (const mode of ['review', 'complete'] as const) {
      const turn = await openTurn(world, home, { mode })
      expect(await turn.run(line)).toMatch(/a\n$/)
      await turn.release()
      expect(readFileSync(join(world.lane, 'a.txt'), 'utf8')).toBe('one\n')
    }
    const turn = await openTurn(world, home)
    expect(await turn.run(line)).toMatch(/a\n$/)
    await turn.release()
    expect(readFileSync(join(world.lane, 'a.txt'), 'utf8')).toBe('x\n')
    expect(existsSync(join(world.lane, '.git', 'hooks', 'pre-commit'))).toBe(false)
  })

  test('TR-01 a program has no open files but its standard streams, and loses nothing of what it prints at once', async () => {
    const { home, world } = await loggedIn()
    const turn = await openTurn(world, home)
    const others = 'for number in 3 4 5 6 7 8 9 10 11 12; do readlink /proc/$$/fd/$number; done; echo looked'
    expect(await turn.run(others)).toBe('looked\n')
    expect(await turn.run(`python3 -c "import os; os.write(1, b'a' * 3000000)"`)).toHaveLength(3_000_000)
    await turn.release()
  })

  test('TR-01 what left its group and its environment is gone with the program', async () => {
    const { home, world } = await loggedIn()
    const turn = await openTurn(world, home)
    const mark = `600.${Math.random().toString().slice(2, 10)}`
    const line = `(cd /; env -i setsid sh -c "touch ${world.lane}/started; sleep ${mark}; true" > /dev/null 2>&1 &)`
    await turn.run(`${line}\nuntil [ -e started ]; do sleep 0.05; done`)
    expect(existsSync(join(world.lane, 'started'))).toBe(true)
    expect(processesSaying(mark)).toEqual([])
    await turn.release()
  })
})
