// Runs in the sandbox, before the command that it starts: takes connections from the sandbox's own loopback to the
// harness's proxy, and connections of the harness to servers on that loopback. It only relays; the harness decides
// outside which hosts may be reached. No import of this repository: Node runs this file as it is.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'

const [settings, file, ...args] = process.argv.slice(2)
const { proxy, parking, shell } = JSON.parse(settings)

// biome-ignore lint/style/noProcessEnv: the command gets the environment that this process was given.
const { HARNESS_PROXY_PASSWORD: password, ...given } = process.env

// A signal to the command's whole group is not for this process.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {})

const env = { ...given, ...(proxy === null ? {} : proxyVariables(await listen(proxy))) }
if (parking !== null) for (let count = 0; count < 4; count++) park(parking)

// Node makes its own standard streams non-blocking, and a command that shares them loses what it prints. So the command's
// are at 3 to 5 here, and nowhere else for the command: what it starts could write there in its name.
const command = spawn(shell, ['-c', 'exec "$@" 3<&- 4>&- 5>&-', 'sh', file, ...args], {
  stdio: [3, 4, 5],
  env,
})
command.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))

/** The port on which the harness's proxy is reached in here. */
function listen(path) {
  const server = createServer((client) => join(client, connect(path)))
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))
}

function proxyVariables(port) {
  const url = `http://${password === undefined ? '' : `harness:${password}@`}127.0.0.1:${port}`
  const java = `-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=${port} -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${port}`
  // A model server of the operator's own may be on the machine's loopback, and only the proxy leads there.
  const not = password === undefined ? 'localhost,127.0.0.1,::1' : ''
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    NO_PROXY: not,
    no_proxy: not,
    npm_config_proxy: url,
    npm_config_https_proxy: url,
    npm_config_noproxy: not,
    YARN_HTTP_PROXY: url,
    YARN_HTTPS_PROXY: url,
    CARGO_HTTP_PROXY: url,
    NODE_USE_ENV_PROXY: '1',
    MAVEN_OPTS: `${given.MAVEN_OPTS ?? ''} ${java}`.trim(),
    GRADLE_OPTS: `${given.GRADLE_OPTS ?? ''} ${java}`.trim(),
  }
}

/** Waits at the harness's door. Its first line says which port it wants; another connection takes this one's place. */
function park(path) {
  const outside = connect(path)
  outside.on('error', () => {})
  let line = ''
  const read = (chunk) => {
    line += chunk.toString('latin1')
    const end = line.indexOf('\n')
    if (end === -1) return
    outside.off('data', read)
    outside.pause()
    if (!outside.destroyed) park(path)
    reach(
      Number(line.slice(0, end)),
      ['127.0.0.1', '::1'],
      outside,
      Buffer.from(line.slice(end + 1), 'latin1'),
    )
  }
  outside.on('data', read)
}

function reach(port, [host, ...others], outside, rest) {
  if (host === undefined) return outside.destroy()
  const server = connect({ port, host })
  const again = () => reach(port, others, outside, rest)
  server.once('error', again)
  server.once('connect', () => {
    server.off('error', again)
    outside.write('\n')
    if (rest.length > 0) server.write(rest)
    join(outside, server)
  })
}

function join(one, other) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
