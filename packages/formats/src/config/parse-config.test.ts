import { defaultLimits, defaultVerification } from '@harness/core/playbooks/handbook/input'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike, valuesWith } from '../test-support/fuzz.ts'
import { describeProblem, type Parsed } from '../text/format-problem.ts'
import { parseConfigText, parseConfigValue } from './parse-config.ts'

const checks = [{ name: 'test', run: 'npm test' }]
const agent = { script: 'script.yaml' }
const parse = (value: unknown, env: Record<string, string> = {}) =>
  parseConfigText(JSON.stringify(value, null, 2), 'harness.config.json', env)

const complaints = (result: Parsed<unknown>): readonly string[] =>
  result.ok ? [] : result.problems.map(describeProblem)

describe('DL-01 what the code gets from what people wrote', () => {
  it('DL-01 fills in every default', () => {
    expect(parse({ checks, agent })).toEqual({
      ok: true,
      value: {
        baseCheck: 'before',
        mergePolicy: 'auto',
        mission: {
          orchestrator: 'rules',
          maxIterations: 200,
          attempts: { architectAt: 3, escalateAt: 5 },
          models: {},
          promptOverrides: {},
          wallMs: {},
          caps: { usd: null, tokens: null, warnAt: 0.8 },
          baseBranch: 'main',
          isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 },
          planReviewer: true,
          documenter: 'done',
          curateEvery: 4,
          crosscheck: false,
          uiQa: null,
          smoke: null,
          checkpoints: [],
          hooks: false,
          notify: null,
          retention: { snapshots: 50, logs: 500 },
        },
        planDir: 'docs/exec-plans/active',
        completedDir: 'docs/exec-plans/completed',
        contextDir: 'docs/context',
        stateDir: '.harness/run',
        appPaths: ['src'],
        baseBranch: 'main',
        forge: { kind: 'local' },
        checks: [{ name: 'test', run: 'npm test', timeoutMs: 600_000, claims: [] }],
        agent: {
          provider: 'scripted',
          script: 'script.yaml',
          model: null,
          maxReviewPasses: 5,
          maxCheckFixes: 3,
          models: {},
          effort: {},
          roles: {},
          limits: { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 },
          trust: { skills: [], commands: [], mcpServers: [] },
          conventions: true,
          env: [],
          acp: null,
        },
        review: { ratchetFromPass: 3, largestFileBytes: 5_000_000 },
        lanes: {
          setup: [],
          setupInputs: [],
          teardown: [],
          copyEnvFiles: [],
          env: [],
          portsPerLane: 10,
          portBase: 21_000,
          pool: 2,
        },
        sandbox: {
          mode: 'auto',
          read: [],
          write: [],
          network: { checks: 'loopback', setup: 'registries', agents: 'loopback' },
          registries: [],
        },
        budget: { ceilingTokens: 5_000_000, windowMs: 604_800_000, hard: false },
        daemon: {
          lanes: 1,
          tickMs: 30_000,
          rateLimitBackoffMs: 900_000,
          maxRateLimitRetries: 3,
          maxRestarts: 8,
          port: 4500,
        },
        notify: { about: ['needs-you', 'finished'], bell: true, run: null, webhook: null },
        devServer: null,
        e2e: null,
        playbooks: [],
        redact: { env: [], fixtures: [] },
        handbook: {
          limits: defaultLimits,
          verification: { always: null, paths: defaultVerification.whereTouched.paths, whereTouched: null },
        },
        workflow: {
          mode: null,
          modelConfig: null,
          models: {
            claude: { opus: 'opus', sonnet: 'sonnet', haiku: 'haiku' },
            codex: {},
            acp: {},
            scripted: {},
          },
          conventions: 'ask',
          maxRounds: 3,
          maxFiles: 20,
          todoBlocking: false,
          outputDir: 'docs/harness',
          userLang: null,
          commands: {},
          checkTimeoutMs: 600_000,
        },
        planning: { maxNewPlans: 30, maxPasses: 4 },
        fidelity: { specPath: null, everyNPlans: 0, threshold: 25 },
        releaseGate: { specPath: null },
        siteReverse: {
          specDir: 'docs/product-specs',
          depth: 2,
          maxPages: 20,
          delayMs: 1_000,
          maxMinutes: 15,
        },
      },
    })
  })

  it('TR-02 reads a sandbox in one word, and refuses where it was before', () => {
    const sandboxOf = (sandbox: unknown) => {
      const result = parse({ checks, agent, sandbox })
      return result.ok ? result.value.sandbox : null
    }
    expect(sandboxOf('required')).toEqual({ ...sandboxOf({}), mode: 'required' })
    expect(sandboxOf({ network: { checks: 'all' } })).toMatchObject({
      mode: 'auto',
      network: { checks: 'all', setup: 'registries', agents: 'loopback' },
    })
    expect(complaints(parse({ checks, agent: { ...agent, sandbox: 'required' } })).join('\n')).toContain(
      'no sandbox here: it is a field of the whole config now',
    )
  })

  it('DL-01 writes paths in one way, so that they can be compared', () => {
    const result = parse({ checks, agent, planDir: './plans//open/' })
    expect(result.ok && result.value.planDir).toBe('plans/open')
  })

  it('DL-17 DL-18 DL-19 reads how plans are made, audited and released', () => {
    const result = parse({
      checks,
      agent,
      planning: { maxPasses: 2 },
      fidelity: { specPath: './docs//main.md', everyNPlans: 3 },
      releaseGate: { specPath: 'docs/main.acceptance.md' },
    })
    expect(result).toMatchObject({
      ok: true,
      value: {
        planning: { maxNewPlans: 30, maxPasses: 2 },
        fidelity: { specPath: 'docs/main.md', everyNPlans: 3, threshold: 25 },
        releaseGate: { specPath: 'docs/main.acceptance.md' },
      },
    })
    expect(complaints(parse({ checks, agent, releaseGate: { spec: 'z' } }))).toEqual([
      expect.stringContaining('releaseGate.spec'),
    ])
  })

  it.each(['github', { kind: 'github' }])(
    'DL-11 takes a forge by its name or with its settings: %j',
    (forge) => {
      expect(parse({ checks, agent, forge })).toMatchObject({
        value: {
          forge: {
            kind: 'github',
            repository: null,
            remote: 'origin',
            apiUrl: null,
            tokenEnv: null,
            merge: 'direct',
            label: 'agent/automerge',
            patienceMs: 3_600_000,
            ciGraceMs: 60_000,
          },
        },
      })
    },
  )

  it('DL-11 reads every setting of a forge', () => {
    const forge = {
      kind: 'github',
      repository: 'owner/name',
      remote: 'upstream',
      apiUrl: 'https://github.example.org/api/v3',
      tokenEnv: 'FORGE_TOKEN',
      merge: 'auto',
      label: 'ready',
      patienceMinutes: 5,
      ciGraceSec: 0,
    }
    const { patienceMinutes: _, ciGraceSec: __, ...same } = forge
    expect(parse({ checks, agent, forge })).toMatchObject({
      value: { forge: { ...same, patienceMs: 300_000, ciGraceMs: 0 } },
    })
  })

  it('DL-08 reads how the product is started, with its defaults', () => {
    const devServer = { command: 'npm run dev', url: 'http://localhost:$HARNESS_LANE_PORT/app' }
    expect(parse({ checks, agent, devServer })).toMatchObject({
      value: {
        devServer: { run: 'npm run dev', url: devServer.url, readyMs: 60_000, routes: ['/'] },
      },
    })
  })

  it('DL-07 reads the end-to-end tests as a check of their own', () => {
    const e2e = { command: 'npx playwright test', artifactDirs: ['./out//report/'], timeoutSec: 5 }
    expect(parse({ checks, agent, e2e })).toMatchObject({
      value: {
        e2e: {
          check: { name: 'e2e', run: 'npx playwright test', timeoutMs: 5000, claims: [] },
          artifactDirs: ['out/report'],
        },
      },
    })
  })

  it('DL-01 accepts a $schema', () => {
    expect(parse({ $schema: './harness.config.schema.json', checks, agent }).ok).toBe(true)
  })

  it('DL-01 takes the export of a module as well, without lines', () => {
    expect(parseConfigValue({ checks, agent }, 'harness.config.ts').ok).toBe(true)
    expect(complaints(parseConfigValue({ checks, agent, forge: 'x' }, 'harness.config.ts'))).toEqual([
      'harness.config.ts forge: expected one of "local", "github", found "x"',
    ])
  })
})

describe('DL-01 what is refused, and how it is told', () => {
  it('DL-01 names line, field and nearest right name of an unknown field', () => {
    expect(
      complaints(
        parseConfigText(
          '{\n  "checks": [{"name": "a", "run": "b", "timeoutSecs": 3}],\n  "plandir": "x"\n}',
          'c.json',
        ),
      ),
    ).toEqual([
      'c.json:2:40 checks[0].timeoutSecs: expected one of the fields name, run, timeoutSec, claims, found the unknown field "timeoutSecs"; did you mean "timeoutSec"?',
      expect.stringMatching(/^c\.json:3:3 plandir: expected one of the fields .*; did you mean "planDir"\?$/),
    ])
  })

  it('AG-21 asks for the command of an agent whose provider is acp, and for one that agents cannot change', () => {
    const using = complaints(parse({ checks, agent: { roles: { reviewer: { provider: 'acp' } } } }))
    expect(using).toEqual([
      expect.stringMatching(/agent\.roles\.reviewer\.provider: .*"command": \["codex-acp"\]/),
    ])
    const acp = { command: ['./bin/agent'], hosts: ['https://api.example.com'], files: ['/etc/passwd'] }
    const written = complaints(parse({ checks, agent: { provider: 'acp', acp } }))
    expect(written).toEqual([
      expect.stringMatching(/agent\.acp\.hosts\[0\]: expected a host, such as/),
      expect.stringMatching(/agent\.acp\.files\[0\]: expected a path below the home directory/),
    ])
    const inLane = complaints(parse({ checks, agent: { provider: 'acp', acp: { command: acp.command } } }))
    expect(inLane).toEqual([
      expect.stringContaining('agent.acp.command[0]: expected the name of a program on PATH'),
    ])
  })

  it('AG-21 reads an agent by its command, with its defaults', () => {
    const parsed = parse({
      checks,
      agent: { provider: 'acp', acp: { command: ['codex-acp', '-v'], modes: { exec: 'a' } } },
    })
    expect(parsed).toMatchObject({
      value: {
        agent: {
          acp: {
            command: ['codex-acp', '-v'],
            env: [],
            hosts: [],
            files: [],
            sessions: [],
            auth: null,
            modes: { exec: 'a' },
          },
        },
      },
    })
  })

  it('DL-01 names the nearest provider', () => {
    expect(complaints(parse({ checks, agent: { provider: 'cluade' } }))).toEqual([
      'harness.config.json:9:17 agent.provider: expected one of "scripted", "claude", "codex", "acp", found "cluade"; did you mean "claude"?',
    ])
  })

  it.each([[{ agent }], [{ agent, checks: [] }]])(
    'DL-01 refuses to work without checks, and says why',
    (value) => {
      expect(complaints(parse(value))).toEqual([expect.stringContaining('nothing could ever be proven')])
    },
  )

  it.each([
    '/etc',
    '../x',
    'a/../../b',
    'C:/x',
    '\\\\host\\x',
    'a\\b',
    '.git/hooks',
    'a/.GIT',
    'nul',
    'x/COM1.txt',
    'a\0b',
    '',
  ])('QA-04 refuses %j as a path', (path) => {
    const result = parse({ checks, agent, planDir: path })
    expect(complaints(result)).toEqual([
      expect.stringContaining('planDir: expected a relative path inside the repository'),
    ])
  })

  it.each(['-x', 'a b', 'a..b', 'a/', '.a', 'x.lock', 'a~1', ''])(
    'QA-04 refuses %j as a branch',
    (baseBranch) => {
      expect(complaints(parse({ checks, agent, baseBranch }))).toEqual([
        expect.stringContaining('the name of a branch'),
      ])
    },
  )

  it('DL-01 refuses two checks of one name', () => {
    expect(complaints(parse({ checks: [...checks, ...checks], agent }))).toEqual([
      'harness.config.json:8:15 checks[1].name: expected a name that no other check has, found "test"',
    ])
  })

  it.each([
    ['githb', 'forge: expected one of "local", "github", found "githb"; did you mean "github"?'],
    [
      { kind: 'gihub' },
      'forge.kind: expected one of "local", "github", found "gihub"; did you mean "github"?',
    ],
    [{ kind: 'github', repo: 'a/b' }, 'forge.repo: expected one of the fields kind, repository, '],
    [{ kind: 'github', tokenenv: 'A' }, 'found the unknown field "tokenenv"; did you mean "tokenEnv"?'],
    [{ kind: 'github', repository: 'name' }, 'forge.repository: expected the name of a repository'],
    [{ kind: 'github', apiUrl: 'http://example.org' }, 'forge.apiUrl: expected an https address'],
    [{ kind: 'github', apiUrl: 'https://a@example.org' }, 'forge.apiUrl: expected an https address'],
    [{ kind: 'github', remote: '--upload-pack=x' }, 'forge.remote: expected the name of a remote'],
    [{ kind: 'github', merge: 'now' }, 'forge.merge: expected one of "direct", "auto"'],
    [{}, 'forge.kind: expected one of "local", "github"'],
    [7, 'forge: expected one of "local", "github"'],
  ])('DL-11 refuses the forge %j, and says why', (forge, complaint) => {
    expect(complaints(parse({ checks, agent, forge }))).toEqual([expect.stringContaining(complaint)])
  })

  it('DL-11 takes no other forge for a misspelt one', () => {
    expect(complaints(parse({ checks, agent, forge: 'gitlab' }))).toEqual([
      expect.stringMatching(/ found "gitlab"$/),
    ])
  })

  it('DL-07 refuses a check that is called as the end-to-end tests are', () => {
    const named = [{ name: 'e2e', run: 'x' }]
    expect(complaints(parse({ checks: named, agent, e2e: { command: 'x' } }))[0]).toContain(
      'checks[0].name: expected a name other than e2e',
    )
    expect(parse({ checks: named, agent }).ok).toBe(true)
  })

  it.each(['.', './.', '../x', '/tmp'])('DL-07 refuses %j as a folder of artifacts', (artifactDir) => {
    const e2e = { command: 'x', artifactDirs: [artifactDir] }
    expect(complaints(parse({ checks, agent, e2e }))[0]).toContain('e2e.artifactDirs[0]: expected a ')
  })

  it.each([
    'http://example.org',
    'http://localhost.example.org:80',
    'http://127.0.0.1@example.org',
    'http://0.0.0.0:80',
    'https://localhost',
    'file:///etc/passwd',
    'http://localhost:$PORT',
    'http://localhost:80/?x',
  ])('DL-08 refuses %j as the address of the product', (url) => {
    expect(complaints(parse({ checks, agent, devServer: { command: 'x', url } }))[0]).toContain(
      'devServer.url: expected an address on this machine',
    )
  })

  it.each(['x', '//example.org', '/\\example.org', 'http://example.org'])(
    'DL-08 refuses %j as a page',
    (page) => {
      const devServer = { command: 'x', url: 'http://localhost', routes: [page] }
      expect(complaints(parse({ checks, agent, devServer }))[0]).toContain(
        'devServer.routes[0]: expected a path',
      )
    },
  )

  it('DL-01 refuses one folder for open and completed plans', () => {
    expect(complaints(parse({ checks, agent, planDir: 'p', completedDir: './p' }))).toHaveLength(1)
  })

  it.each(['.', 'docs', 'docs/context'])('DL-01 refuses to ignore documents as state (%s)', (stateDir) => {
    expect(complaints(parse({ checks, agent, stateDir }))[0]).toContain('a folder that does not hold')
  })

  it('DL-01 names the variable where the environment brought the contradiction', () => {
    const [told] = complaints(parse({ checks, agent }, { HARNESS_STATE_DIR: 'src' }))
    expect(told).toMatch(/^environment HARNESS_STATE_DIR: expected a folder that does not hold src/)
  })

  it.each([
    ['src', undefined],
    ['lib', ['app', 'lib/a']],
  ])('DL-01 refuses to ignore the product as state (%s)', (stateDir, appPaths) => {
    expect(complaints(parse({ checks, agent, stateDir, appPaths }))[0]).toContain('of appPaths')
  })

  it('DL-01 tells what is wrong with the JSON itself, with its line', () => {
    expect(complaints(parseConfigText('{\n  "forge": "local",\n}', 'c.json'))).toEqual([
      'c.json:3:1: expected a field name in double quotes, found "}"; remove the comma before it',
    ])
    expect(complaints(parseConfigText('{\n  "forge": "local",\n  "forge": "local"}', 'c.json'))).toEqual([
      'c.json:3:3 forge: expected every field once, found a second "forge"; the first stands in line 2',
    ])
  })
})

describe('DL-01 the environment', () => {
  it('DL-01 MI-04 overrides what the file says', () => {
    const result = parse(
      { checks, planDir: 'a' },
      {
        HARNESS_AGENT_PROVIDER: 'claude',
        HARNESS_AGENT_MODEL: 'opus',
        HARNESS_AGENT_MAX_REVIEW_PASSES: '7',
        HARNESS_PLAN_DIR: 'p',
        HARNESS_COMPLETED_DIR: 'c',
        HARNESS_CONTEXT_DIR: 'x',
        HARNESS_STATE_DIR: 's',
        HARNESS_BASE_BRANCH: 'trunk',
        BUDGET_CEILING_TOKENS: '99',
        MAX_ITERATIONS: '12',
        OTHER: 'ignored',
      },
    )
    expect(result).toMatchObject({
      ok: true,
      value: {
        planDir: 'p',
        completedDir: 'c',
        contextDir: 'x',
        stateDir: 's',
        baseBranch: 'trunk',
        agent: { provider: 'claude', model: 'opus', maxReviewPasses: 7 },
        budget: { ceilingTokens: 99 },
        mission: { maxIterations: 12 },
      },
    })
  })

  it('DL-01 says nothing with an empty variable', () => {
    expect(parse({ checks, agent }, { HARNESS_PLAN_DIR: '' })).toEqual(parse({ checks, agent }))
  })

  it('DL-01 names every variable with a bad value', () => {
    const env = {
      HARNESS_AGENT_PROVIDER: 'codeks',
      HARNESS_MODEL_CLIENT_PROVIDER: 'clod',
      HARNESS_PLAN_DIR: '/x',
      BUDGET_CEILING_TOKENS: '1e9',
      MAX_ITERATIONS: '0',
    }
    expect(complaints(parse({ checks, agent }, env))).toEqual([
      'environment HARNESS_AGENT_PROVIDER: expected one of "scripted", "claude", "codex", "acp", found "codeks"; did you mean "codex"?',
      expect.stringContaining('environment HARNESS_MODEL_CLIENT_PROVIDER: expected one of'),
      expect.stringContaining('environment HARNESS_PLAN_DIR: expected a relative path'),
      'environment BUDGET_CEILING_TOKENS: expected a whole number, found "1e9"',
      expect.stringContaining('environment MAX_ITERATIONS: expected'),
    ])
  })
})

describe('QA-03 any configuration gets an answer', () => {
  const good = JSON.stringify({ checks, agent: { ...agent, roles: { a: { tier: 'advisor' } } } }, null, 1)

  it('QA-03 for any text', () => {
    neverCrashes(textsLike(good, '{"checks": [], "e2e": {}}'), (text, file) => parseConfigText(text, file))
  })

  it('QA-03 for any value', () => {
    const names = [
      'checks',
      'agent',
      'planDir',
      'roles',
      'models',
      'lanes',
      'name',
      'run',
      '__proto__',
      'constructor',
    ]
    neverCrashes(valuesWith(...names), parseConfigValue)
  })

  it('QA-03 for any environment', () => {
    neverCrashes(valuesWith('HARNESS_PLAN_DIR', 'BUDGET_CEILING_TOKENS'), (env, file) =>
      parseConfigValue(
        { checks, agent },
        file,
        Object.fromEntries(Object.entries(env as object).map(([k, v]) => [k, JSON.stringify(v) ?? ''])),
      ),
    )
  })
})

describe('HB-20, HB-26 what a handbook goes by', () => {
  it('HB-20 commands of one’s own take the place of the usual ones, each by itself', () => {
    const read = parse({
      checks,
      handbook: {
        maxIterations: 5,
        timeoutMinutes: 10,
        verification: { always: [{ name: 'check', run: 'make check', timeoutSec: 5 }], paths: ['./app/'] },
      },
    })
    expect(read.ok && read.value.handbook).toEqual({
      limits: { maxIterations: 5, timeoutMinutes: 10 },
      verification: {
        always: [{ name: 'check', run: 'make check', timeoutMs: 5_000, claims: [] }],
        paths: ['app'],
        whereTouched: null,
      },
    })
  })
  it('HB-20 without any command nothing would be shown', () =>
    expect(parse({ checks, handbook: { verification: { always: [] } } }).ok).toBe(false))
})

it('AP-16 a config of another tool of the same name is one problem, with what to do', () => {
  const text = '{"version": 1, "name": "x", "layers": [], "toolchain": {}, "agent": {"executor": "noop"}}'
  const read = parseConfigText(text, 'harness.config.json')
  expect(read.ok ? [] : read.problems).toMatchObject([
    { file: 'harness.config.json', hint: expect.stringContaining('another tool') },
  ])
})
