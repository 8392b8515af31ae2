import { describe, expect, test } from 'vitest'
import { confinementHint, type Missed } from './confinement-hint.ts'

const hint = (output: string, more: Partial<Missed> = {}): string | null =>
  confinementHint({
    output,
    network: 'loopback',
    purpose: 'checks',
    home: '/home/ada',
    lane: '/home/ada/shop.lanes/one',
    ...more,
  })

const network = 'sandbox.network.checks: "registries"'
const localhost = 'sandbox.network.checks: "host-loopback"'

describe('TR-01 a confined check that failed names the setting that allows it', () => {
  test.each([
    ['Node: no name', 'Error: getaddrinfo ENOTFOUND registry.npmjs.org', network],
    ['Node: no server of names', 'Error: getaddrinfo EAI_AGAIN api.example.org', network],
    ['curl', 'curl: (6) Could not resolve host: example.org', network],
    ['Python', 'socket.gaierror: [Errno -3] Temporary failure in name resolution', network],
    ['Go', 'dial tcp: lookup proxy.golang.org: no such host', network],
    ['a route', 'connect ENETUNREACH 1.1.1.1:443', network],
    [
      'psql',
      'could not connect to server: Connection refused\n\tIs the server running on host "localhost" (127.0.0.1) and accepting TCP/IP connections on port 5432?',
      localhost,
    ],
    ['Node: a database', 'Error: connect ECONNREFUSED 127.0.0.1:5432', localhost],
    ['Node: a database on IPv6', 'AggregateError: connect ECONNREFUSED ::1:6379', localhost],
    [
      'psql, newer',
      'connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
      localhost,
    ],
    ['Redis', 'Could not connect to Redis at 127.0.0.1:6379: Connection refused', localhost],
    [
      'Docker',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      'sandbox.write: ["/var/run/docker.sock"]',
    ],
    [
      'Docker without root',
      'Cannot connect to the Docker daemon at unix:///run/user/1000/docker.sock. Is the docker daemon running?',
      'sandbox.write: ["/run/user/1000/docker.sock"]',
    ],
    [
      'Node: a folder renamed',
      "Error: EXDEV: cross-device link not permitted, rename 'a' -> 'b'",
      'as mv does',
    ],
    ['Python: a folder renamed', "OSError: [Errno 18] Invalid cross-device link: 'a' -> 'b'", 'as mv does'],
    [
      'Docker by its socket',
      'connect ENOENT /var/run/docker.sock',
      'sandbox.write: ["/var/run/docker.sock"]',
    ],
    [
      'Docker by curl',
      "curl: (7) Failed to connect to localhost port 80 after 0 ms: Couldn't connect to server",
      'sandbox.write: ["/var/run/docker.sock"]',
    ],
    [
      'Docker by curl -v',
      "*   Trying /var/run/docker.sock:0...\n* Failed to connect to localhost port 80 after 0 ms: Couldn't connect to server",
      'sandbox.write: ["/var/run/docker.sock"]',
    ],
    [
      'curl: a server on localhost',
      "curl: (7) Failed to connect to localhost port 5999 after 0 ms: Couldn't connect to server",
      localhost,
    ],
    [
      'psql by its socket',
      'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory\n\tIs the server running locally and accepting connections on that socket?',
      'sandbox.write: ["/var/run/postgresql"]',
    ],
    [
      'psycopg by its socket in /tmp',
      'could not connect to server: No such file or directory\n\tIs the server running locally and accepting connections on Unix domain socket "/tmp/.s.PGSQL.5432"?',
      'sandbox.write: ["/tmp/.s.PGSQL.5432"]',
    ],
    [
      'Node by the socket of PostgreSQL',
      'Error: connect ENOENT /run/postgresql/.s.PGSQL.5432',
      'sandbox.write: ["/run/postgresql"]',
    ],
    [
      'mysql',
      "ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2)",
      'sandbox.write: ["/var/run/mysqld"]',
    ],
    [
      'mysql, in /tmp',
      "ERROR 2002 (HY000): Can't connect to local server through socket '/tmp/mysql.sock' (2)",
      'sandbox.write: ["/tmp/mysql.sock"]',
    ],
    ['Python: no address', 'ConnectionRefusedError: [Errno 111] Connection refused', localhost],
    ['Python: no address, on macOS', 'ConnectionRefusedError: [Errno 61] Connection refused', localhost],
    [
      'Python: a path to write',
      "OSError: [Errno 30] Read-only file system: '/srv/out/report.txt'",
      'sandbox.write: ["/srv/out/report.txt"]',
    ],
    [
      'touch: a path to write',
      "touch: cannot touch '/opt/data/x': Read-only file system",
      'sandbox.write: ["/opt/data/x"]',
    ],
    [
      'Java: a path to write',
      'java.io.FileNotFoundException: /var/log/app.log (Read-only file system)',
      'sandbox.write: ["/var/log/app.log"]',
    ],
    [
      'Rust: a path to write, the reason on the next line',
      'error: failed to write `/usr/local/cargo/registry/index`\n\nCaused by:\n  Read-only file system (os error 30)',
      'sandbox.write: ["/usr/local/cargo/registry/index"]',
    ],
    [
      'a device',
      'qemu: Could not access KVM kernel module: /dev/kvm: No such file or directory',
      'sandbox.write: ["/dev/kvm"]',
    ],
    ['a device with a number', 'fuse: device not found, try /dev/fuse first', 'sandbox.write: ["/dev/fuse"]'],
    [
      'a cache',
      "ENOENT: no such file or directory, open '/home/ada/.cache/models/large.bin'",
      'sandbox.read or sandbox.write: ["/home/ada/.cache/models/large.bin"]',
    ],
    ['a setting', 'cat: /home/ada/.aws/config: No such file or directory', '["/home/ada/.aws/config"]'],
    [
      'a file in its own lane',
      "ENOENT: no such file or directory, open '/home/ada/shop.lanes/one/missing.txt'",
      null,
    ],
    ['a file elsewhere', 'cat: /srv/data: No such file or directory', null],
    [
      'Node: a path to write',
      "EROFS: read-only file system, open '/srv/out/report.txt'",
      'sandbox.write: ["/srv/out/report.txt"]',
    ],
    [
      'sh: a path to write',
      'sh: 1: cannot create /marker: Read-only file system',
      'sandbox.write: ["/marker"]',
    ],
    [
      'Go: a cache',
      'failed to initialize build cache at /var/cache/go: mkdir /var/cache/go: read-only file system',
      'sandbox.write: ["/var/cache/go"]',
    ],
    ['a test that just fails', 'AssertionError: expected 1 to be 2', null],
    ['a test about refusing', 'expected the gate to be refused', null],
  ])('%s', (_name, output, expected) => {
    if (expected === null) expect(hint(output)).toBeNull()
    else expect(hint(output)).toContain(expected)
  })

  test('nothing is said of what the check was allowed', () => {
    expect(hint('getaddrinfo ENOTFOUND example.org', { network: 'all' })).toBeNull()
    expect(hint('connect ECONNREFUSED 127.0.0.1:5432', { network: 'host-loopback' })).toBeNull()
    const python = 'ConnectionRefusedError: [Errno 111] Connection refused'
    expect(hint(python, { network: 'host-loopback' })).toBeNull()
  })

  test('the setting is that of the program’s purpose', () => {
    expect(hint('getaddrinfo ENOTFOUND x', { purpose: 'setup', network: 'registries' })).toContain(
      'sandbox.network.setup: "registries"',
    )
  })

  test('with registries, a host that was refused is named', () => {
    const output = 'The sandbox does not let this program reach files.example.org:443: sandbox.registries.'
    expect(hint(output, { network: 'registries' })).toBe(
      'It asked for files.example.org:443, which is no known package registry. To allow it: sandbox.registries',
    )
  })
})
