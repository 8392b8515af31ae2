import { readFileSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { findProcesses } from '../process/process-table.ts'
import { shellCommand } from '../process/shell-command.ts'
import { openSandbox } from './open-sandbox.ts'
import { runConfined } from './run-confined.ts'
import { confinedShell, testSandbox, whyNoSandbox } from './test-support/confined-shell.ts'

const said = ({ stdout }: { readonly stdout: Buffer }): string => stdout.toString('utf8')

describe.skipIf(whyNoSandbox !== null)(`a confined program (${whyNoSandbox ?? 'tried'})`, () => {
  test('TR-01 writes its lane, and finds it as it was left', async () => {
    const { run } = await confinedShell()
    expect(await run('pwd > here; mkdir -p a/b; echo text > a/b/c')).toMatchObject({ exitCode: 0 })
    expect(said(await run('cat a/b/c'))).toBe('text\n')
  })

  test('TR-01 has the programs of the system and of PATH', async () => {
    const { run } = await confinedShell()
    const result = await run('node --version && git --version && ls /etc/passwd && whoami')
    expect(result).toMatchObject({ exitCode: 0, problem: null })
    expect(said(result)).toContain(process.version)
  })

  test('TR-01 cannot reach a socket of the machine, wherever it is', async () => {
    const outside = await temporaryDir()
    const path = join(outside, 'daemon.sock')
    const heard: string[] = []
    const server = createServer((socket) => {
      heard.push('connected')
      socket.end('hello')
    })
    await new Promise<void>((resolve) => server.listen(path, resolve))
    onTestFinished(() => void server.close())
    const connect = `node -e 'require("net").connect(process.argv[1]).on("data", (it) => console.log(String(it))).on("error", (it) => { console.log(it.code); process.exit(7) })' ${path}`
    const { run, lane } = await confinedShell()

    for (const network of ['loopback', 'host-loopback', 'all'] as const) {
      const result = await run(connect, { network })
      expect(result.exitCode).toBe(7)
      expect(said(result)).toBe('ENOENT\n')
    }
    expect(heard).toEqual([])
    // The same line finds the server once the operator has named the socket.
    expect(said(await run(connect, { write: [lane, path] }))).toBe('hello\n')
  })

  test('TR-01 sees neither home nor run folder, checkout, state directory and other lanes', async () => {
    const parent = await temporaryDir()
    const [checkout, state, mine, other] = [
      'shop',
      'shop/.harness/run',
      'shop.lanes/mine',
      'shop.lanes/other',
    ].map((name) => join(parent, name)) as [string, string, string, string]
    for (const folder of [checkout, state, mine, other]) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'secret'), 'secret')
    }
    const { run } = await confinedShell(
      await testSandbox([checkout, state, join(parent, 'shop.lanes')]),
      mine,
    )
    for (const place of [checkout, state, other]) {
      const result = await run(`cat '${place}/secret'`)
      expect(result.exitCode).not.toBe(0)
      expect(result.stderr.toString()).toContain('No such file or directory')
      expect(await run(`echo x > '${place}/secret'`)).not.toMatchObject({ exitCode: 0 })
    }
    expect(said(await run(`ls '${parent}'`))).toBe('shop.lanes\n')
    expect(said(await run('ls /run /var/run'))).toBe('/run:\n\n/var/run:\n')
    // A folder around them can be shown; they stay hidden in it.
    const shown = { read: [parent] }
    expect(said(await run(`ls -A '${checkout}' '${parent}/shop.lanes'; cat secret`, shown))).toBe(
      `${checkout}:\n\n${parent}/shop.lanes:\nmine\nsecret`,
    )
  })

  test('TR-01 a state directory that was made after the sandbox was opened is hidden, too', async () => {
    const checkout = await temporaryDir()
    const state = join(checkout, '.harness/run')
    const { run } = await confinedShell(await testSandbox([checkout, state]))
    await mkdir(state, { recursive: true })
    await writeFile(join(state, 'journal'), 'secret')
    await writeFile(join(checkout, 'README.md'), 'shown')
    expect(said(await run(`cat '${checkout}/README.md'; ls -A '${state}'`, { read: [checkout] }))).toBe(
      'shown',
    )
  })

  test('TR-01 has a home of its own, empty but for toolchains, gone with the program', async () => {
    const { run } = await confinedShell()
    const result = await run('ls -A ~; echo x > ~/.npmrc && cat ~/.npmrc')
    expect(result).toMatchObject({ exitCode: 0 })
    expect(said(result)).not.toMatch(/^\.(ssh|config|npmrc|gitconfig|bash_history|claude|codex|aws)$/m)
    expect(said(await run('cat ~/.npmrc || echo gone'))).toBe('gone\n')
  })

  test('TR-01 writes nowhere but in its cell', async () => {
    const { run } = await confinedShell()
    for (const path of ['/marker', '/etc/marker', '/usr/marker']) {
      const result = await run(`echo x > ${path}`)
      expect(result.stderr.toString(), path).toMatch(/Read-only file system|Permission denied/)
    }
    expect(
      await run('echo x > /tmp/mine; echo x > /dev/shm/mine; cat /tmp/mine /dev/shm/mine'),
    ).toMatchObject({
      exitCode: 0,
    })
    expect(await run('cat /tmp/mine')).not.toMatchObject({ exitCode: 0 })
  })

  test('TR-01 sees its own processes only, and gets no capability', async () => {
    const { run } = await confinedShell()
    const result = await run('ls /proc | grep -c "^[0-9]"; grep -h "^Cap" /proc/self/status')
    expect(Number(said(result).split('\n')[0])).toBeLessThan(8)
    expect(said(result).match(/0{16}/g)).toHaveLength(5)
  })

  test('TR-01 a grandchild that left session, group and environment is gone with its command', async () => {
    const { run } = await confinedShell()
    const seconds = secondsOfThisTest()
    const result = await run(
      `env -i /usr/bin/setsid sh -c "cd /; exec sleep ${seconds}" & while ! ls -d /proc/[0-9]*/cwd -l | grep -q -- "-> /$"; do :; done; echo done`,
    )
    expect(said(result)).toBe('done\n')
    expect(runningWith(`sleep ${seconds}`)).toEqual([])
  })

  test('TR-01 all of it is gone after the sandbox was killed, too', async () => {
    const { run } = await confinedShell()
    const seconds = secondsOfThisTest()
    const started = run(`trap "" TERM; env -i /usr/bin/setsid sleep ${seconds} & sleep ${seconds}`)
    await expect.poll(() => runningWith(`^sleep ${seconds}`).length).toBe(2)
    const [outermost = 0] = runningWith(`bwrap .*${seconds}`)
    process.kill(outermost, 'SIGKILL')
    expect(await started).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    await expect.poll(() => runningWith(`sleep ${seconds}`)).toEqual([])
  })

  test('TR-01 all of it is gone when a command has taken too long', async () => {
    const { lane } = await confinedShell()
    const seconds = secondsOfThisTest()
    const line = `trap "" TERM; env -i /usr/bin/setsid sleep ${seconds} & echo begun; sleep ${seconds}`
    const result = await runConfined(
      await testSandbox(),
      { cwd: lane, write: [lane], read: [], network: 'loopback' },
      { ...shellCommand(line), env: {}, limits: { wallMs: 1_000, outputBytes: 1024 }, capture: true },
    )
    expect(result).toMatchObject({ ended: 'wall', exitCode: null })
    expect(runningWith(`sleep ${seconds}`)).toEqual([])
  })

  test('TR-01 a command that ends its whole process group keeps its exit code', async () => {
    const { run } = await confinedShell()
    expect(await run('trap "" TERM; kill 0; exit 3')).toMatchObject({ exitCode: 3 })
  })

  test('TR-01 the environment is what was passed, with a temporary folder that exists', async () => {
    const { run } = await confinedShell()
    const result = await run(
      'env | cut -d= -f1 | sort',
      {},
      { TMPDIR: '/no/such', XDG_RUNTIME_DIR: '/run/user/0' },
    )
    expect(said(result).trim().split('\n')).toEqual(['HOME', 'PATH', 'PWD', 'TMPDIR'])
    expect(said(await run('mktemp', {}, { TMPDIR: '/no/such' }))).toMatch(/^\/tmp\//)
  })

  test('TR-01 inherits no open file of the harness', async () => {
    const { run } = await confinedShell()
    const result = await run('for fd in /proc/self/fd/*; do readlink $fd; done')
    const files = said(result)
      .split('\n')
      .filter((it) => it.startsWith('/') && !it.startsWith('/proc/') && it !== '/dev/null')
    expect(files).toEqual([])
  })

  test('TR-01 each has a loopback of its own: two servers on one port do not meet, and nothing outside is reached', async () => {
    const server = createServer((socket) => socket.end('outside'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { readonly port: number }
    const ask = `node -e 'require("net").connect(${port}, "127.0.0.1").on("data", (it) => console.log(String(it))).on("error", (it) => console.log(it.code))'`
    const serve = (word: string): string =>
      `node -e 'const s = require("net").createServer((it) => it.end("${word}")).listen(${port}, "127.0.0.1", () => require("net").connect(${port}, "127.0.0.1").on("data", (it) => { console.log(String(it)); process.exit() }))'`
    const { run } = await confinedShell()

    expect(said(await run(ask))).toBe('ECONNREFUSED\n')
    expect((await Promise.all([run(serve('one')), run(serve('two'))])).map(said)).toEqual(['one\n', 'two\n'])
    expect(said(await run(ask, { network: 'host-loopback' }))).toBe('outside\n')
  })

  test('TR-01 paths with blanks and links lead where they do outside', async () => {
    const parent = await temporaryDir()
    await mkdir(join(parent, 'real place', 'lane one'), { recursive: true })
    await symlink('real place', join(parent, 'a link'))
    const lane = join(parent, 'a link', 'lane one')
    const { run } = await confinedShell(undefined, lane)
    expect(said(await run(`pwd -P; echo x > "${lane}/file"; cat "${parent}/real place/lane one/file"`))).toBe(
      `${parent}/real place/lane one\nx\n`,
    )
  })

  test('TR-01 a program on PATH is found with what its links and its prefix need', async () => {
    const parent = await temporaryDir()
    for (const folder of ['tool/bin', 'tool/lib', 'other/bin', 'other/share']) {
      await mkdir(join(parent, folder), { recursive: true })
    }
    await writeFile(join(parent, 'tool/bin/greet'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/words"\n')
    await writeFile(join(parent, 'tool/lib/words'), 'hello\n')
    await writeFile(join(parent, 'other/share/secret'), 'secret\n')
    await chmod(join(parent, 'tool/bin/greet'), 0o755)
    await symlink('../../tool/bin/greet', join(parent, 'other/bin/hi'))
    const environment = { ...process.env, PATH: `${join(parent, 'other/bin')}:${process.env.PATH}` }
    const sandbox = await openSandbox({ environment, hidden: [], dataDir: await temporaryDir() })
    const { run } = await confinedShell(sandbox)
    expect(
      said(
        await run(
          `"$(readlink -f "$(command -v hi)")"; cat ${parent}/other/share/secret || echo hidden`,
          {},
          environment,
        ),
      ),
    ).toBe('hello\nhidden\n')
  })
})

/** By which processes of one test are known from outside. */
const secondsOfThisTest = (): number => 100_000 + Math.floor(Math.random() * 1_000_000)

/** The processes whose command line matches. */
const runningWith = (pattern: string): readonly number[] => {
  const wanted = new RegExp(pattern)
  const found = findProcesses(({ pid }) => {
    try {
      return wanted.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
    } catch {
      return false
    }
  })
  return (found ?? []).map(({ pid }) => pid)
}
